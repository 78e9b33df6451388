# SPDX-License-Identifier: GPL-3.0-or-later
# A recipe for Spack. Use: spack repo add FOLDER-OF-THIS-REPO/installer/spack; spack install dbgr
#
# Not run: no Spack was at hand where this was written. Its syntax is checked by lint, the names and versions of packages are
# from knowledge of Spack's own repository, and what they are for stands in tools/packages.txt.
from spack.package import *


class Dbgr(CMakePackage):
    """Interactive parallel debugger for MPI programs in Fortran, C and C++."""

    # The sources have no address yet: put dbgr-VERSION.tar.gz into a mirror of the site, or use "spack develop".
    homepage = "https://localhost/dbgr"
    url = "file:///usr/share/dbgr/dbgr-0.1.0.tar.gz"

    license("GPL-3.0-or-later AND BSD-3-Clause")

    version("0.1.0")

    variant("gui", default=True, description="The window (Qt 6); without it there is dbgr --batch")

    variant("docs", default=False, description="The manual as HTML, for F1; without it there are man pages")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.8:", type="build")

    depends_on("cli11", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("tl-expected", type="build")
    depends_on("elfutils")
    depends_on("fmt")
    depends_on("hwloc@2:")
    depends_on("libevent@2.1:")
    depends_on("llvm@19:22 +lldb")
    depends_on("openssl@3:")
    depends_on("protobuf")
    depends_on("readline")
    depends_on("spdlog")
    depends_on("zlib-api")
    with when("+gui"):
        depends_on("qt-base@6.4: +widgets")
        depends_on("qt-svg@6.4:")
        depends_on("qscintilla@2.13:")

    with when("+docs"):
        depends_on("py-sphinx", type="build")
        depends_on("py-myst-parser", type="build")
        depends_on("py-furo", type="build")

    conflicts("%gcc@:11", msg="dbgr is C++20: GCC 12 or later")
    conflicts("platform=darwin", msg="dbgr traces by ptrace, as Linux has it")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define_from_variant("DBGR_BUILD_GUI", "gui"),
            self.define("DBGR_BUILD_MANUAL", "HTML" if self.spec.satisfies("+docs") else "OFF"),
            self.define("DBGR_BUILD_TESTS", False),
            self.define("DBGR_LLDB_ROOT", self.spec["llvm"].prefix),
        ]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        Executable(self.prefix.bin.dbgr)("--version", "--verbose")
