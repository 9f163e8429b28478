/* The symbols of BoxLib codes and their kernels: the arguments of a legacy call, in order. The kernel file tells everything
 * else about an argument (type, map, intent, meaning).
 *
 *   SYMBOL(name, kernel, form, derive, order)
 *   name    of the symbol, without underscores
 *   kernel  without its prefix vf_
 *   form    of an array in the call: FAB, an address and six integers by reference, its lower and its upper bounds; BOX,
 *           an address and two arrays of three
 *   derive  rule of derive.h for the box and for values that the call does not pass; NONE: the call passes all
 *   order   words, one for each argument of the call, all by reference:
 *     *name      an array. A suffix may follow: /other, a second argument with the same memory; [d], the argument of the
 *                call for direction d; :memory, an address alone, with the bounds of the box; :3, a number of components in
 *                place of nc
 *     name       a value; in the form of its type: one number, or an array of three
 *     name.lo name.hi  the corners of a value of type box
 *     name.from  the low corner of a source; the value is its distance from lo
 *     lo hi      the corners of the box; lo[d] hi[d], the corners of the call for direction d
 *     nc         number of components; 1 without this word
 *     selector   colour or direction of the call
 *     result     the address of the result
 *     which      number of the returned result: 0 is the first result behind "gives"; other numbers return no result
 *     #name      integers for derive alone: #cb(6) stands for six integers, each by reference; #max(1)
 *     -name *-name  a number and an array that the symbol passes and its original never reads
 *   An array or a value may end in conditions, "*x?flag=1&kind=101|102", "x?flag!=1": the original reads the argument only
 *   if the call's integers meet the conditions. Otherwise the port does not use the argument either: the array has no view,
 *   and is not checked, moved or compared. Conditions come from the legacy sources.
 *   and, behind them, values that the call does not pass:
 *     name=1.5   a value that is always the same
 *     name=box   a value of type box, the box of the call
 *     name=copy(other)  an array with the values of the other array before the call
 *     gives=a,b  the results that the function returns
 * A row with words of directions is three calls of the kernel, for directions 0, 1 and 2. */
#define VF_BOUNDARY_PLANES "*f0 *m0 *f1 *m1 *f2 *m2 *f3 *m3 *f4 *m4 *f5 *m5"
#define VF_COARSE_FINE \
  "*bdry lo hi #cb(6) nc ratio not_covered?max_order!=1 *mask?max_order!=1 *crse -derives max_order "
#define VF_BOXES_OF_FACES "lo[0] hi[0] lo[1] hi[1] lo[2] hi[2] "

