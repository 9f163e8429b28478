/* The form of the lists of words: words of kernel files, types and devices. Each family of words is one list of rows,
 * and all code about a word is made from its row. Rows of words in kernel files are in parentheses and named after
 * their word. A macro can thus take the row of one word, or all rows one after the other. The header is a system
 * header, so that the compiler reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_WORDS_ROWS_H
#define VIEWFAB_WORDS_ROWS_H
#pragma GCC system_header

#define VF_CAT_(a, b) a##b
#define VF_CAT(a, b) VF_CAT_(a, b)
#define VF_STRING_(...) #__VA_ARGS__
#define VF_STRING(...) VF_STRING_(__VA_ARGS__)

/* VF_APPLY(X, (a, b)) -> X(a, b), for each row of a list. VF_COLUMN_OF does the same for the row of one word; X takes a
 * column. */
#define VF_APPLY(X, row) X row
#define VF_COLUMN_OF(X, row) X row

/* " one two", from a list with the words in its second column. */
#define VF_WORD(NAME, word, ...) " " word

/* VF_IF(1)(a)(b) -> a, VF_IF(0)(a)(b) -> b */
#define VF_IF(condition) VF_CAT(VF_IF_, condition)
#define VF_IF_1(...) __VA_ARGS__ VF_IF_DROP
#define VF_IF_0(...) VF_IF_KEEP
#define VF_IF_DROP(...)
#define VF_IF_KEEP(...) __VA_ARGS__

/* 1 for a text in parentheses; 0 for a name, such as the name of a missing row. */
#define VF_IS_ROW(row) VF_SECOND(VF_ROW_PROBE row)
#define VF_ROW_PROBE(...) 0, 1

/* The second argument: 1 if the text before it has become "0, 1", else 0. */
#define VF_SECOND(...) VF_SECOND_(__VA_ARGS__, 0, 0)
#define VF_SECOND_(a, b, ...) b

/* 1 for a name that is defined as 1, else 0. */
#define VF_IS_ON(name) VF_IS_ON_(name)
#define VF_IS_ON_(value) VF_IS_ROW(VF_ON_##value)
#define VF_ON_1 (1)

/* The number of arguments, up to 16. */
#define VF_COUNT(...) VF_COUNT_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define VF_COUNT_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, count, ...) count

/* VF_EACH(X, a, b) -> X(a) X(b), for up to 16. */
#define VF_EACH(X, ...) VF_CAT(VF_EACH_, VF_COUNT(__VA_ARGS__))(X, __VA_ARGS__)
#define VF_EACH_1(X, a) X(a)
#define VF_EACH_2(X, a, ...) X(a) VF_EACH_1(X, __VA_ARGS__)
#define VF_EACH_3(X, a, ...) X(a) VF_EACH_2(X, __VA_ARGS__)
#define VF_EACH_4(X, a, ...) X(a) VF_EACH_3(X, __VA_ARGS__)
#define VF_EACH_5(X, a, ...) X(a) VF_EACH_4(X, __VA_ARGS__)
#define VF_EACH_6(X, a, ...) X(a) VF_EACH_5(X, __VA_ARGS__)
#define VF_EACH_7(X, a, ...) X(a) VF_EACH_6(X, __VA_ARGS__)
#define VF_EACH_8(X, a, ...) X(a) VF_EACH_7(X, __VA_ARGS__)
#define VF_EACH_9(X, a, ...) X(a) VF_EACH_8(X, __VA_ARGS__)
#define VF_EACH_10(X, a, ...) X(a) VF_EACH_9(X, __VA_ARGS__)
#define VF_EACH_11(X, a, ...) X(a) VF_EACH_10(X, __VA_ARGS__)
#define VF_EACH_12(X, a, ...) X(a) VF_EACH_11(X, __VA_ARGS__)
#define VF_EACH_13(X, a, ...) X(a) VF_EACH_12(X, __VA_ARGS__)
#define VF_EACH_14(X, a, ...) X(a) VF_EACH_13(X, __VA_ARGS__)
#define VF_EACH_15(X, a, ...) X(a) VF_EACH_14(X, __VA_ARGS__)
#define VF_EACH_16(X, a, ...) X(a) VF_EACH_15(X, __VA_ARGS__)

#endif
