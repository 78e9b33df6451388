// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/assignment.h"

#include "dbgdaemon/engine/lldb/compiled_expression.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "dbgdaemon/engine/lldb/parsed.h"
#include "dbgdaemon/engine/lldb/stack.h"
#include "debug/debug_error.h"
#include "util/string_util.h"
#include "values/expr/leading_name.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace dbgr::daemon {

namespace {

// What does not fit is refused, not cut.
constexpr const char* kNoLoss = "#pragma clang diagnostic error \"-Wconstant-conversion\"\n"
                                "#pragma clang diagnostic error \"-Wliteral-conversion\"\n"
                                "#pragma clang diagnostic error \"-Wdivision-by-zero\"\n"
                                "#pragma clang diagnostic error \"-Wint-conversion\"\n";
constexpr std::uint64_t kLargestScalar = 32;

debug::ChangeGroup refusal(const LldbSession& session, std::string why)
{
    debug::ChangeGroup change;
    change.ranks = util::RankSet(session.rank());
    change.problem = std::move(why);
    return change;
}

/// Undone by putting its bytes back: nothing else hangs on them.
bool isPlain(lldb::SBValue place)
{
    const std::uint32_t flags = place.GetType().GetCanonicalType().GetTypeFlags();
    return flags & (lldb::eTypeIsScalar | lldb::eTypeIsPointer | lldb::eTypeIsEnumeration) &&
           place.GetByteSize() <= kLargestScalar;
}

/// The words of what LLDB's compiler says of `&(target)`.
std::string wordsOfPlace(const lldb::SBError& error)
{
    const std::string words = wordsOf(error);
    return words.find("rvalue") == std::string::npos ? words : "only a variable can be changed, and this was computed";
}

debug::ChangeGroup assignByCompiler(LldbSession& session, ShownFrame frame, const debug::Assign& request)
{
    for (const char* const effect : {"++", "--"}) {
        if (request.target.find(effect) != std::string::npos)
            return refusal(session, std::string("a target with ") + effect + " in it is not changed");
    }
    lldb::SBValue address = compileAndRun(frame, "&(" + request.target + ")", kNoLoss);
    session.forgetMemory();
    if (address.GetError().Fail())
        return refusal(session, wordsOfPlace(address.GetError()));
    lldb::SBValue place = address.Dereference();
    const auto at = values::Address{address.GetValueAsUnsigned(0)};
    values::Write old{at, std::vector<std::byte>(isPlain(place) ? place.GetByteSize() : 0)};
    lldb::SBError error;
    if (!old.bytes.empty() &&
        session.process().ReadMemory(at.value, old.bytes.data(), old.bytes.size(), error) != old.bytes.size())
        return refusal(session, "the memory at " + values::textOf(at) + " cannot be read");
    const debug::ValueGroup before = session.values().shown(frame, place, kAsked);
    lldb::SBValue done = compileAndRun(frame, "(" + request.target + ") = (" + request.value + ")", kNoLoss);
    session.forgetMemory();
    if (lldb::SBError failed = done.GetError(); failed.Fail() && failed.GetError() != kNoResult)
        return refusal(session, wordsOf(failed));
    const std::function<debug::ValueGroup()> look = [&session, frame, address]() mutable {
        return session.values().shown(frame, address.Dereference(), kAsked);
    };
    const debug::ValueGroup after = look();
    const auto target = parsed(request.target, values::Language::Cxx);
    const std::string root = target ? values::leadingName(*target) : "";
    lldb::SBValue variable = root.empty() ? lldb::SBValue() : frame.lldb().FindVariable(root.c_str());
    const bool inRegister = variable.IsValid() && variable.GetLoadAddress() == LLDB_INVALID_ADDRESS;
    const bool final = old.bytes.empty() || inRegister;
    if (!final)
        session.values().noteUndo(request.number, {{std::move(old)}, look});
    return {
        util::RankSet(session.rank()), before.value, after.value, after.type, "", before.content, after.content, final};
}

} // namespace

util::Result<debug::ChangeGroup> assign(LldbSession& session, const debug::Assign& request)
{
    DBGR_TRY(ShownFrame frame, chosenFrame(session, request.thread, request.frame, request.match));
    if (util::trimmed(request.target).starts_with('$'))
        return refusal(session, "registers cannot be changed here");
    if (auto change = session.values().assign(frame, request)) {
        change->ranks.insert(session.rank());
        return *std::move(change);
    }
    return assignByCompiler(session, frame, request);
}

util::Result<debug::ChangeGroup> takeBack(LldbSession& session, const debug::TakeBack& request)
{
    DBGR_TRY(session.requireStopped());
    auto change = session.values().takeBack(request.number);
    if (!change)
        return util::fail(debug::Errc::Stale, "it has run since, or nothing was changed in it",
                          "set the value that it is to have");
    change->ranks.insert(session.rank());
    return *std::move(change);
}

} // namespace dbgr::daemon
