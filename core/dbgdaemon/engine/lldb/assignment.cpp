// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/assignment.h"

#include "dbgdaemon/engine/lldb/compiled_expression.h"
#include "dbgdaemon/engine/lldb/content.h"
#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/fortran_names.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "dbgdaemon/engine/lldb/scope.h"
#include "dbgdaemon/engine/lldb/stack.h"
#include "dbgdaemon/engine/lldb/value_text.h"
#include "debug/debug_error.h"
#include "util/string_util.h"

#include <cctype>
#include <functional>
#include <set>
#include <span>
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

bool isOfName(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Names that nothing leads to, as a member's name is led to by "x.".
std::set<std::string> plainNames(std::string_view text)
{
    std::set<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
        if (!isOfName(text[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < text.size() && isOfName(text[at]))
            ++at;
        const std::string_view before = util::trimmed(text.substr(0, begin));
        const bool isPart = before.ends_with('.') || before.ends_with("->") || before.ends_with("::");
        const bool isNumber = text[begin] >= '0' && text[begin] <= '9';
        if (!isPart && !isNumber)
            names.emplace(text.substr(begin, at - begin));
    }
    return names;
}

/// In a method, a name may be that of a member: only the compiler knows.
bool mayNameMember(lldb::SBFrame frame, std::string_view text)
{
    lldb::SBValue self = frame.FindVariable("this");
    if (!self.IsValid())
        return false;
    for (const std::string& name : plainNames(text)) {
        if (!frame.FindVariable(name.c_str()).IsValid() && self.GetChildMemberWithName(name.c_str()).IsValid())
            return true;
    }
    return false;
}

debug::ValueGroup shown(lldb::SBValue value)
{
    debug::ValueGroup group;
    group.value = oneLine(value, kLongText);
    group.type = text(value.GetDisplayTypeName());
    group.content = contentOf(value, kAskedContent);
    return group;
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

debug::ChangeGroup assignByCompiler(LldbSession& session, lldb::SBFrame frame, const debug::Assign& request)
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
    const debug::ValueGroup before = shown(place);
    lldb::SBValue done = compileAndRun(frame, "(" + request.target + ") = (" + request.value + ")", kNoLoss);
    session.forgetMemory();
    if (lldb::SBError failed = done.GetError(); failed.Fail() && failed.GetError() != kNoResult)
        return refusal(session, wordsOf(failed));
    const std::function<debug::ValueGroup()> look = [address]() mutable { return shown(address.Dereference()); };
    const debug::ValueGroup after = look();
    const std::string root = rootOf(request.target);
    lldb::SBValue variable = root.empty() ? lldb::SBValue() : frame.FindVariable(root.c_str());
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
    DBGR_TRY(lldb::SBFrame frame, chosenFrame(session, request.thread, request.frame, request.match));
    if (util::trimmed(request.target).starts_with('$'))
        return refusal(session, "registers cannot be changed here");
    const bool fortran = isFortran(frame.GetCompileUnit());
    if (fortran || !mayNameMember(frame, request.target + " " + request.value)) {
        if (auto change = session.values().assign(frame, request)) {
            change->ranks.insert(session.rank());
            return *std::move(change);
        }
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
