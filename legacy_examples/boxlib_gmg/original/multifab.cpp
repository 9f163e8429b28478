#include "multifab.H"
#include "kernels.H"

namespace {
const int one = 1;

// The bounds of a box on the grid of twice its cell width; the bounds are even.
Box halved(Box box)
{
  for (int d = 0; d < 3; d++) {
    box.lo[d] = box.lo[d] / 2;
    box.hi[d] = (box.hi[d] + 1) / 2 - 1;
  }
  return box;
}

bool halves(const Box &box)
{
  for (int d = 0; d < 3; d++)
    if (box.lo[d] % 2 != 0 || box.length(d) % 2 != 0 || box.length(d) / 2 < 2) return false;
  return true;
}

// The parts of a box, of at most size[d] cells, from its low corner on
std::vector<Box> parts_of(const Box &box, const int *size)
{
  std::vector<Box> parts;
  Box part;
  for (part.lo[2] = box.lo[2]; part.lo[2] <= box.hi[2]; part.lo[2] += size[2])
    for (part.lo[1] = box.lo[1]; part.lo[1] <= box.hi[1]; part.lo[1] += size[1])
      for (part.lo[0] = box.lo[0]; part.lo[0] <= box.hi[0]; part.lo[0] += size[0]) {
        for (int d = 0; d < 3; d++) part.hi[d] = std::min(part.lo[d] + size[d] - 1, box.hi[d]);
        parts.push_back(part);
      }
  return parts;
}
} // namespace

Layout::Layout(const Box &domain, int max_box_size, const int *tile_size) : domain_(domain)
{
  const int size[3] = { max_box_size, max_box_size, max_box_size };
  std::copy(tile_size, tile_size + 3, tile_size_);
  boxes_ = parts_of(domain, size);
  cut_tiles();
  find_neighbours();
}

Layout::Layout(const Box &domain, const std::vector<Box> &boxes, const int *tile_size) : domain_(domain), boxes_(boxes)
{
  std::copy(tile_size, tile_size + 3, tile_size_);
  cut_tiles();
  find_neighbours();
}

bool Layout::coarsenable() const { return std::all_of(boxes_.begin(), boxes_.end(), halves); }

Layout Layout::coarse() const
{
  std::vector<Box> boxes;
  for (const Box &box : boxes_) boxes.push_back(halved(box));
  return Layout(halved(domain_), boxes, tile_size_);
}

void Layout::cut_tiles()
{
  for (int b = 0; b < size(); b++)
    for (const Box &cells : parts_of(box(b), tile_size_)) tiles_.push_back(Tile{ b, cells });
}

void Layout::find_neighbours()
{
  for (int b = 0; b < size(); b++)
    for (int face = 0; face < 6; face++)
      for (int source = 0; source < size(); source++) {
        const Box cells = layer_outside(box(b), face) & box(source);
        if (!cells.empty()) neighbours_.push_back(Neighbour{ b, source, cells });
      }
}

MultiFab::MultiFab(const Layout &layout, int ghosts)
{
  for (int b = 0; b < layout.size(); b++) fabs_.emplace_back(grow(layout.box(b), ghosts), 1, 0.0);
}

MultiFab MultiFab::on_faces(const Layout &layout, int direction)
{
  MultiFab field;
  for (int b = 0; b < layout.size(); b++) field.fabs_.emplace_back(faces_of(layout.box(b), direction), 1, 0.0);
  return field;
}

void set_value(const Layout &layout, MultiFab &d, double value)
{
#pragma omp parallel for
  for (int b = 0; b < layout.size(); b++) {
    const Box &box = d[b].box();
    fort_fab_setval(box.lo, box.hi, d[b].data(), box.lo, box.hi, &one, &value);
  }
}

