// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process_limits.h"

#include "util/string_util.h"

#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string_view>

namespace dbgr::daemon {

namespace {

/// "8 MiB", "100 bytes"
std::string bytesText(std::uint64_t bytes)
{
    constexpr std::array<const char*, 5> kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
    constexpr std::uint64_t kStep = 1024;
    std::size_t unit = 0;
    while (bytes >= kStep && bytes % kStep == 0 && unit + 1 < kUnits.size()) {
        bytes /= kStep;
        ++unit;
    }
    return std::to_string(bytes) + " " + kUnits[unit];
}

std::string withUnit(std::string_view value, std::string_view unit)
{
    const std::optional<std::uint64_t> number = util::parseNumber<std::uint64_t>(value);
    if (!number)
        return std::string(value);
    if (unit == "bytes")
        return bytesText(*number);
    return std::string(value) + (unit.empty() ? "" : " " + std::string(unit));
}

/// Of a line of /proc/PID/limits, whose columns have their widths.
std::optional<debug::DescribedName> limitIn(std::string_view line)
{
    constexpr std::size_t kName = 26;
    constexpr std::size_t kValue = 21;
    constexpr std::string_view kMax = "Max ";
    if (line.size() < kName + 2 * kValue || !line.starts_with(kMax))
        return std::nullopt;
    const auto column = [&](std::size_t begin, std::size_t length) {
        return util::trimmed(line.substr(begin, length));
    };
    const std::string_view unit = column(kName + 2 * kValue, std::string_view::npos);
    const std::string now = withUnit(column(kName, kValue), unit);
    const std::string most = withUnit(column(kName + kValue, kValue), unit);
    return debug::DescribedName{std::string(column(kMax.size(), kName - kMax.size())), now,
                                now == most ? "" : "at most " + most};
}

std::optional<std::uint64_t> numberInFile(const std::string& path)
{
    std::ifstream file(path);
    std::string word;
    return file >> word ? util::parseNumber<std::uint64_t>(word) : std::nullopt;
}

/// The lowest that `file` says in the folder of the group and those around it. What is above the real memory is none.
std::optional<std::uint64_t> lowestLimit(const std::string& mount, std::string group, const char* file)
{
    constexpr std::uint64_t kNone = std::uint64_t{1} << 60; // of version 1, which has no word for it
    std::optional<std::uint64_t> lowest;
    for (bool more = group.find("..") == std::string::npos; more;) {
        const std::optional<std::uint64_t> limit = numberInFile(mount + group + "/" + file);
        if (limit && *limit < kNone && (!lowest || *limit < *lowest))
            lowest = limit;
        more = group.size() > 1;
        group.resize(group.empty() ? 0 : group.rfind('/'));
    }
    return lowest;
}

/// Lines are "4:memory:/path" of version 1 of control groups, and "0::/path" of version 2.
std::optional<std::uint64_t> groupMemory(const std::string& root, util::Pid pid)
{
    std::ifstream groups(root + "/proc/" + std::to_string(pid.value()) + "/cgroup");
    std::optional<std::uint64_t> lowest;
    for (std::string line; std::getline(groups, line);) {
        const std::size_t path = line.find('/');
        if (path == std::string::npos)
            continue;
        const std::string_view kinds = std::string_view(line).substr(0, path);
        std::optional<std::uint64_t> limit;
        if (kinds == "0::")
            limit = lowestLimit(root + "/sys/fs/cgroup", line.substr(path), "memory.max");
        else if (kinds.ends_with(":memory:"))
            limit = lowestLimit(root + "/sys/fs/cgroup/memory", line.substr(path), "memory.limit_in_bytes");
        if (limit && (!lowest || *limit < *lowest))
            lowest = limit;
    }
    return lowest;
}

} // namespace

debug::Description limitsOf(util::Pid pid, const std::string& root)
{
    debug::Description description;
    description.text = "limits of the process";
    std::ifstream limits(root + "/proc/" + std::to_string(pid.value()) + "/limits");
    for (std::string line; std::getline(limits, line);) {
        if (auto limit = limitIn(line))
            description.names.push_back(*std::move(limit));
    }
    if (description.names.empty())
        description.problem = "the system does not show the limits of the process";
    else if (const auto memory = groupMemory(root, pid))
        description.names.push_back({"memory of its control group", bytesText(*memory)});
    return description;
}

} // namespace dbgr::daemon
