// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine/stack_judge.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/rank_frames.h"
#include "dbgdaemon/engine/lldb/registers.h"

#include <lldb/API/LLDB.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace dbgr::test {

using daemon::OwnStack;

namespace {

std::string textOf(const debug::Frame& frame)
{
    return std::to_string(frame.index) + " " + frame.function + " " + frame.where.file + ":" +
           std::to_string(frame.where.line) + ":" + std::to_string(frame.where.column) + " " + frame.module +
           (frame.inlined ? " inlined" : "");
}

bool isNowhere(const debug::Frame& frame)
{
    return frame.function.empty();
}

std::vector<debug::Frame> framesOf(const OwnStack& own)
{
    std::vector<debug::Frame> frames;
    for (std::size_t i = 0; i < own.shown().size(); ++i)
        frames.push_back(own.frame(i));
    return frames;
}

bool isLost(const std::vector<debug::Frame>& theirs, const std::vector<debug::Frame>& ours)
{
    const auto isMain = [](const debug::Frame& frame) { return frame.function == "main"; };
    return std::ranges::count_if(theirs, isNowhere) > std::ranges::count_if(ours, isNowhere) ||
           std::ranges::count_if(theirs, isMain) < std::ranges::count_if(ours, isMain);
}

/// From where it says that there is no code at all, it reads what is no call.
std::vector<debug::Frame> untilNoCode(const std::vector<debug::Frame>& theirs)
{
    const auto isInNoFile = [](const debug::Frame& frame) { return frame.module.empty(); };
    return {theirs.begin(), std::ranges::find_if(theirs, isInNoFile)};
}

/// All that LLDB knows is known to us, in that order.
bool holdsAll(const std::vector<debug::Frame>& ours, const std::vector<debug::Frame>& theirs)
{
    std::size_t at = 0;
    for (const debug::Frame& frame : theirs) {
        while (!isNowhere(frame) && at < ours.size() && ours[at].function != frame.function)
            ++at;
    }
    return at < ours.size();
}

/// LLDB has passed over calls: it takes code without a symbol for that of the symbol before, and unwinds it as that.
bool leavesOut(const std::vector<debug::Frame>& theirs, const std::vector<debug::Frame>& ours)
{
    if (theirs.empty() || theirs.size() >= ours.size() || theirs.front().where.known())
        return false;
    std::size_t at = 0;
    for (const debug::Frame& frame : theirs) {
        while (at < ours.size() && ours[at].pc != frame.pc)
            ++at;
    }
    return at < ours.size();
}

/// LLDB finds no name for a constructor whose template was made for a lambda; ours is in the debug information.
bool isWithoutName(const debug::Frame& theirs, const debug::Frame& ours)
{
    constexpr std::string_view kNoName = "::(anonymous)";
    const std::string& name = theirs.function;
    return name.ends_with(kNoName) && ours.function.starts_with(name.substr(0, name.size() - kNoName.size() + 2));
}

std::string differenceOfShown(const std::vector<debug::Frame>& ours, const std::vector<debug::Frame>& theirs)
{
    for (std::size_t i = 0; i < std::max(theirs.size(), ours.size()); ++i) {
        const std::string own = i < ours.size() ? textOf(ours[i]) : "none";
        std::string lldbs = "none";
        if (i < theirs.size()) {
            debug::Frame frame = theirs[i];
            if (i < ours.size() && isWithoutName(frame, ours[i]))
                frame.function = ours[i].function;
            lldbs = textOf(frame);
        }
        if (own != lldbs)
            return "frame: ours " + own + ", LLDB's " + lldbs;
    }
    return {};
}

std::string differenceOfCall(const values::PhysicalFrame& call, lldb::SBThread thread)
{
    lldb::SBFrame frame = daemon::lldbFrameOf(thread, call);
    const std::string at = " of " + std::to_string(call.pc.value);
    if (!frame.IsValid() || frame.IsInlined())
        return "LLDB has no frame" + at;
    lldb::SBFrame innermost = frame;
    while (innermost.GetFrameID() > 0 && thread.GetFrameAtIndex(innermost.GetFrameID() - 1).IsInlined())
        innermost = thread.GetFrameAtIndex(innermost.GetFrameID() - 1);
    if (innermost.GetPC() != call.pc.value)
        return "pc" + at + ": LLDB's " + std::to_string(innermost.GetPC());
    if (frame.GetCFA() != call.cfa.value)
        return "frame address" + at + ": ours " + std::to_string(call.cfa.value) + ", LLDB's " +
               std::to_string(frame.GetCFA());
    for (unsigned number = 0; number < values::kUnwoundRegisters; ++number) {
        const char* const name = daemon::registerName(number);
        const auto word = name ? daemon::registerWord(frame, name) : std::nullopt;
        const auto& mine = call.registers[number];
        if (mine && word && *mine != *word)
            return std::string(name) + at + ": ours " + std::to_string(*mine) + ", LLDB's " + std::to_string(*word);
    }
    return {};
}

} // namespace

std::vector<debug::Frame> framesOfLldb(lldb::SBThread thread)
{
    std::vector<debug::Frame> frames;
    for (std::uint32_t i = 0; i < thread.GetNumFrames(); ++i) {
        for (debug::Frame& frame : daemon::toFrames(thread.GetFrameAtIndex(i), std::uint32_t(frames.size())))
            frames.push_back(std::move(frame));
    }
    return frames;
}

StackVerdict judge(const OwnStack& own, lldb::SBThread thread)
{
    const std::vector<debug::Frame> theirs = framesOfLldb(thread);
    const std::vector<debug::Frame> ours = framesOf(own);
    if (leavesOut(theirs, ours))
        return {StackVerdict::Is::LldbIsLost, {}};
    if (isLost(theirs, ours)) {
        if (holdsAll(ours, untilNoCode(theirs)))
            return {StackVerdict::Is::LldbIsLost, {}};
        return {StackVerdict::Is::Different, "LLDB is lost, and knows what is unknown to us"};
    }
    std::string difference = differenceOfShown(ours, theirs);
    for (std::size_t i = 0; difference.empty() && i < own.calls().size(); ++i)
        difference = differenceOfCall(own.calls()[i], thread);
    return {difference.empty() ? StackVerdict::Is::Same : StackVerdict::Is::Different, std::move(difference)};
}

} // namespace dbgr::test
