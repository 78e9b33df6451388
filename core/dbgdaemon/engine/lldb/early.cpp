// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/early.h"

#include "dbgdaemon/engine/lldb/scope.h"
#include "values/names/birth.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>

namespace dbgr::daemon {

namespace {

constexpr std::size_t kMostKnown = 100'000;

bool isEarlyByLines(const ShownFrame& frame, const values::Value& variable)
{
    if (frame.outside() > 0) // it has made a call
        return false;
    const unsigned line = values::lineOfBirth(variable);
    return isBefore(frame, line) && isInFile(frame, values::fileOfBirth(variable));
}

} // namespace

bool isEarly(const ShownFrame& frame, const values::Value& variable)
{
    if (!variable.variable)
        return false;
    if (!frame.own())
        return isEarlyByLines(frame, variable);
    // A file, a place in it, a function that was put there, a variable: these stay as long as the process.
    using Key = std::tuple<const values::CodeFile*, std::uint64_t, std::uint32_t, const void*>;
    static std::map<Key, bool> known; // of the engine thread
    if (known.size() >= kMostKnown)
        known.clear();
    const values::PhysicalFrame& call = frame.own()->calls()[frame.shown().call];
    const Key key{call.code->file, call.code->inFile(call.lookupPc()).value, frame.shown().inside,
                  variable.variable->id()};
    const auto [place, isNew] = known.try_emplace(key, false);
    if (isNew)
        place->second = isEarlyByLines(frame, variable);
    return place->second;
}

} // namespace dbgr::daemon
