"""viewfab-translate reads loops of legacy Fortran, writes kernel files of viewfab, and proves the kernels against the loops."""