void copy(const Layout &layout, MultiFab &d, const MultiFab &s)
{
  const std::vector<Tile> &tiles = layout.tiles();
#pragma omp parallel for
  for (std::size_t t = 0; t < tiles.size(); t++) {
    const Box &cells = tiles[t].cells;
    Fab &to = d[tiles[t].box];
    const Fab &from = s[tiles[t].box];
    fort_fab_copy(cells.lo, cells.hi, to.data(), to.box().lo, to.box().hi, from.data(), from.box().lo, from.box().hi,
                  cells.lo, &one);
  }
}

void saxpy(const Layout &layout, MultiFab &d, double a, const MultiFab &s)
{
  const std::vector<Tile> &tiles = layout.tiles();
#pragma omp parallel for
  for (std::size_t t = 0; t < tiles.size(); t++) {
    const Box &cells = tiles[t].cells;
    Fab &to = d[tiles[t].box];
    const Fab &from = s[tiles[t].box];
    fort_fab_saxpy(cells.lo, cells.hi, to.data(), to.box().lo, to.box().hi, &a, from.data(), from.box().lo,
                   from.box().hi, cells.lo, &one);
  }
}

void xpay(const Layout &layout, MultiFab &d, double a, const MultiFab &s)
{
  const std::vector<Tile> &tiles = layout.tiles();
#pragma omp parallel for
  for (std::size_t t = 0; t < tiles.size(); t++) {
    const Box &cells = tiles[t].cells;
    Fab &to = d[tiles[t].box];
    const Fab &from = s[tiles[t].box];
    fort_fab_xpay(cells.lo, cells.hi, to.data(), to.box().lo, to.box().hi, &a, from.data(), from.box().lo,
                  from.box().hi, cells.lo, &one);
  }
}

double norm_max(const Layout &layout, const MultiFab &s)
{
  const int p = 0;
  std::vector<double> of_box(static_cast<std::size_t>(layout.size()));
#pragma omp parallel for
  for (int b = 0; b < layout.size(); b++) {
    const Box &cells = layout.box(b), &all = s[b].box();
    of_box[static_cast<std::size_t>(b)] = fort_fab_norm(cells.lo, cells.hi, s[b].data(), all.lo, all.hi, &one, &p);
  }
  return *std::max_element(of_box.begin(), of_box.end());
}

double sum(const Layout &layout, const MultiFab &s)
{
  std::vector<double> of_box(static_cast<std::size_t>(layout.size()));
#pragma omp parallel for
  for (int b = 0; b < layout.size(); b++) {
    const Box &cells = layout.box(b), &all = s[b].box();
    of_box[static_cast<std::size_t>(b)] = fort_fab_sum(cells.lo, cells.hi, s[b].data(), all.lo, all.hi, &one);
  }
  double total = 0.0;
  for (double part : of_box) total += part;
  return total;
}

double dot(const Layout &layout, const MultiFab &x, const MultiFab &y)
{
  std::vector<double> of_box(static_cast<std::size_t>(layout.size()));
#pragma omp parallel for
  for (int b = 0; b < layout.size(); b++) {
    const Box &cells = layout.box(b);
    of_box[static_cast<std::size_t>(b)] = fort_fab_dot(cells.lo, cells.hi, x[b].data(), x[b].box().lo, x[b].box().hi,
                                                       y[b].data(), y[b].box().lo, y[b].box().hi, cells.lo, &one);
  }
  double total = 0.0;
  for (double part : of_box) total += part;
  return total;
}

void fill_boundary(const Layout &layout, MultiFab &d)
{
  const std::vector<Neighbour> &neighbours = layout.neighbours();
#pragma omp parallel for
  for (std::size_t n = 0; n < neighbours.size(); n++) {
    const Box &cells = neighbours[n].cells;
    Fab &to = d[neighbours[n].box];
    const Fab &from = d[neighbours[n].source];
    fort_fab_copy(cells.lo, cells.hi, to.data(), to.box().lo, to.box().hi, from.data(), from.box().lo, from.box().hi,
                  cells.lo, &one);
  }
}
