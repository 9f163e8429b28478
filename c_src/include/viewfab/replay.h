/* Replay of captured calls, as in the program vf_replay. The replay program of a code with kernels of its own has this
 * source:
 *
 *   #include <viewfab/replay.h>
 *   #include <code_kernel_table.h>
 *   int main(int argc, char **argv)
 *   {
 *     return vf_replay_main(argc, argv, (struct vf_kernel *const *const[]){ code_kernel_table, NULL });
 *   }
 *
 * viewfab_add_kernels(code ...) writes the table. The program links code and viewfab::replay. */
#ifndef VIEWFAB_REPLAY_H
#define VIEWFAB_REPLAY_H

#ifdef __cplusplus
extern "C" {
#endif

struct vf_kernel;

/* Runs the program.
 *   argc, argv  of main
 *   tables      lists of kernels, each ended by NULL; the list of lists is ended by NULL too
 * Returns the exit status: 0 if every call gave the same bits or was within the tolerance, 1 if a call differed, 2
 * after an error. */
int vf_replay_main(int argc, char **argv, struct vf_kernel *const *const *tables);

#ifdef __cplusplus
}
#endif

#endif
