// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/target/mpi_error_places.h"

#include "keeper/target/fatal_call.h"

#include <algorithm>
#include <sys/stat.h>
#include <utility>

namespace dbgr::keeper {

namespace {

const std::vector<std::string>& handlersOfOpenMpi()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const char* const handler : {"ompi_mpi_errors_are_fatal_", "ompi_mpi_errors_abort_"})
            for (const char* const object : {"comm", "file", "win", "instance"})
                all.push_back(std::string(handler) + object + "_handler");
        return all;
    }();
    return names;
}

/// Which find out what is to be done about an error.
const std::vector<std::string>& deciders()
{
    static const std::vector<std::string> names{"MPIR_Err_return_comm", "MPIR_Err_return_win",
                                                "MPIR_Err_return_session"};
    return names;
}

/// What all of them call that call it at all.
std::optional<std::uint64_t> fatalFunctionOfMpich(const mpir::ElfSymbols& file)
{
    constexpr std::uint64_t kMostCode = 8192;
    std::optional<std::uint64_t> found;
    for (const auto& [name, symbol] : file.find(mpir::ElfSymbols::Table::Dynamic, deciders())) {
        const auto code = file.bytesAt(symbol.address, std::min(symbol.sizeBytes, kMostCode));
        const auto called = fatalCallIn(symbol.address, code);
        if (called && found && *called != *found)
            return std::nullopt;
        found = called ? called : found;
    }
    const bool isInFile = found && !file.bytesAt(*found, 1).empty();
    return isInFile ? found : std::nullopt;
}

} // namespace

bool isMpiLibrary(std::string_view path)
{
    const std::string_view file = path.substr(path.rfind('/') + 1);
    const bool isNamedSo = file.starts_with("libmpi") || file.starts_with("libopen_mpi") || file.starts_with("libompi");
    return isNamedSo && file.find(".so") != std::string_view::npos;
}

std::vector<std::uint64_t> mpiErrorPlaces(const mpir::ElfSymbols& file)
{
    std::vector<std::uint64_t> places;
    for (const auto& [name, symbol] : file.find(mpir::ElfSymbols::Table::Dynamic, handlersOfOpenMpi()))
        places.push_back(symbol.address);
    if (const auto function = places.empty() ? fatalFunctionOfMpich(file) : std::nullopt)
        places.push_back(*function);
    std::ranges::sort(places);
    return places;
}

std::vector<RemoteAddress> KnownMpiLibraries::placesIn(util::Pid pid, const mpir::MappedFile& library)
{
    auto opened = mpir::openMapped(pid, library);
    struct stat facts = {};
    if (!opened || ::fstat(opened->get(), &facts) != 0)
        return {};
    const auto symbols = mpir::ElfSymbols::open(*std::move(opened));
    const auto bias = symbols ? symbols->loadBias(library.start, library.fileOffset) : std::nullopt;
    if (!bias)
        return {};
    if (m_known.size() >= kMostKnown && !m_known.contains(library.path))
        m_known.clear();
    Known& known = m_known[library.path];
    if (const auto bytes = static_cast<std::uint64_t>(facts.st_size);
        known.bytes != bytes || known.changed != facts.st_mtim.tv_sec)
        known = {bytes, facts.st_mtim.tv_sec, mpiErrorPlaces(*symbols)};
    std::vector<RemoteAddress> places;
    for (const std::uint64_t place : known.places)
        places.push_back(RemoteAddress(*bias) + place);
    return places;
}

} // namespace dbgr::keeper
