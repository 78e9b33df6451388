// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/dbgwire/message_text.h"

#include "util/string_util.h"

#include <sstream>
#include <type_traits>

namespace dbgr::test {

namespace {

using namespace debug;

/// Writes values one after the other; print() says which fields a type has.
class Printer
{
public:
    template <class... Ts>
    void operator()(const Ts&... values)
    {
        m_out << '{';
        ((print(values), m_out << ' '), ...);
        m_out << '}';
    }
    [[nodiscard]] std::string text() const { return m_out.str(); }

private:
    template <class T>
    requires std::is_arithmetic_v<T>
    void print(T value) { m_out << +value; }
    template <class E>
    requires std::is_enum_v<E>
    void print(E value) { m_out << static_cast<int>(value); }
    template <class Tag, class Rep>
    void print(util::StrongId<Tag, Rep> id)
    {
        m_out << +id.value();
    }
    template <class T>
    void print(const std::vector<T>& list)
    {
        m_out << '[';
        for (const T& entry : list)
            print(entry);
        m_out << ']';
    }
    template <class T>
    void print(const std::optional<T>& value)
    {
        if (value)
            print(*value);
        else
            m_out << "none";
    }
    template <class A, class B>
    void print(const std::pair<A, B>& pair)
    {
        (*this)(pair.first, pair.second);
    }
    template <class... Ts>
    void print(const std::variant<Ts...>& value)
    {
        m_out << '#' << value.index();
        std::visit([this](const auto& alternative) { print(alternative); }, value);
    }
    void print(const std::string& text) { m_out << '"' << util::toHex(text) << '"'; }
    void print(const util::RankSet& ranks) { m_out << '<' << ranks.toString() << '>'; }
    void print(const util::Error& e)
    {
        (*this)(std::string(e.code.category().name()), e.code.value(), e.detail, e.advice);
    }

    void print(const SourceLocation& v) { (*this)(v.file, v.line, v.column); }
    void print(const Frame& v) { (*this)(v.index, v.function, v.where, v.module, v.pc, v.inlined, v.isPython); }
    void print(const SourceLine& v) { (*this)(v.file, v.line); }
    void print(const FunctionPattern& v) { (*this)(v.pattern); }
    void print(const CodeAddress& v) { (*this)(v.function, v.offset); }
    void print(const FunctionName& v) { (*this)(v.name); }
    void print(const BreakpointSpec& v)
    {
        (*this)(v.id, v.where, v.condition, v.enabled, v.ignore, v.traced, v.off, v.within);
    }
    void print(const WatchedData& v) { (*this)(v.expression, v.use, v.slow); }
    void print(const Moment& v) { (*this)(v.what, v.only); }
    void print(const BreakpointStatus& v)
    {
        (*this)(v.id, v.resolved, v.pending, v.actual, v.problem, v.judge, v.scope, v.places, v.placeList, v.registers,
                v.logger);
    }
    void print(const WatchRegisters& v) { (*this)(v.taken, v.all); }
    void print(const PlaceName& v) { (*this)(v.file, v.function, v.module, v.ordinal); }
    void print(const BreakpointPlace& v) { (*this)(v.name, v.where, v.module, v.address, v.ranks); }
    void print(const ThreadInfo& v) { (*this)(v.id, v.index, v.name, v.top, v.leading, v.frozen, v.role); }
    void print(const ThreadIndex& v) { (*this)(v.value); }
    void print(const ThreadValues& v) { (*this)(v.threads, v.value); }
    void print(const RankThreadValues& v) { (*this)(v.rank, v.stopId, v.values); }
    void print(const RankThreads& v) { (*this)(v.rank, v.stopId, v.threads); }
    void print(const RankFrames& v) { (*this)(v.rank, v.stopId, v.thread, v.frames, v.truncated, v.places); }
    void print(const FramePlace& v) { (*this)(v.path.high, v.path.low); }
    void print(const FrameMatch& v) { (*this)(v.place, v.function, v.itself); }
    void print(const Variable& v)
    {
        (*this)(v.name, v.type, v.value, v.kind, v.path, v.childCount, v.handle, v.problem, v.content, v.early);
    }
    void print(const RankVariables& v) { (*this)(v.rank, v.stopId, v.variables, v.truncated); }
    void print(const ValueGroup& v) { (*this)(v.ranks, v.value, v.type, v.problem, v.content, v.early, v.tree); }
    void print(const ValueTree& v) { (*this)(v.kind, v.name, v.type, v.value, v.problem, v.bounds, v.parts, v.left); }
    void print(const ValueStyle& v) { (*this)(v.format, v.depth, v.elements, v.tree); }
    void print(const ChangeGroup& v)
    {
        (*this)(v.ranks, v.before, v.after, v.type, v.problem, v.contentBefore, v.contentAfter, v.final);
    }
    void print(const WatchedChange& v)
    {
        (*this)(v.id);
        print(static_cast<const ChangeGroup&>(v));
    }
    void print(const DescribedName& v)
    {
        (*this)(v.name, v.type, v.place, v.level, v.offset, v.bytes, v.bits, v.bitOffset);
    }
    void print(const Description& v) { (*this)(v.ranks, v.text, v.names, v.left, v.problem); }
    void print(const StatisticsGroup& v)
    {
        (*this)(v.ranks, v.type, v.count, v.nans, v.infinities, v.lowest, v.highest, v.lowestAt, v.highestAt,
                std::to_string(v.mean), std::to_string(v.deviation), v.problem);
    }
    void print(const Content& v) { (*this)(v.hash.high, v.hash.low, v.partial, v.compared, v.isAddress); }
    void print(const ThreadSet& v)
    {
        for (const auto& [kind, threads] : v.kinds()) {
            (*this)(static_cast<int>(kind.role), kind.name);
            for (const auto& [index, ranks] : threads.byThread())
                (*this)(index, ranks);
        }
    }
    void print(const StackNode& v) { (*this)(v.frame, v.ranks, v.threads, v.children, v.leading, v.who); }
    void print(const StackTree& v) { (*this)(v.roots()); }

