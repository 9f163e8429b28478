/* The routine, file and line of the sites. */
#ifndef VIEWFAB_PROFILE_SOURCE_LINES_H
#define VIEWFAB_PROFILE_SOURCE_LINES_H

/* Names each site by the first routine outside of viewfab on its list of frames. The program addr2line of binutils reads
 * the names; a program compiled with -g has files and lines too. Without addr2line a site is named by its address.
 * Sites of one name are one site afterwards. Lock of
 * the tables held. */
void vfi_profile_name_sites(void);

#endif
