// SPDX-License-Identifier: BSD-3-Clause
// The values of one rank at one stop: read by our own reader, in all languages; what LLDB's compiler computes is shown
// by it, too. Way: variables, expressions -> RankValues -> values::Reader. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/rank_frames.h"
#include "dbgdaemon/engine/lldb/rank_memory.h"
#include "dbgdaemon/engine/lldb/rank_modules.h"
#include "debug/change.h"
#include "debug/description.h"
#include "debug/engine_request.h"
#include "debug/statistics.h"
#include "debug/variable.h"
#include "util/result.h"
#include "values/compare/content.h"
#include "values/parts/parts.h"
#include "values/print/printer.h"
#include "values/reader.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBProcess.h>
#include <lldb/API/SBTarget.h>
#include <lldb/API/SBValue.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::daemon {

/// One of a list of variables, or of what one of them opens to.
struct ListedValue
{
    values::NamedPart part;
    values::Language language = values::Language::Other; ///< of the frame
    debug::VariableKind kind = debug::VariableKind::Local;
    bool early = false;
};

/// Where a value is, for a look at it in later stops, wherever the rank stands then. Its type is of the RankValues that
/// has found it.
struct KeptPlace
{
    values::Value value;                   ///< settled; its file and place are those of a stop that is over
    std::optional<values::Address> inFile; ///< some address of the file that describes it
    values::Language language = values::Language::Other;
    std::uint64_t bytes = 0;
};

/// How much of a value is looked at.
struct Detail
{
    values::TextLimits text;
    values::ContentLimits content;
};
inline constexpr Detail kListed{{1, 8, 120}, {256U << 10, 500}};     ///< of one of many in a list
inline constexpr Detail kAsked{{3, 100, 1000}, {16U << 20, 20'000}}; ///< of one that was asked for

class RankValues
{
public:
    /// \param modules current
    RankValues(std::shared_ptr<RankMemory> memory, std::shared_ptr<RankModules> modules);

    /// The innermost calls of a thread, at least so many, by our own unwinder. Null: it is not certain of them.
    [[nodiscard]] std::shared_ptr<const OwnStack> ownStack(const std::shared_ptr<const StandingThread>& thread,
                                                           std::size_t mostCalls);

    /// Arguments and locals that are in scope, inner ones first. \errors NoDebugInfo
    [[nodiscard]] util::Result<std::vector<ListedValue>> variables(const ShownFrame& frame);
    /// What it opens to, from the `first` one on. \errors BadExpression
    [[nodiscard]] util::Result<std::vector<ListedValue>> children(const ListedValue& parent, std::uint32_t first,
                                                                  std::uint32_t count);
    /// All but its handle.
    [[nodiscard]] debug::Variable toVariable(const ListedValue& listed);

    /// All but its ranks. Nothing for what may be a question to LLDB's compiler, and no value.
    [[nodiscard]] std::optional<debug::ValueGroup> evaluate(const ShownFrame& frame, const std::string& expression,
                                                            const debug::ValueStyle& style = {});
    /// Of a rank that is not in the function that is meant: what all its calls share. Nothing where that has no value.
    /// \param code in the function; 0: none is meant
    [[nodiscard]] std::optional<debug::ValueGroup> evaluateAt(values::Address code, const std::string& expression,
                                                              const debug::ValueStyle& style);
    /// Where an expression's value is in the memory, which has to have it all. \param frame not valid: what all calls
    /// share, as seen from `code` (evaluateAt()) \errors debug::Errc::NoSuchPlace
    [[nodiscard]] util::Result<KeptPlace> keep(const ShownFrame& frame, values::Address code,
                                               const std::string& expression);
    /// What is there now; all but its ranks.
    [[nodiscard]] debug::ValueGroup look(const KeptPlace& kept);
    /// What LLDB's compiler computed.
    [[nodiscard]] debug::ValueGroup shown(const ShownFrame& frame, lldb::SBValue value, const Detail& detail,
                                          const debug::ValueStyle& style = {});
    /// Whether a condition has a value, and that is zero or false. Judged once a stop, however often it is asked.
    [[nodiscard]] bool isFalse(const ShownFrame& frame, const std::string& condition);

    /// Changes a variable; all but its ranks. Nothing for what may be a question to LLDB.
    [[nodiscard]] std::optional<debug::ChangeGroup> assign(const ShownFrame& frame, const debug::Assign& request);
    /// What the frame's function would leave for its caller. \errors debug::Errc::BadExpression
    [[nodiscard]] util::Result<values::ReturnValue> returnValue(const ShownFrame& frame, const std::string& expression);
    /// Types and names; all but its ranks. Nothing for what may be a question to LLDB.
    [[nodiscard]] std::optional<debug::Description> describe(const ShownFrame& frame, const debug::Describe& request);
    /// All but its ranks; what is wrong is its problem.
    [[nodiscard]] debug::StatisticsGroup statistics(const ShownFrame& frame, const std::string& expression);
    /// What was where something was changed, and what shows it.
    struct Undo
    {
        values::Writes before;
        std::function<debug::ValueGroup()> look;
    };
    void noteUndo(std::uint64_t number, Undo undo);
    /// Nothing: there is nothing to be undone by that number.
    [[nodiscard]] std::optional<debug::ChangeGroup> takeBack(std::uint64_t number);
    /// Somebody else has changed the rank's memory. Values keep their places.
    void forgetMemory()
    {
        m_reader.values().memory().forgetPages();
        m_memory->forgetRegions();
        m_isFalse.clear();
    }

private:
    [[nodiscard]] values::FrameRef refOf(const ShownFrame& frame) { return m_frames.refOf(frame); }
    /// How many parts it has is not counted. \param shown what `value` is settled
    [[nodiscard]] debug::Variable described(const values::Value& value, const util::Result<values::Value>& shown,
                                            const Detail& detail);
    [[nodiscard]] debug::Description listCode(const debug::Describe& request);
    [[nodiscard]] debug::Description declaration(const values::FrameRef& frame, const debug::Describe& request);
    [[nodiscard]] debug::ValueGroup groupOf(const values::Answer& answer, values::Language language,
                                            const Detail& detail, const debug::ValueStyle& style = {});
    [[nodiscard]] debug::ValueGroup usualGroupOf(const values::Answer& answer, values::Language language,
                                                 const Detail& detail);
    [[nodiscard]] bool isOthers(const values::Value& variable, values::Language language);

    struct OwnCalls
    {
        std::size_t asked = 0;
        std::shared_ptr<const OwnStack> stack; ///< null: see ownStack()
    };

    std::shared_ptr<RankMemory> m_memory;
    std::shared_ptr<RankModules> m_modules;
    std::map<std::uint64_t, OwnCalls> m_stacks; ///< by thread
    RankFrames m_frames;
    values::Reader m_reader;
    std::map<std::pair<std::uint64_t, std::string>, bool> m_isFalse; ///< conditions, by thread
    std::map<std::uint64_t, Undo> m_undos;                           ///< by the number of what was done
};

/// Whether LLDB's compiler may know better what our reader refuses.
[[nodiscard]] bool isForCompiler(const util::Error& error, values::Language language);

} // namespace dbgr::daemon
