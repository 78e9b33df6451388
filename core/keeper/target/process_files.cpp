// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/target/process_files.h"

#include "rsp/packet.h"
#include "util/string_util.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <link.h>
#include <optional>
#include <system_error>

namespace dbgr::keeper {

namespace {

std::string contentsOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string folderOf(util::Pid pid)
{
    return "/proc/" + std::to_string(pid.value());
}

/// "7f05f7c1c000-7f05f7c42000 r-xp 00001000 08:01 1234   /lib/libm.so.6"; of the kernel's own: "[vdso]"
std::optional<rsp::Region> regionOf(std::string_view line)
{
    constexpr int kColumnsBeforeName = 3; // offset, device, inode
    rsp::Cursor at(line);
    const auto begin = at.takeHex();
    if (!begin || !at.take('-'))
        return std::nullopt;
    const auto end = at.takeHex();
    if (!end || *end <= *begin || !at.take(' '))
        return std::nullopt;
    const std::string_view rights = at.takeUntil(' ');
    for (int i = 0; i < kColumnsBeforeName; ++i)
        at.takeUntil(' ');
    const auto may = [&](char right) { return rights.find(right) != std::string_view::npos; };
    return rsp::Region{RemoteAddress(*begin),
                       *end - *begin,
                       true,
                       may('r'),
                       may('w'),
                       may('x'),
                       std::string(util::trimmed(at.rest()))};
}

std::optional<std::uint64_t> auxiliaryValue(util::Pid pid, std::uint64_t type)
{
    const std::string bytes = auxiliaryVectorOf(pid);
    ElfW(auxv_t) entry;
    for (std::size_t at = 0; at + sizeof entry <= bytes.size(); at += sizeof entry) {
        std::memcpy(&entry, bytes.data() + at, sizeof entry);
        if (entry.a_type == type)
            return entry.a_un.a_val;
    }
    return std::nullopt;
}

/// Of signals, in /proc/PID/status; nothing: it is not there.
std::optional<bool> isInMask(const std::string& status, std::string_view label, int signal)
{
    const std::size_t line = status.find(label);
    if (line == std::string::npos)
        return std::nullopt;
    std::string_view mask = std::string_view(status).substr(line + label.size());
    mask = util::trimmed(mask.substr(0, mask.find('\n')));
    rsp::Cursor at(mask);
    const auto bits = at.takeHex();
    return bits ? std::optional((*bits >> (signal - 1) & 1) != 0) : std::nullopt;
}

/// Of /proc/PID/stat. \param place counted from behind the name and the state
std::optional<std::uint64_t> numberInStat(util::Pid pid, int place)
{
    const std::string stat = contentsOf(folderOf(pid) + "/stat");
    const std::size_t name = stat.rfind(") "); // which may hold anything
    if (name == std::string::npos)
        return std::nullopt;
    rsp::Cursor at(std::string_view(stat).substr(name + 2));
    for (int i = 0; i < place; ++i)
        at.takeUntil(' ');
    return util::parseNumber<std::uint64_t>(at.takeUntil(' '));
}

} // namespace

std::string auxiliaryVectorOf(util::Pid pid)
{
    return contentsOf(folderOf(pid) + "/auxv");
}

std::optional<RemoteAddress> entryOf(util::Pid pid)
{
    const auto value = auxiliaryValue(pid, AT_ENTRY);
    return value ? std::optional(RemoteAddress(*value)) : std::nullopt;
}

RemoteAddress vdsoOf(util::Pid pid)
{
    return RemoteAddress(auxiliaryValue(pid, AT_SYSINFO_EHDR).value_or(0));
}

RemoteAddress endOfStackOf(util::Pid pid)
{
    constexpr int kStartOfStack = 25; // the 28th of all
    return RemoteAddress(numberInStat(pid, kStartOfStack).value_or(0));
}

std::string programOf(util::Pid pid)
{
    std::error_code error;
    return std::filesystem::read_symlink(folderOf(pid) + "/exe", error).string();
}

std::map<util::Pid, util::Pid> parentsOfAll()
{
    std::map<util::Pid, util::Pid> parents;
    std::error_code error;
    for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
        const auto number = util::parseNumber<util::Pid::Rep>(at->path().filename().string());
        const auto parent = number ? numberInStat(util::Pid(*number), 1) : std::nullopt;
        if (parent)
            parents.emplace(util::Pid(*number), util::Pid(static_cast<util::Pid::Rep>(*parent)));
    }
    return parents;
}

bool hasDefaultAction(util::Pid pid, int signal)
{
    const std::string status = contentsOf(folderOf(pid) + "/status");
    return isInMask(status, "\nSigIgn:", signal) == false && isInMask(status, "\nSigCgt:", signal) == false;
}

bool hasHandler(util::Pid pid, int signal)
{
    return isInMask(contentsOf(folderOf(pid) + "/status"), "\nSigCgt:", signal) == true;
}

std::string nameOf(util::Pid pid, util::ThreadId thread)
{
    return std::string(util::trimmed(contentsOf(folderOf(pid) + "/task/" + std::to_string(thread.value()) + "/comm")));
}

MemoryMap::MemoryMap(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (auto region = regionOf(text.substr(0, end)))
            m_regions.push_back(*std::move(region));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

MemoryMap MemoryMap::of(util::Pid pid)
{
    return MemoryMap(contentsOf(folderOf(pid) + "/maps"));
}

rsp::Region MemoryMap::at(RemoteAddress address) const
{
    const auto after = std::ranges::upper_bound(m_regions, address, {}, &rsp::Region::begin);
    RemoteAddress begin; // of the hole
    if (after != m_regions.begin()) {
        const rsp::Region& before = *std::prev(after);
        if (address - before.begin < before.size)
            return before;
        begin = before.begin + before.size;
    }
    const RemoteAddress end =
        after == m_regions.end() ? RemoteAddress(std::numeric_limits<std::uint64_t>::max()) : after->begin;
    rsp::Region hole;
    hole.begin = begin;
    hole.size = end - begin;
    return hole;
}

std::optional<RemoteAddress> roomNear(const MemoryMap& map, RemoteAddress address)
{
    constexpr std::uint64_t kPage = 4096;
    constexpr std::uint64_t kReach = std::uint64_t{1} << 30;
    constexpr RemoteAddress kLowest(1 << 16);       // of what the kernel lets programs map
    constexpr std::uint64_t kDistance = 16 * kPage; // from what is there: it may be made larger
    constexpr std::uint64_t kHole = 2 * kDistance + kPage;
    rsp::Region at = map.at(address);
    std::string above; // what stands right above `at`
    while (at.isMapped && at.begin > kLowest && address - at.begin < kReach) {
        above = at.name;
        at = map.at(at.begin - 1);
    }
    const RemoteAddress last = at.begin + at.size - kDistance - kPage; // of those that end in time
    if (!at.isMapped && at.size >= kHole && last >= kLowest && address - last < kReach && above != "[stack]")
        return last;
    at = map.at(address);
    std::string below;
    while (at.isMapped && at.begin + at.size - address < kReach) {
        below = at.name;
        at = map.at(at.begin + at.size);
    }
    const RemoteAddress first = at.begin + kDistance;
    if (!at.isMapped && at.size >= kHole && first - address < kReach && below != "[heap]")
        return first;
    return std::nullopt;
}

} // namespace dbgr::keeper
