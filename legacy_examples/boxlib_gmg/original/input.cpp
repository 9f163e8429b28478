#include "problem.H"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <sstream>

namespace {

// The lines `key = value` of a file; `#` begins a comment. A key that the program asks for is taken out.
class Keys {
public:
  explicit Keys(const std::string &path) : path_(path)
  {
    std::ifstream file(path);
    if (!file) fail("the file cannot be read");
    std::string line;
    while (std::getline(file, line)) {
      line = line.substr(0, line.find('#'));
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      const std::size_t equals = line.find('=');
      std::string key, more;
      std::istringstream before(line.substr(0, equals));
      if (equals == std::string::npos || !(before >> key) || before >> more)
        fail("'" + line + "' is not `key = value`");
      if (!values_.insert(std::make_pair(key, line.substr(equals + 1))).second) fail("'" + key + "' is given twice");
    }
  }

  [[noreturn]] void fail(const std::string &what) const
  {
    std::cerr << path_ << ": " << what << '\n';
    std::exit(2);
  }

  bool has(const std::string &key) const { return values_.count(key) > 0; }

  // The `count` values of a key
  template <class T> std::vector<T> take(const std::string &key, int count, const char *what)
  {
    if (!has(key)) fail("'" + key + "' is missing");
    std::istringstream text(values_[key]);
    values_.erase(key);
    std::vector<T> found;
    T value;
    while (text >> value) found.push_back(value);
    if (!text.eof() || found.size() != static_cast<std::size_t>(count))
      fail("'" + key + "' has to be " + std::to_string(count) + " " + what);
    return found;
  }

  int integer(const std::string &key, int least)
  {
    const int value = take<int>(key, 1, "integer")[0];
    if (value < least) fail("'" + key + "' has to be at least " + std::to_string(least));
    return value;
  }

  void integers(const std::string &key, int least, int *values)
  {
    const std::vector<int> found = take<int>(key, 3, "integers");
    for (int value : found)
      if (value < least) fail("'" + key + "' has to be at least " + std::to_string(least));
    std::copy(found.begin(), found.end(), values);
  }

  double real(const std::string &key)
  {
    const double value = take<double>(key, 1, "number")[0];
    if (!std::isfinite(value)) fail("'" + key + "' has to be finite");
    return value;
  }

  // The place of the word in the list
  int word(const std::string &key, const std::string &value, const std::vector<std::string> &words) const
  {
    std::string known;
    for (std::size_t w = 0; w < words.size(); w++) {
      if (value == words[w]) return static_cast<int>(w);
      known += (w > 0 ? ", " : "") + words[w];
    }
    fail("'" + key + "': '" + value + "' is none of " + known);
  }

  int word(const std::string &key, const std::vector<std::string> &words)
  {
    return word(key, take<std::string>(key, 1, "word")[0], words);
  }

  void walls(const std::string &key, WallKind *kinds)
  {
    const WallKind known[3] = { wall_dirichlet, wall_neumann, wall_reflect_odd };
    const std::vector<std::string> words = take<std::string>(key, 3, "words");
    for (std::size_t d = 0; d < 3; d++) kinds[d] = known[word(key, words[d], { "dirichlet", "neumann", "odd" })];
  }

  void end() const
  {
    if (!values_.empty()) fail("'" + values_.begin()->first + "' is not a key of this program");
  }

private:
  std::string path_;
  std::map<std::string, std::string> values_;
};

} // namespace

Input read_input(const std::string &path)
{
  const int any = std::numeric_limits<int>::min();
  Input input = Input();
  SolverSettings &solver = input.solver;
  Keys keys(path);

  keys.integers("n_cells", 2, input.n_cells);
  input.max_box_size = keys.integer("max_box_size", 2);
  keys.integers("tile_size", 1, input.tile_size);
  keys.walls("bc_lo", input.walls);
  keys.walls("bc_hi", input.walls + 3);
  input.nonzero_walls = keys.word("wall_values", { "zero", "nonzero" }) == 1;
  input.manufactured = keys.word("problem", { "manufactured", "sources" }) == 0;
  solver.alpha = keys.real("alpha");
  solver.beta = keys.real("beta");
  solver.bottom = keys.word("bottom", { "cg", "smooth" }) == 0 ? bottom_cg : bottom_smooth;
  if (keys.has("origin")) keys.integers("origin", any, input.origin);
  solver.max_order = keys.has("max_order") ? keys.integer("max_order", 2) : 2;
  solver.max_levels = keys.has("max_levels") ? keys.integer("max_levels", 1) : std::numeric_limits<int>::max();
  solver.max_cycles = keys.has("max_cycles") ? keys.integer("max_cycles", 0) : 50;
  solver.tolerance = keys.has("tolerance") ? keys.real("tolerance") : 1e-10;
  keys.end();

  bool all_neumann = true;
  for (WallKind kind : input.walls) all_neumann = all_neumann && kind == wall_neumann;
  if (solver.beta <= 0.0 || solver.alpha < 0.0) keys.fail("'beta' has to be above 0, and 'alpha' not below");
  if (all_neumann && !(solver.alpha > 0.0)) keys.fail("with Neumann walls alone 'alpha' has to be above 0");
  if (!(solver.tolerance > 0.0)) keys.fail("'tolerance' has to be above 0");
  if (solver.max_order > 4) keys.fail("'max_order' has to be 2, 3 or 4");
  if (solver.max_order > 2 && solver.bottom == bottom_cg)
    keys.fail("'bottom = cg' needs 'max_order = 2': with more the operator is not symmetric");
  for (int d = 0; d < 3; d++) {
    // All bounds, and twice a cell's index, have to be integers.
    if (std::abs(static_cast<double>(input.origin[d])) + input.n_cells[d] > 1e9)
      keys.fail("'origin' and 'n_cells' are too large");
    input.tile_size[d] = std::min(input.tile_size[d], input.n_cells[d]);
  }
  input.max_box_size = std::min(input.max_box_size, *std::max_element(input.n_cells, input.n_cells + 3));
  if (*std::min_element(input.origin, input.origin + 3) < 0 &&
      input.tile_size[0] < std::min(input.max_box_size, input.n_cells[0]))
    keys.fail("a negative 'origin' needs tiles as long in x as the boxes: gsrb3daabbec begins a cell below some rows");
  return input;
}
