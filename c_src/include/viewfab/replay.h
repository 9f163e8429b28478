/* Replay of captured calls, as the program vf_replay does it. A code with kernels of its own makes its replay program
 * of
 *
 *   #include <viewfab/replay.h>
 *   #include <code_kernel_table.h>
 *   int main(int argc, char **argv)
 *   {
 *     return vf_replay_main(argc, argv, (struct vf_kernel *const *const[]){ code_kernel_table, NULL });
 *   }
 *
 * where viewfab_add_kernels(code ...) wrote the table, and links code and viewfab::replay. */
#ifndef VIEWFAB_REPLAY_H
#define VIEWFAB_REPLAY_H

#ifdef __cplusplus
extern "C" {
#endif

struct vf_kernel;

/* Runs the program.
 *   argc, argv  of main
 *   tables      lists of kernels, each ended by NULL; the list of lists too
 * Gives the exit status: 0 where every call gave the same bits or was within the tolerance, 1 where one differed, 2
 * after an error. */
int vf_replay_main(int argc, char **argv, struct vf_kernel *const *const *tables);

#ifdef __cplusplus
}
#endif

#endif
