// SPDX-License-Identifier: BSD-3-Clause
#include "programs/loaded_mpi.h"

#include "util/string_util.h"

#include <algorithm>
#include <cstddef>
#include <fstream>

namespace dbgr::programs {

namespace {

constexpr std::size_t kMostMapsBytes = 1 << 22;

} // namespace

bool namesMpiLibrary(std::string_view maps)
{
    for (const std::string_view line : util::split(maps, '\n')) {
        const std::string_view file = line.substr(std::min(line.rfind('/'), line.size() - 1) + 1);
        for (const std::string_view library : {"libmpi", "libpmi", "libmpich", "libmpifort"})
            if (file.starts_with(library) && file.find(".so") != std::string_view::npos)
                return true;
    }
    return false;
}

bool hasLoadedMpi(util::Pid pid, const std::string& procRoot)
{
    std::ifstream stream(procRoot + "/" + std::to_string(pid.value()) + "/maps", std::ios::binary);
    std::string all;
    char part[1 << 16];
    while (all.size() < kMostMapsBytes && (stream.read(part, sizeof part), stream.gcount() > 0))
        all.append(part, static_cast<std::size_t>(stream.gcount()));
    return namesMpiLibrary(all);
}

} // namespace dbgr::programs
