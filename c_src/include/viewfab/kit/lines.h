/* Lines: values that are computed once for each point and that a body reads at several points of its row, as in the row
 * buffers of legacy stencils. The header defines VF_LINE, and the additions of VF_LINES to body and checks. It is a
 * system header, so that the compiler reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_LINES_H
#define VIEWFAB_KIT_LINES_H
#pragma GCC system_header

#include <viewfab/kit/maps.h>

/* 1 in a kernel with lines, else 0; and X(type, name, reach, text) for each line. */
#define VF_HAS_LINES VF_SECOND(VF_LINES(VF_LINE_ONE))
#define VF_LINE_ONE(...) , 1
#define VF_EACH_LINE(X) VF_LINES_JOIN(VF_EACH_LINE_, VF_HAS_LINES)(X)
#define VF_EACH_LINE_0(X)
#define VF_EACH_LINE_1(X) VF_LINES(X)
#define VF_LINES_JOIN(a, b) VF_LINES_JOIN_(a, b)
#define VF_LINES_JOIN_(a, b) a##b

#define VF_LINE_ELEMENT(type) VF_ELEMENT_OF(VF_ELEMENT_ROW_##type)
#define VF_LINE_STRUCT(type) VF_CAT(vfi_line_, VF_LINE_ELEMENT(type))

/* , const vfi_line_double r1 */
#define VF_LINE_PARAMETERS VF_EACH_LINE(VF_LINE_PARAMETER)
#define VF_LINE_PARAMETER(type, name, ...) , VF_UNUSED const VF_LINE_STRUCT(type) name

/* The function of a line: its value at one point. The function reads only arguments that the body does not write, so
 * the value does not depend on the time and the number of its computations. If VF_LINES does not have the line, the
 * compiler's message shows the name of the type. */
#define VF_LINE(name, ...)                                                                                     \
  VF_CHECK_POINT(LINE, VF_COUNT(__VA_ARGS__)) VF_EACH_LINE(VF_LINE_TYPE) extern char vfi_has_line_##name[1];   \
  VF_INLINE type_of_##name##_in_VF_LINES VF_LINE_FUNCTION(name)(VF_POINT_PARAMETERS(__VA_ARGS__) VF_ARGUMENTS( \
      VF_PARAMETER_READ, VF_NO_PARAMETER, VF_NO_PARAMETER, VF_PARAMETER_VALUE))
#define VF_LINE_TYPE(type, name, ...) typedef VF_LINE_ELEMENT(type) type_of_##name##_in_VF_LINES;
#define VF_LINE_FUNCTION(name) vfi_value_of_line_##name
#define VF_NO_PARAMETER(...)

/* The value at point i of the row. */
#define VF_LINE_AT(line, i) ((line).values[VF_LINE_PLACE(line, i)])
#define VF_LINE_PLACE(line, i) ((i) - (line).first)

/* The reach of a body's reads of a line, below and above its point. */
#define VF_LINE_BELOW(reach) VF_LINE_SIDE(VF_FIRST_OF_SIX, VF_SIX(reach))
#define VF_LINE_ABOVE(reach) VF_LINE_SIDE(VF_FOURTH_OF_SIX, VF_SIX(reach))
#define VF_LINE_SIDE(X, ...) X(__VA_ARGS__)
#define VF_FIRST_OF_SIX(a, b, c, d, e, f) (a)
#define VF_FOURTH_OF_SIX(a, b, c, d, e, f) (d)
#define VF_IS_ALONG(reach) VF_LINE_SIDE(VF_IS_ALONG_OF, VF_SIX(reach))
#define VF_IS_ALONG_OF(a, b, c, d, e, f) ((b) == (a) && (c) == (a) && (e) == (d) && (f) == (d))

#define VF_HAS_TWO(...) VF_IS_ON(VF_CAT(VF_TWO_, VF_COUNT(__VA_ARGS__)))
#define VF_TWO_2 1
#define VF_IS_LINE_PLACED(reach, ...) (VF_IS_REACH(reach) && VF_IS_ALONG(reach) && VF_LEAST_REACH(reach) >= 0)
#define VF_TAKES_LINES VF_IF(VF_IS_ROW(VF_POINTS_ROW))(VF_COLUMN_OF(VF_POINTS_AROUND, VF_POINTS_ROW) == 0)(1)

#define VF_CHECK_LINES                                                                                                 \
  VF_ASSERT(!VF_HAS_LINES || VF_TAKES_LINES, "a kernel over " VF_STRING(VF_POINTS) " has no VF_LINES: its points are " \
                                                                                   "no rows of the box")               \
  VF_EACH_LINE(VF_CHECK_LINE)
#define VF_CHECK_LINE(type, name, ...)                                                                  \
  VF_ASSERT(VF_IS_ROW(VF_ELEMENT_ROW_##type),                                                           \
            "line " #name ": " #type " is no type of elements, which are:" VF_ELEMENT_WORDS)            \
  VF_ASSERT(VF_HAS_TWO(__VA_ARGS__), "line " #name " is not LINE(type, name, reach(...), \"meaning\")") \
  VF_IF(VF_HAS_TWO(__VA_ARGS__))(VF_CHECK_LINE_REACH(#name, __VA_ARGS__))()
#define VF_CHECK_LINE_REACH(name, reach, ...)                                 \
  VF_ASSERT(VF_IS_REACH(reach) && VF_IS_ALONG(reach),                         \
            "line " name ": " #reach " is none of reach(r), reach(below(r), " \
            "above(r)); a line is read along its row alone")                  \
  VF_ASSERT(VF_LEAST_REACH(reach) >= 0 || !VF_IS_ALONG(reach), "the reach of line " name " is negative")

/* 0 only if the checks above have no message. */
#define VF_WRONG_LINES (VF_HAS_LINES && !VF_TAKES_LINES) VF_EACH_LINE(VF_WRONG_LINE)
#define VF_WRONG_LINE(type, name, ...) \
  +!(VF_IS_ROW(VF_ELEMENT_ROW_##type) && VF_IF(VF_HAS_TWO(__VA_ARGS__))(VF_IS_LINE_PLACED(__VA_ARGS__))(0))

#endif
