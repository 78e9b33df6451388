// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/moves.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/fortran_names.h"
#include "dbgdaemon/engine/lldb/frame_choice.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "dbgdaemon/engine/lldb/run_control.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBData.h>
#include <lldb/API/SBFunction.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBValue.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace dbgr::daemon {

namespace {

// Where callers look for what a function gives, by the rules of the processor's system.
#if defined(__x86_64__)
constexpr const char* kWordRegister = "rax";
constexpr const char* kRealRegister = "xmm0";
#else
constexpr const char* kWordRegister = "x0";
constexpr const char* kRealRegister = "v0";
#endif

struct CodeLine
{
    std::uint32_t line = 0;
    lldb::addr_t address = 0;
};

/// The lines of one function's code that are of one file.
class FunctionLines
{
public:
    FunctionLines(lldb::SBTarget target, lldb::SBFunction function, const std::string& file)
    {
        const lldb::addr_t begin = function.GetStartAddress().GetLoadAddress(target);
        const lldb::addr_t end = function.GetEndAddress().GetLoadAddress(target);
        const lldb::addr_t body = begin + function.GetPrologueByteSize(); // before it there is no frame yet
        for (lldb::addr_t at = begin; at < end;) {
            const lldb::SBLineEntry entry = target.ResolveLoadAddress(at).GetLineEntry();
            if (!entry.IsValid())
                break;
            const lldb::addr_t next = entry.GetEndAddress().GetLoadAddress(target);
            if (entry.GetLine() != 0 && isNamedBy(pathOf(entry.GetFileSpec()), file))
                add({entry.GetLine(), at}, at >= body);
            if (next == LLDB_INVALID_ADDRESS || next <= at)
                break;
            at = next;
        }
    }

    /// Where the code of that line begins, or that of the next line of the function that has some.
    [[nodiscard]] std::optional<lldb::addr_t> find(std::uint32_t line) const
    {
        std::optional<CodeLine> best;
        for (const CodeLine& one : m_lines) {
            if (one.line >= line && (!best || one.line < best->line))
                best = one;
        }
        return best && line >= m_first ? std::optional(best->address) : std::nullopt;
    }
    /// ", which has lines 3 to 7"; "" none of that file
    [[nodiscard]] std::string words() const
    {
        return m_last == 0 ? "" : ", which has lines " + std::to_string(m_first) + " to " + std::to_string(m_last);
    }

private:
    void add(const CodeLine& one, bool isOfBody)
    {
        m_first = m_last == 0 ? one.line : std::min(m_first, one.line);
        m_last = std::max(m_last, one.line);
        if (isOfBody)
            m_lines.push_back(one);
    }

    std::vector<CodeLine> m_lines; // by their addresses
    std::uint32_t m_first = 0;
    std::uint32_t m_last = 0;
};

util::Result<lldb::addr_t> placeIn(LldbSession& session, lldb::SBFrame frame, const debug::SourceLine& asked)
{
    const std::string name = toFrame(frame).function;
    lldb::SBFunction function = frame.GetFunction();
    if (!function.IsValid())
        return util::fail(debug::Errc::NoDebugInfo, "nothing is known of the lines of the code where it stands");
    const FunctionLines lines(session.target(), function, asked.file);
    if (const auto address = lines.find(asked.line))
        return *address;
    return util::fail(debug::Errc::NoSuchPlace,
                      debug::textOf(debug::Place(asked)) + " is not in " + name + ", where it stands" + lines.words());
}

/// As a register holds it: the rest of it is zero.
util::Result<void> store(lldb::SBFrame frame, const values::ReturnValue& value)
{
    lldb::SBValue place = frame.FindRegister(value.isReal ? kRealRegister : kWordRegister);
    std::vector<std::byte> bytes = value.bytes;
    bytes.resize(std::max<std::size_t>(bytes.size(), place.GetByteSize()));
    lldb::SBError error;
    lldb::SBData data;
    data.SetData(error, bytes.data(), bytes.size(), lldb::eByteOrderLittle, sizeof(std::uint64_t));
    if (error.Success())
        place.SetData(data, error);
    if (error.Fail())
        return util::fail(toError(error, debug::Errc::EngineFailed, "storing what it returns"));
    return util::ok();
}

/// It stands elsewhere: what was known of the stop before holds no longer.
void beginAnotherStop(LldbSession& session)
{
    session.noteRunning();
    session.noteStopped();
}

} // namespace

util::Result<void> jump(LldbSession& session, const debug::Jump& what)
{
    DBGR_TRY(lldb::SBThread thread, session.thread(std::nullopt));
    lldb::SBFrame frame = thread.GetFrameAtIndex(0);
    if (lldb::SBFrame counts = frameThatCounts(thread); counts.IsValid() && counts.GetFrameID() != 0)
        return util::fail(debug::Errc::NoSuchPlace,
                          "it stands in " + toFrame(frame).function + ", which " + toFrame(counts).function +
                              " has called, and there are no lines to jump to",
                          "'step' goes back to what called it.");
    DBGR_TRY(const lldb::addr_t address, placeIn(session, frame, what.where));
    forgetStep(session);
    if (!frame.SetPC(address))
        return util::fail(debug::Errc::EngineFailed, "LLDB does not change where it stands");
    beginAnotherStop(session);
    return util::ok();
}

util::Result<void> returnNow(LldbSession& session, const debug::ReturnNow& what)
{
    DBGR_TRY(lldb::SBThread thread, session.thread(std::nullopt));
    lldb::SBFrame frame = frameThatCounts(thread);
    const std::string function = toFrame(frame).function;
    if (!thread.GetFrameAtIndex(frame.GetFrameID() + 1).IsValid())
        return util::fail(debug::Errc::NoSuchFrame, "nobody is known who has called " + function);
    const bool isInFortran = proceduresOf(frame).size() > 1; // 'finish' leaves what it was put into, too
    if (frame.IsInlined() || isInFortran)
        return util::fail(debug::Errc::NoSuchFrame,
                          function + " is inlined here: what it is to give has no place of its own",
                          isInFortran ? "'jump' goes to a line behind it."
                                      : "'finish' runs to its end; 'jump' goes to a line behind it.");
    std::optional<values::ReturnValue> value;
    if (!what.value.empty()) {
        DBGR_TRY(value, session.values().returnValue(frame, what.value));
    }
    forgetStep(session);
    lldb::SBValue nothing;
    if (const lldb::SBError error = thread.ReturnFromFrame(frame, nothing); error.Fail())
        return util::fail(toError(error, debug::Errc::EngineFailed, "leaving " + function));
    beginAnotherStop(session);
    session.leaving = function;
    return value ? store(thread.GetFrameAtIndex(0), *value) : util::ok();
}

} // namespace dbgr::daemon