    void print(const SetBreakpoint& v) { (*this)(v.spec, v.ignoreAnew, v.thread, v.frame, v.match, v.tellsPassed); }
    void print(const RemoveBreakpoint& v) { (*this)(v.id); }
    void print(const Continue&) {}
    void print(const CountHits&) {}
    void print(const CheckInput&) {}
    void print(const Interrupt&) {}
    void print(const Step& v) { (*this)(v.kind, v.count, v.alone, v.team); }
    void print(const RunTo& v) { (*this)(v.where, v.untilReturn); }
    void print(const GetThreads&) {}
    void print(const GetStacks& v) { (*this)(v.maxFrames, v.by == StacksBy::Thread); }
    void print(const Sample& v) { (*this)(v.maxFrames); }
    void print(const GetFrames& v) { (*this)(v.thread, v.maxFrames); }
    void print(const GetVariables& v) { (*this)(v.thread, v.frame, v.maxVariables, v.match); }
    void print(const GetChildren& v) { (*this)(v.handle, v.first, v.maxVariables); }
    void print(const Evaluate& v) { (*this)(v.expression, v.thread, v.frame, v.match, v.style); }
    void print(const Assign& v) { (*this)(v.target, v.value, v.number, v.thread, v.frame, v.match); }
    void print(const TakeBack& v) { (*this)(v.number); }
    void print(const Describe& v) { (*this)(v.what, v.text, v.most, v.thread, v.frame, v.match, v.line); }
    void print(const GetStatistics& v) { (*this)(v.expression, v.thread, v.frame, v.match); }
    void print(const GiveInput& v) { (*this)(v.bytes, v.eof); }
    void print(const SignalRule& v) { (*this)(v.signal, v.stop, v.pass, v.tell); }
    void print(const SetSignal& v) { (*this)(v.rule); }
    void print(const SetFloatTraps& v) { (*this)(v.traps.bits()); }
    void print(const Detach&) {}
    void print(const Kill&) {}
    void print(const SelectThread& v) { (*this)(v.thread); }
    void print(const FreezeThreads& v) { (*this)(v.threads, v.freeze); }
    void print(const EvaluateInThreads& v) { (*this)(v.expression, v.style); }
    void print(const Jump& v) { (*this)(v.where); }
    void print(const ReturnNow& v) { (*this)(v.value); }

