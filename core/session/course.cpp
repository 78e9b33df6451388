// SPDX-License-Identifier: BSD-3-Clause
#include "session/course.h"

#include <algorithm>

namespace dbgr::session {

using debug::Frame;
using debug::RankFrames;

const char* name(Course course)
{
    switch (course) {
    case Course::Together:
        return "together";
    case Course::Behind:
        return "behind";
    case Course::Ahead:
        return "ahead";
    case Course::Elsewhere:
        break;
    }
    return "elsewhere";
}

namespace {

bool sameFunction(const Frame& one, const Frame& other)
{
    return one.function == other.function && one.module == other.module && one.where.file == other.where.file;
}

/// Whether it is known where the innermost frame stands.
bool hasLine(const RankFrames& stack)
{
    return !stack.frames.empty() && stack.frames.front().where.known();
}

bool sameStack(const RankFrames& one, const RankFrames& other)
{
    const auto same = [](const Frame& a, const Frame& b) { return sameFunction(a, b) && a.where.line == b.where.line; };
    return std::equal(one.frames.begin(), one.frames.end(), other.frames.begin(), other.frames.end(), same);
}

} // namespace

Standing standingOf(const RankFrames& rank, const RankFrames& leader)
{
    if (!hasLine(leader) || rank.frames.empty())
        return {};
    // Where a stack is cut off nobody knows what lies below.
    if (rank.truncated || leader.truncated)
        return {sameStack(rank, leader) ? Course::Together : Course::Elsewhere};

    auto its = rank.frames.rbegin();
    auto leaders = leader.frames.rbegin();
    while (its != rank.frames.rend() && leaders != leader.frames.rend() && sameFunction(*its, *leaders) &&
           its->where.line == leaders->where.line) {
        ++its;
        ++leaders;
    }
    const auto deeper = static_cast<std::uint32_t>(rank.frames.rend() - its);
    if (leaders == leader.frames.rend())
        return {deeper == 0 ? Course::Together : Course::Behind, deeper};
    if (its == rank.frames.rend() || !sameFunction(*its, *leaders) || !its->where.known())
        return {};
    if (its->where.line > leaders->where.line)
        return {Course::Ahead};
    return {Course::Behind, deeper - 1};
}

} // namespace dbgr::session
