# Copyright the viewfab authors. Licence: BSD-3-Clause.
"""Recipe of viewfab for Spack 1. Put this file into packages/viewfab of a repository of your own; see the guide."""

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.rocm import ROCmPackage

from spack.package import *


class Viewfab(CMakePackage, CudaPackage, ROCmPackage):
    """Views of existing Fortran arrays for host and GPU, and kernels that run on both: moves legacy Fortran codes to GPUs one
    subroutine at a time."""

    # The address and the checksums of releases come with the first tag. Until then: spack develop --path <checkout> viewfab@0.2.0
    license("BSD-3-Clause")

    version("0.2.0")

    variant("shared", default=True, description="Build shared libraries")
    variant("fortran", default=True, description="Build the Fortran module")
    variant("mpi", default=False, description="Build viewfab_mpi, groups of MPI processes")
    variant("hdf5", default=True, description="Build captures of calls and vf_replay")
    variant("openmp", default=True, description="Use OpenMP threads on the host")
    variant("bisect", default=True, description="Build vf_bisect")
    variant("translate", default=True, description="viewfab-translate finds its Python package")

    depends_on("c", type="build")
    depends_on("cxx", type="build", when="+cuda")
    depends_on("cxx", type="build", when="+rocm")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.25:", type="build")
    depends_on("mpi", when="+mpi")
    # viewfab loads HDF5 when a call is captured; the library has the minor version of the build.
    depends_on("hdf5+shared", type=("build", "link", "run"), when="+hdf5")
    depends_on("cjson", when="+bisect")
    depends_on("python@3.11:", type="run", when="+translate")
    depends_on("py-fparser", type="run", when="+translate")

    conflicts("cuda_arch=none", when="+cuda", msg="choose cuda_arch")
    conflicts("amdgpu_target=none", when="+rocm", msg="choose amdgpu_target")
    conflicts("+cuda", when="+rocm", msg="one kind of GPU a build")

    def cmake_args(self):
        args = [
            self.define("VIEWFAB_TESTS", False),
            self.define("VIEWFAB_EXAMPLES", False),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("VIEWFAB_CUDA", "cuda"),
            self.define_from_variant("VIEWFAB_HIP", "rocm"),
            self.define_from_variant("VIEWFAB_FORTRAN", "fortran"),
            self.define_from_variant("VIEWFAB_MPI", "mpi"),
            self.define_from_variant("VIEWFAB_HDF5", "hdf5"),
            self.define_from_variant("VIEWFAB_OPENMP", "openmp"),
        ]
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CUDA_ARCHITECTURES", list(self.spec.variants["cuda_arch"].value)))
        if self.spec.satisfies("+rocm"):
            args.append(self.define("VIEWFAB_HIP_ARCHITECTURES", list(self.spec.variants["amdgpu_target"].value)))
            args.append(self.define("CMAKE_HIP_COMPILER", f"{self.spec['llvm-amdgpu'].prefix.bin}/clang++"))
        return args
