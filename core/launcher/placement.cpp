// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/placement.h"

#include "pmix/types/status.h"
#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::launcher {

using pmix::HardwareLevel;
using pmix::Status;

namespace {

using NamedLevel = std::pair<std::string_view, HardwareLevel>;
/// The first name of a level is the one that we write.
constexpr std::array kLevels{NamedLevel{"HWTHREAD", HardwareLevel::Thread},
                             NamedLevel{"CORE", HardwareLevel::Core},
                             NamedLevel{"L1CACHE", HardwareLevel::L1},
                             NamedLevel{"L2CACHE", HardwareLevel::L2},
                             NamedLevel{"L3CACHE", HardwareLevel::L3},
                             NamedLevel{"NUMA", HardwareLevel::Numa},
                             NamedLevel{"PACKAGE", HardwareLevel::Package},
                             NamedLevel{"NODE", HardwareLevel::Node},
                             NamedLevel{"SLOT", HardwareLevel::Node},
                             NamedLevel{"SOCKET", HardwareLevel::Package},
                             NamedLevel{"L1", HardwareLevel::L1},
                             NamedLevel{"L2", HardwareLevel::L2},
                             NamedLevel{"L3", HardwareLevel::L3}};
constexpr const char* kLevelWords = "slot, hwthread, core, l1cache, l2cache, l3cache, numa, package or node";

std::string upperCase(std::string_view text)
{
    std::string upper(text);
    std::ranges::transform(upper, upper.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
    return upper;
}

std::optional<HardwareLevel> levelOf(std::string_view word)
{
    const auto* const found = std::ranges::find(kLevels, word, &NamedLevel::first);
    return found == kLevels.end() ? std::nullopt : std::optional(found->second);
}

tl::unexpected<util::Error> unknownLevel(std::string_view what, std::string_view word)
{
    return util::fail(Status::ErrBadParam, std::string(what) + ": '" + std::string(word) + "' is no place of a node",
                      std::string("give ") + kLevelWords);
}

util::Result<void> readCount(std::string_view what, std::string_view text, std::uint32_t& count)
{
    const auto number = util::parseNumber<std::uint32_t>(text);
    if (!number || *number == 0)
        return util::fail(Status::ErrBadParam,
                          std::string(what) + ": '" + std::string(text) + "' is no number above 0");
    count = *number;
    return util::ok();
}

util::Result<void> readMapModifier(std::string_view word, Placement& placement)
{
    if (word.starts_with("PE="))
        return readCount("map by PE=N", word.substr(3), placement.cpusPerProcess);
    if (word == "OVERSUBSCRIBE")
        placement.oversubscribe = true;
    else if (word == "NOOVERSUBSCRIBE")
        placement.oversubscribe = false;
    else if (word == "HWTCPUS")
        placement.hardwareThreads = true;
    else if (word == "CORECPUS")
        placement.hardwareThreads = false;
    else if (word == "SPAN")
        placement.rankOrder = RankOrder::Span;
    else if (word != "INHERIT" && word != "NOINHERIT" && !word.empty()) // which jobs of jobs have no other policy here
        return util::fail(Status::ErrBadParam, "map by: '" + std::string(word) + "' is no modifier",
                          "give PE=N, OVERSUBSCRIBE, NOOVERSUBSCRIBE, HWTCPUS, CORECPUS or SPAN");
    return util::ok();
}

} // namespace

std::string_view levelName(HardwareLevel level)
{
    return std::ranges::find(kLevels, level, &NamedLevel::second)->first;
}

util::Result<void> parsePerResource(std::string_view text, Placement& placement)
{
    const std::string upper = upperCase(text);
    const auto words = util::split(upper, ':');
    if (words.size() != 2)
        return util::fail(Status::ErrBadParam,
                          "processes per resource: '" + std::string(text) + "' is not of the form N:LEVEL");
    DBGR_TRY(readCount("processes per resource", words[0], placement.perResource));
    placement.mapBy = levelOf(words[1]);
    if (!placement.mapBy)
        return unknownLevel("processes per resource", words[1]);
    return util::ok();
}

util::Result<void> parseMapBy(std::string_view text, Placement& placement)
{
    const std::string upper = upperCase(text);
    std::vector<std::string_view> words = util::split(upper, ':');
    if (words.front() == "PPR") {
        if (words.size() < 3)
            return util::fail(Status::ErrBadParam,
                              "map by: '" + std::string(text) + "' is not of the form ppr:N:LEVEL");
        DBGR_TRY(parsePerResource(std::string(words[1]) + ":" + std::string(words[2]), placement));
        words.erase(words.begin(), words.begin() + 3);
    } else if (!words.front().empty()) {
        std::string_view word = words.front();
        if (word.starts_with("BY"))
            word.remove_prefix(2);
        placement.mapBy = levelOf(word);
        if (!placement.mapBy)
            return unknownLevel("map by", word);
        placement.perResource = 0;
        words.erase(words.begin());
    }
    for (const std::string_view word : words)
        DBGR_TRY(readMapModifier(word, placement));
    return util::ok();
}

util::Result<void> parseRankBy(std::string_view text, Placement& placement)
{
    const std::string word = upperCase(text);
    if (word != "SPAN" && word != "FILL" && word != "SLOT" && word != "NODE")
        return util::fail(Status::ErrBadParam, "rank by: '" + std::string(text) + "' is no order of ranks",
                          "give slot, fill, node or span");
    placement.rankOrder = word == "SPAN" ? RankOrder::Span : RankOrder::Fill;
    return util::ok();
}

util::Result<void> parseBindTo(std::string_view text, Placement& placement)
{
    const std::string upper = upperCase(text);
    std::vector<std::string_view> words = util::split(upper, ':');
    const std::string_view target = words.front();
    words.erase(words.begin());
    if (target == "NONE") {
        placement.bind = BindTarget::None;
    } else if (!target.empty()) {
        const auto level = levelOf(target);
        if (!level || *level == HardwareLevel::Node)
            return util::fail(Status::ErrBadParam,
                              "bind to: '" + std::string(target) + "' is nothing that processes are bound to",
                              "give none, hwthread, core, l1cache, l2cache, l3cache, numa or package");
        placement.bind = BindTarget::To;
        placement.bindTo = *level;
    }
    for (const std::string_view word : words) {
        if (word == "OVERLOAD-ALLOWED" || word == "OVERLOAD")
            placement.overload = true;
        else if (word == "NO-OVERLOAD")
            placement.overload = false;
        else if (word != "IF-SUPPORTED" && !word.empty())
            return util::fail(Status::ErrBadParam, "bind to: '" + std::string(word) + "' is no modifier",
                              "give overload-allowed or no-overload");
    }
    return util::ok();
}

} // namespace dbgr::launcher
