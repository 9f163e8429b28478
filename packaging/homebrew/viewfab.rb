# Homebrew formula of viewfab, for Linux and the host alone. Nobody has built it yet: it is a beginning for a tap.
class Viewfab < Formula
  desc "Host and device views of existing Fortran arrays, and kernels that run on them"
  license "BSD-3-Clause"
  version "0.2.0"
  # The release's archive and checksum, once a tag exists: url "...", sha256 "..."

  depends_on "cmake" => [:build, :test]
  depends_on "ninja" => :build
  depends_on "cjson"
  depends_on "gcc" # gfortran
  depends_on "hdf5"
  depends_on :linux

  def install
    args = %w[
      -DBUILD_SHARED_LIBS=ON
      -DVIEWFAB_CUDA=OFF
      -DVIEWFAB_HIP=OFF
      -DVIEWFAB_MPI=OFF
      -DVIEWFAB_HDF5=ON
      -DVIEWFAB_TESTS=OFF
      -DVIEWFAB_EXAMPLES=OFF
    ]
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", *args, *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"test.f90").write <<~EOS
      use viewfab
      double precision, target :: a(0:3) = 1
      type(vf_view) :: v
      call v%wrap(a)
      call vf_add_constant(vf_box_of(0, 3), v, 1d0)
      call v%to_host(vf_read)
      if (any(a /= 2)) error stop
      call v%release()
      end
    EOS
    flags = shell_output("pkg-config --cflags --libs viewfab_fortran").chomp.split
    system "gfortran", "test.f90", "-o", "test", *flags
    system "./test"
  end
end