/* clang-format off */
#define VF_SYMBOL_LIST(SYMBOL) \
  SYMBOL(average3dgen,      average,                 FAB, NONE, "*coarse *fine lo hi nc") \
  SYMBOL(interp3dgen,       interp,                  FAB, NONE, "*fine *coarse lo hi nc") \
  SYMBOL(averagecc3dgen,    average,                 FAB, NONE, "*coarse *fine lo hi nc") \
  SYMBOL(averageec3dgen,    average_faces,           FAB, NONE, "*coarse *fine lo hi nc selector") \
  SYMBOL(haraverageec3dgen, harmonic_average_faces,  FAB, NONE, "*coarse *fine lo hi nc selector") \
  SYMBOL(gsrb3daabbec,      gsrb_helmholtz_masked,   FAB, NONE, "*phi *rhs alpha beta *a *bx *by *bz " VF_BOUNDARY_PLANES " lo hi valid.lo valid.hi nc h selector omega=1.15") \
  SYMBOL(jacobi3daabbec,    jacobi_helmholtz_masked, FAB, NONE, "*phi *rhs alpha beta *a *bx *by *bz " VF_BOUNDARY_PLANES " lo hi nc h valid=box old=copy(phi)") \
  SYMBOL(adotx3daabbec,     apply_helmholtz_differences, FAB, NONE, "*y *x alpha beta *a *bx *by *bz lo hi nc h") \
  SYMBOL(norma3daabbec,     helmholtz_norm,          FAB, NONE, "result alpha beta *a *bx *by *bz lo hi nc h") \
  SYMBOL(flux3daabbec,      flux_helmholtz,          FAB, NONE, "*x -alpha -beta *-a *b[0] *b[1] *b[2] " VF_BOXES_OF_FACES "nc h *flux[0] *flux[1] *flux[2]") \
  SYMBOL(gsrb3dsim,         gsrb_poisson_masked,     FAB, NONE, "*phi *rhs " VF_BOUNDARY_PLANES " lo hi valid.lo valid.hi nc h selector") \
  SYMBOL(adotx3dsim,        apply_poisson,           FAB, NONE, "*y *x lo hi nc h") \
  SYMBOL(flux3dsim,         flux_poisson,            FAB, NONE, "*x " VF_BOXES_OF_FACES "nc h *flux[0] *flux[1] *flux[2]") \
  SYMBOL(applybc3dgen,      apply_face_boundary,     FAB, GHOST_LAYER, "flagden flagbc maxorder?kind=101 *phi/ghost side kind distance?kind=101 *bcval?flagbc=1&kind=101 *mask *den?flagden=1 cells.lo cells.hi nc h?kind=101") \
  SYMBOL(bdintrpxlo,        interpolate_boundary,    FAB, FINE_LAYER, VF_COARSE_FINE "side=0") \
  SYMBOL(bdintrpylo,        interpolate_boundary,    FAB, FINE_LAYER, VF_COARSE_FINE "side=1") \
  SYMBOL(bdintrpzlo,        interpolate_boundary,    FAB, FINE_LAYER, VF_COARSE_FINE "side=2") \
  SYMBOL(bdintrpxhi,        interpolate_boundary,    FAB, FINE_LAYER, VF_COARSE_FINE "side=3") \
  SYMBOL(bdintrpyhi,        interpolate_boundary,    FAB, FINE_LAYER, VF_COARSE_FINE "side=4") \
  SYMBOL(bdintrpzhi,        interpolate_boundary,    FAB, FINE_LAYER, VF_COARSE_FINE "side=5") \
  SYMBOL(fort_fab_copy,         copy_from,           BOX, NONE, "lo hi *d *s offset.from nc") \
  SYMBOL(fort_fab_plus,         add,                 BOX, NONE, "lo hi *d *s offset.from nc") \
  SYMBOL(fort_fab_minus,        subtract,            BOX, NONE, "lo hi *d *s offset.from nc") \
  SYMBOL(fort_fab_mult,         multiply,            BOX, NONE, "lo hi *d *s offset.from nc") \
  SYMBOL(fort_fab_divide,       divide,              BOX, NONE, "lo hi *d *s offset.from nc") \
  SYMBOL(fort_fab_protdivide,   divide_protected,    BOX, NONE, "lo hi *d *s offset.from nc") \
  SYMBOL(fort_fab_copytomem,    copy,                BOX, NONE, "lo hi *destination:memory *source nc") \
  SYMBOL(fort_fab_copyfrommem,  copy,                BOX, NONE, "lo hi *destination nc *source:memory") \
  SYMBOL(fort_fab_setval,       fill_value,          BOX, NONE, "lo hi *x nc value") \
  SYMBOL(fort_fab_invert,       invert,              BOX, NONE, "lo hi *d nc a") \
  SYMBOL(fort_fab_saxpy,        axpy_from,           BOX, NONE, "lo hi *d a *s offset.from nc") \
  SYMBOL(fort_fab_xpay,         xpay_from,           BOX, NONE, "lo hi *d a *s offset.from nc") \
  SYMBOL(fort_fab_lincomb,      linear_combination,  BOX, NONE, "lo hi *d a *x x_offset.from b *y y_offset.from nc") \
  SYMBOL(fort_fab_addproduct,   add_product,         BOX, NONE, "lo hi *d *s1 *s2 nc") \
  SYMBOL(fort_fab_norm,         norms,               BOX, NONE, "lo hi *x?which=0|1 nc which gives=largest,one") \
  SYMBOL(fort_fab_sum,          sum,                 BOX, NONE, "lo hi *x nc gives=result") \
  SYMBOL(fort_fab_dot,          dot_from,            BOX, NONE, "lo hi *x *y offset.from nc gives=result") \
  SYMBOL(bl_avg_fc_to_cc,   cells_from_faces,        FAB, NONE, "lo hi *cc:3 *fx *fy *fz -dx -problo -coord_type") \
  SYMBOL(bl_avg_cc_to_fc,   faces_from_cells,        FAB, NONE, VF_BOXES_OF_FACES "*f[0] *f[1] *f[2] *cc -dx -problo -coord_type") \
  SYMBOL(bl_avg_eg_to_cc,   cells_from_edges,        FAB, NONE, "lo hi *cc:3 *ex *ey *ez") \
  SYMBOL(bl_avgdown,        average_down,            FAB, NONE, "lo hi *fine *coarse ratio nc") \
  SYMBOL(bl_avgdown_faces,  average_down_faces,      FAB, NONE, "lo hi *fine *coarse ratio selector nc")
/* clang-format on */