    void print(const DoneReply&) {}
    void print(const BreakpointReply& v) { (*this)(v.status); }
    void print(const ThreadsReply& v) { (*this)(v.ranks); }
    void print(const StacksReply& v) { (*this)(v.tree); }
    void print(const FramesReply& v) { (*this)(v.ranks); }
    void print(const VariablesReply& v) { (*this)(v.ranks); }
    void print(const ValuesReply& v) { (*this)(v.values); }
    void print(const ChangesReply& v) { (*this)(v.changes); }
    void print(const DescriptionsReply& v) { (*this)(v.descriptions); }
    void print(const StatisticsReply& v) { (*this)(v.statistics); }
    void print(const ThreadValuesReply& v) { (*this)(v.ranks); }
    void print(const RankFailure& v) { (*this)(v.ranks, v.error); }
    void print(const EngineReply& v) { (*this)(v.body, v.failures); }

    void print(const AttachedRank& v) { (*this)(v.rank, v.pid, v.executable); }
    void print(const RanksAttached& v) { (*this)(v.host, v.ranks); }
    void print(const AttachFailed& v) { (*this)(v.ranks, v.error); }
    void print(const StopCause& v)
    {
        (*this)(v.reason, v.breakpoints, v.signal, v.description, v.top, v.source, v.address, v.returnedFrom, v.steps,
                v.instruction, v.frozen, v.systemCall, v.team);
    }
    void print(const SystemCall& v) { (*this)(v.number, v.name, v.returned, v.arguments, v.value); }
    void print(const TeamSteps& v) { (*this)(v.done, v.behind, v.ended); }
    void print(const TeamSteps::Behind& v) { (*this)(v.thread, v.top, v.source); }
    void print(const StepCount& v) { (*this)(v.done, v.asked); }
    void print(const InstructionPlace& v) { (*this)(v.address, v.offset, v.text); }
    void print(const StopGroup& v) { (*this)(v.ranks, v.stopIds, v.cause, v.returned, v.watched); }
    void print(const RanksResumed& v) { (*this)(v.ranks); }
    void print(const RanksStand& v) { (*this)(v.ranks); }
    void print(const RanksExited& v) { (*this)(v.ranks, v.status, v.signal); }
    void print(const RanksDetached& v) { (*this)(v.ranks); }
    void print(const BreakpointChanged& v) { (*this)(v.status); }
    void print(const EngineBusy& v) { (*this)(v.ranks, v.what, v.since.count()); }
    void print(const RanksLost& v) { (*this)(v.ranks, v.error); }
    void print(const RankWarning& v) { (*this)(v.ranks, v.error); }
    void print(const DaemonDying& v) { (*this)(v.signal, v.request, v.ranks); }
    void print(const TracedValue& v) { (*this)(v.value, v.problem); }
    void print(const TraceRecord& v) { (*this)(v.rank, v.id, v.thread, v.time.count(), v.values); }
    void print(const HitsPassed& v) { (*this)(v.ranks, v.id, v.times); }
    void print(const SignalsSeen& v) { (*this)(v.ranks, v.signal, v.times); }
    void print(const RanksTraced& v) { (*this)(v.records); }
    void print(const LocalProcess& v) { (*this)(v.rank, v.pid, v.executable); }
    void print(const LocalCore& v) { (*this)(v.rank, v.path, v.executable); }
    void print(const RanksFound& v) { (*this)(v.ranks, v.jobSize, v.starters); }
    void print(const AttachOrder& v) { (*this)(v.only, v.processes, v.cores, v.again, v.keepRunning); }

    void print(const dbgwire::Hello& v)
    {
        (*this)(v.lowestVersion, v.highestVersion, v.program, v.sources, v.features, v.host, v.pid, v.nspace, v.rank,
                v.localRanks);
    }
    void print(const dbgwire::Request& v) { (*this)(v.id, v.command.ranks, v.command.request); }
    void print(const dbgwire::Reply& v)
    {
        if (v.result)
            (*this)(v.id, *v.result);
        else
            (*this)(v.id, v.result.error());
    }
    void print(const dbgwire::Heartbeat&) {}
    void print(const dbgwire::Cancel& v) { (*this)(v.id); }

    std::ostringstream m_out;
};

} // namespace

std::string toText(const dbgwire::Message& message)
{
    Printer printer;
    printer(message);
    return printer.text();
}

} // namespace dbgr::test
