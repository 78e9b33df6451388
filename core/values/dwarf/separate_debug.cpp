// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/separate_debug.h"

#include "util/string_util.h"

#include <elfutils/libdwelf.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace dbgr::values {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSystemDebug = "/usr/lib/debug";

/// "/usr/lib/debug/.build-id/ab/cdef.debug"
std::string pathOfBuildId(const std::string& buildId)
{
    return std::string(kSystemDebug) + "/.build-id/" + buildId.substr(0, 2) + "/" + buildId.substr(2) + ".debug";
}

std::string folderOf(const std::string& path)
{
    std::error_code ignored;
    const fs::path real = fs::canonical(path, ignored); // the name is relative to where the file really is
    return (ignored ? fs::path(path) : real).parent_path().string();
}

/// As .gnu_debuglink has it: the checksum of ZIP and Ethernet.
std::uint32_t checksum(std::span<const std::byte> bytes)
{
    constexpr std::uint32_t kPolynomial = 0xEDB8'8320;
    static const auto table = [] {
        std::array<std::uint32_t, 256> rows{};
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            std::uint32_t row = i;
            for (int bit = 0; bit < 8; ++bit)
                row = (row >> 1) ^ ((row & 1) != 0 ? kPolynomial : 0);
            rows[i] = row;
        }
        return rows;
    }();
    std::uint32_t sum = 0xFFFF'FFFF;
    for (const std::byte byte : bytes)
        sum = (sum >> 8) ^ table[(sum ^ std::to_integer<std::uint32_t>(byte)) & 0xFF];
    return ~sum;
}

bool hasChecksum(int file, std::uint32_t wanted)
{
    struct stat info = {};
    if (::fstat(file, &info) != 0 || info.st_size <= 0)
        return false;
    const auto size = static_cast<std::size_t>(info.st_size);
    void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        return false;
    const bool same = checksum({static_cast<const std::byte*>(bytes), size}) == wanted;
    ::munmap(bytes, size);
    return same;
}

/// What the program says of its debug file.
struct DebugLink
{
    std::string name;
    std::uint32_t checksum = 0;
};

std::optional<DebugLink> debugLinkOf(Elf* program)
{
    GElf_Word sum = 0;
    const char* const name = dwelf_elf_gnu_debuglink(program, &sum);
    return name ? std::optional(DebugLink{name, sum}) : std::nullopt;
}

} // namespace

ElfHandle findSeparateDebug(Elf* program, const std::string& path)
{
    const std::string buildId = buildIdOf(program);
    const std::optional<DebugLink> link = debugLinkOf(program);
    std::vector<std::string> candidates;
    if (buildId.size() > 2)
        candidates.push_back(pathOfBuildId(buildId));
    if (link) {
        const std::string folder = folderOf(path);
        for (const std::string& in : {folder, folder + "/.debug", kSystemDebug + folder})
            candidates.push_back(in + "/" + link->name);
    }
    for (const std::string& candidate : candidates) {
        ElfHandle found = openElf(candidate);
        if (!found || !found.dwarf)
            continue;
        const std::string itsId = buildIdOf(found.elf.get());
        const bool fits =
            itsId.empty() && buildId.empty() ? link && hasChecksum(found.fd.get(), link->checksum) : itsId == buildId;
        if (fits)
            return found;
    }
    return {};
}

ElfHandle attachShared(Dwarf* dwarf, const std::string& path)
{
    const char* name = nullptr;
    const void* id = nullptr;
    const ssize_t idSize = dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id);
    if (idSize <= 0 || !name)
        return {};
    const std::string buildId =
        util::toHex(std::string_view(static_cast<const char*>(id), static_cast<std::size_t>(idSize)));
    const std::string named = *name == '/' ? std::string(name) : folderOf(path) + "/" + name;
    for (const std::string& candidate : {named, pathOfBuildId(buildId)}) {
        ElfHandle shared = openElf(candidate);
        if (!shared || !shared.dwarf || buildIdOf(shared.elf.get()) != buildId)
            continue;
        dwarf_setalt(dwarf, shared.dwarf.get());
        return shared;
    }
    return {};
}

} // namespace dbgr::values
