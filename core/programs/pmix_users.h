// SPDX-License-Identifier: BSD-3-Clause
// Whether a program can call PMIx_Init (or MPI_Init, which does) at all: one that cannot is to be held elsewhere. Found
// by its file and the libraries that it needs. Thread: any; looks at the file system.
#pragma once

#include "util/ids.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::programs {

/// Where the system's libraries are, besides /lib and its like.
struct LibraryPlaces
{
    std::vector<std::string> folders;
    /// By /etc/ld.so.conf and the files in /etc/ld.so.conf.d. \param root "/" but in tests
    [[nodiscard]] static LibraryPlaces ofThisSystem(const std::string& root = "/");
};

enum class InitCalls
{
    Never,
    /// Nothing can be said: of scripts, of programs that become others (env, sh, numactl) or load code by themselves
    /// (interpreters), of what is not 64-bit ELF, and where a library is not found.
    Perhaps,
    Likely, ///< it has a library of MPI or PMIx, and names a function that begins with it
};

/// \param program the path of its file
/// \param environment what it is started with: LD_LIBRARY_PATH, LD_PRELOAD
/// \param folder its working directory
[[nodiscard]] InitCalls pmixInitCallsOf(const std::string& program, const std::vector<std::string>& environment,
                                        const std::string& folder,
                                        const LibraryPlaces& places = LibraryPlaces::ofThisSystem());

/// Of the program that a process of ours is now. \param procRoot "/proc", or a stand-in of a test
[[nodiscard]] InitCalls pmixInitCallsOf(util::Pid process, const std::string& procRoot = "/proc");

} // namespace dbgr::programs
