// SPDX-License-Identifier: BSD-3-Clause
// Where an MPI library comes by when an error is about to end the program: under MPI_ERRORS_ARE_FATAL or
// MPI_ERRORS_ABORT, and not where the program is given the error. Read from the file that a rank has mapped, without a
// debugger. Way: /proc/PID/maps -> here -> MpiErrorWatch. Thread: any.
#pragma once

#include "mpir/elf_symbols.h"
#include "mpir/mapped_files.h"
#include "util/ids.h"
#include "util/remote_address.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::keeper {

using util::RemoteAddress;

/// Whether a library may be one of MPI. \param path its file
[[nodiscard]] bool isMpiLibrary(std::string_view path);

/// The addresses of the file, ascending. None: it is no library of Open MPI or MPICH, or one of a form that is not
/// known.
[[nodiscard]] std::vector<std::uint64_t> mpiErrorPlaces(const mpir::ElfSymbols& file);

/// Those of libraries that were asked for before: all ranks of a node have the same ones, mostly.
class KnownMpiLibraries
{
public:
    /// The addresses in the process. None: as mpiErrorPlaces(), or the file cannot be read
    [[nodiscard]] std::vector<RemoteAddress> placesIn(util::Pid pid, const mpir::MappedFile& library);

private:
    static constexpr std::size_t kMostKnown = 64;

    struct Known
    {
        std::uint64_t bytes = 0; ///< how large the file was, and when it was changed
        std::int64_t changed = 0;
        std::vector<std::uint64_t> places; ///< of the file
    };
    std::map<std::string, Known> m_known; // by path
};

} // namespace dbgr::keeper
