/* Reports a mistake of the kernel file at its first line. Needs VF_REFUSAL, a text. */
#line 1 VF_KERNEL_FILE
VF_ASSERT(0, VF_REFUSAL)
