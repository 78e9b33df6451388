// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/early.h"

#include "dbgdaemon/engine/lldb/scope.h"
#include "values/names/birth.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::size_t kMostKnown = 100'000;

/// A file, a place in it, a function that was put there: these stay as long as the process.
using CodePlace = std::tuple<const values::CodeFile*, std::uint64_t, std::uint32_t>;

bool isEarlyByLines(const ShownFrame& frame, const values::Value& variable)
{
    if (frame.outside() > 0) // it has made a call
        return false;
    const unsigned line = values::lineOfBirth(variable);
    return isBefore(frame, line) && isInFile(frame, values::fileOfBirth(variable));
}

/// Of our own frames, once for all ranks that stand there.
template <class What, class Judge>
bool judgedOnce(std::map<std::pair<CodePlace, What>, bool>& known, const ShownFrame& frame, const What& what,
                Judge judge)
{
    if (!frame.own())
        return judge();
    if (known.size() >= kMostKnown)
        known.clear();
    const values::PhysicalFrame& call = frame.own()->calls()[frame.shown().call];
    const CodePlace here{call.code->file, call.code->inFile(call.lookupPc()).value, frame.shown().inside};
    const auto [place, isNew] = known.try_emplace({here, what}, false);
    if (isNew)
        place->second = judge();
    return place->second;
}

} // namespace

bool isEarly(const ShownFrame& frame, const values::Value& variable)
{
    if (!variable.variable)
        return false;
    static std::map<std::pair<CodePlace, const void*>, bool> known; // of the engine thread
    return judgedOnce(known, frame, variable.variable->id(), [&] { return isEarlyByLines(frame, variable); });
}

bool isEarly(const ShownFrame& frame, const std::string& name, const std::function<util::Result<values::Value>()>& find)
{
    static std::map<std::pair<CodePlace, std::string>, bool> known; // of the engine thread
    return judgedOnce(known, frame, name, [&] {
        const auto variable = find();
        return variable && variable->variable && isEarlyByLines(frame, *variable);
    });
}

} // namespace dbgr::daemon
