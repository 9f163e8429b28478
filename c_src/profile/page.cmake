# Makes a C source of a page:  cmake -DPAGE=page.html -DOUTPUT=profile_page.c -P page.cmake
file(READ "${PAGE}" digits HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," digits "${digits}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" digits "${digits}")
file(WRITE "${OUTPUT}" "extern const char vfi_profile_page[];\nconst char vfi_profile_page[] = {\n${digits}0 };\n")
