// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/dbgwire/message_samples.h"

#include "debug/debug_error.h"

namespace dbgr::test {

namespace {

using namespace debug;
using util::Rank;
using util::RankSet;
using util::StopId;
using util::ThreadId;

const RankSet kRanks{Rank(0), Rank(1), Rank(2), Rank(7)};

Frame frame(std::uint32_t index, std::string function)
{
    return {index, std::move(function), {"/src/ring.cpp", 40 + index, 7}, "ring", 0xfffe'0000'1234'5678 + index, true};
}

util::Error error()
{
    return {Errc::PtraceRefused, "attaching to rank 7: not allowed", "set ptrace_scope to 0"};
}

BreakpointStatus breakpointStatus()
{
    return {util::BreakpointId(3), kRanks, RankSet{Rank(8)}, {"/src/ring.cpp", 42, 1}, "no such place", Judge::Reader};
}

/// Two roots, and a deeper side.
StackTree stackTree()
{
    StackTree tree;
    const std::vector<Frame> deep{frame(0, "leaf"), frame(1, "middle"), frame(2, "main")};
    const std::vector<Frame> flat{frame(0, "other"), frame(1, "main")};
    const std::vector<Frame> thread{frame(0, "poll"), frame(1, "start_thread")};
    tree.add(Rank(0), deep);
    tree.add(Rank(1), deep);
    tree.add(Rank(2), flat);
    tree.add(Rank(2), thread);
    return tree;
}

Variable variable()
{
    Variable v;
    v.name = "history";
    v.type = "std::vector<int>";
    v.value = std::string("size=3 \xff\x00 not UTF-8", 20);
    v.kind = VariableKind::Argument;
    v.path = "state.history";
    v.childCount = 3;
    v.handle = util::VariableHandle(1ULL << 63);
    v.problem = "none";
    return v;
}

ValueTree valueTree()
{
    ValueTree leaf;
    leaf.kind = ValueTree::Kind::Integer;
    leaf.name = "x";
    leaf.type = "int";
    leaf.value = "3";
    ValueTree absent = leaf;
    absent.name = "y";
    absent.value.clear();
    absent.problem = "not allocated";
    ValueTree list;
    list.kind = ValueTree::Kind::Array;
    list.name = "list";
    list.bounds = {{-1, 1000}, {0, 1}};
    list.parts = {leaf, leaf, absent};
    list.left = 997;
    ValueTree whole;
    whole.kind = ValueTree::Kind::Record;
    whole.type = "T";
    whole.parts = {list, leaf, list};
    return whole;
}

void addRequests(std::vector<NamedMessage>& all)
{
    const auto add = [&](const char* name, EngineRequest request) {
        const util::RequestId id(all.size() + 1000);
        all.push_back({std::string("request_") + name, dbgwire::Request{id, {kRanks, std::move(request)}}});
    };
    const BreakpointSpec line{util::BreakpointId(1), SourceLine{"ring.cpp", 42}, "rank == 2", true};
    const BreakpointSpec function{util::BreakpointId(2), FunctionName{"pass_token"}, "", false};
    add("break_line", SetBreakpoint{line});
    add("break_function", SetBreakpoint{function});
    add("remove_breakpoint", RemoveBreakpoint{util::BreakpointId(9)});
    add("continue", Continue{});
    add("interrupt", Interrupt{});
    add("step_into", Step{StepKind::Into});
    add("step_over", Step{StepKind::Over});
    add("step_out", Step{StepKind::Out});
    add("threads", GetThreads{});
    add("stacks", GetStacks{17});
    add("frames", GetFrames{ThreadId(4711), 18});
    add("frames_leading", GetFrames{std::nullopt, 19});
    add("variables", GetVariables{ThreadId(0), 2, 20});
    add("children", GetChildren{util::VariableHandle(5), 100, 21});
    add("evaluate", Evaluate{"a + b", ThreadId(4712), 3});
    add("detach", Detach{});
    add("kill", Kill{});
}

void addReplies(std::vector<NamedMessage>& all)
{
    const auto add = [&](const char* name, ReplyBody body, std::vector<RankFailure> failures = {}) {
        const util::RequestId id(all.size() + 2000);
        all.push_back({std::string("reply_") + name, dbgwire::Reply{id, EngineReply{std::move(body), failures}}});
    };
    const ThreadInfo thread{ThreadId(4711), 1, "ring", frame(0, "leaf"), true};
    const std::vector<RankFailure> failures{
        {RankSet{Rank(3)}, error()},
        {RankSet{Rank(4)}, {std::make_error_code(std::errc::no_such_process), "gone", ""}}};
    add("done", DoneReply{}, failures);
    add("breakpoint", BreakpointReply{breakpointStatus()});
    add("threads", ThreadsReply{{{Rank(1), StopId(6), {thread, thread}}, {Rank(2), StopId(7), {}}}});
    add("stacks", StacksReply{stackTree()});
    add("frames", FramesReply{{{Rank(1), StopId(6), ThreadId(9), {frame(0, "leaf"), frame(1, "main")}, true}}});
    add("variables", VariablesReply{{{Rank(2), StopId(8), {variable(), variable()}, true}}});
    add("values", ValuesReply{{{kRanks, "3", "int", ""}, {RankSet{Rank(9)}, "", "", "optimised out"}}});
    all.push_back({"reply_refused", dbgwire::Reply{util::RequestId(7), util::fail(error())}});
}

void addEvents(std::vector<NamedMessage>& all)
{
    const auto add = [&](const char* name, DaemonEvent event) {
        all.push_back({std::string("event_") + name, std::move(event)});
    };
    StopGroup stop;
    stop.ranks = kRanks;
    stop.stopIds = {{RankSet{Rank(0), Rank(1)}, StopId(4)}, {RankSet{Rank(2), Rank(7)}, StopId(5)}};
    stop.cause = {StopReason::Signal,
                  {util::BreakpointId(1), util::BreakpointId(2)},
                  11,
                  "bad address",
                  frame(0, "f"),
                  {},
                  {},
                  ""};
    add("attached",
        RanksAttached{"node7", {{Rank(0), util::Pid(100), "/bin/ring"}, {Rank(1), util::Pid(101), "/bin/ring"}}});
    add("attach_failed", AttachFailed{kRanks, error()});
    add("stopped", stop);
    add("resumed", RanksResumed{kRanks});
    add("exited", RanksExited{kRanks, 3, 9});
    add("detached", RanksDetached{kRanks});
    add("breakpoint_changed", BreakpointChanged{breakpointStatus()});
    add("busy", EngineBusy{kRanks, "reading symbols", std::chrono::seconds(12)});
    add("lost", RanksLost{kRanks, error()});
    add("found", RanksFound{{{Rank(3), util::Pid(103), "/bin/ring"}, {Rank(4), util::Pid(104), ""}}, 64});
    add("warning", RankWarning{kRanks, error()});
}

void addOrders(std::vector<NamedMessage>& all)
{
    all.push_back({"attach_all", AttachOrder{}});
    all.push_back({"attach_only", AttachOrder{kRanks, {}, {}}});
    all.push_back({"attach_told", AttachOrder{std::nullopt,
                                              {{Rank(0), util::Pid(100), "/bin/ring"}, {Rank(7), util::Pid(107), ""}},
                                              {{Rank(8), "/tmp/core.8", "/bin/ring"}, {Rank(9), "/tmp/core.9", ""}}}});
}

/// What was added to messages that were there before: their bytes stay as they were.
void addWhatCameLater(std::vector<NamedMessage>& all)
{
    const auto ask = [&](const char* name, EngineRequest request) {
        const util::RequestId id(all.size() + 3000);
        all.push_back({std::string("request_") + name, dbgwire::Request{id, {kRanks, std::move(request)}}});
    };
    const auto answer = [&](const char* name, ReplyBody body) {
        const util::RequestId id(all.size() + 3000);
        all.push_back({std::string("reply_") + name, dbgwire::Reply{id, EngineReply{std::move(body), {}}}});
    };
    ask("variables_matched", GetVariables{{}, 2, 20, FrameMatch{{{1, ~0ULL}}, "work"}});
    ask("evaluate_matched", Evaluate{"a + b", {}, 3, FrameMatch{{}, "work"}});
    const std::vector<Frame> frames{frame(0, "leaf"), frame(1, "main")};
    answer("frames_placed", FramesReply{{{Rank(1), StopId(6), ThreadId(9), frames, false, {{{1, 2}}, {{3, 4}}}}}});
    Variable compared = variable();
    compared.content = {{~0ULL, 3}, true, 1ULL << 40};
    compared.early = true;
    answer("variables_compared", VariablesReply{{{Rank(2), StopId(8), {compared}, true}}});
    answer("values_compared", ValuesReply{{{kRanks, "{...}", "T", "", {{1, 2}, true, 3}, true}}});
    ask("variables_that_count", GetVariables{std::nullopt, std::nullopt, 20});
    ask("evaluate_innermost", Evaluate{"a + b", std::nullopt, 0});
    StackTree tree;
    tree.add(Rank(1), frames, true);
    answer("stacks_leading", StacksReply{std::move(tree)});
    StopGroup stop;
    stop.ranks = kRanks;
    stop.stopIds = {{kRanks, StopId(4)}};
    stop.returned = {{kRanks, "3", "int", ""}};
    stop.cause = {StopReason::Signal, {}, 11, "null pointer", frame(0, "f"), frame(2, "main"), 0x10, "sweep"};
    ask("evaluate_styled", Evaluate{"a", {}, 3, {}, {'x', 5, 500, true}});
    ask("assign", Assign{"state.n", "n + 1", 1ULL << 40, ThreadId(4711), 2, FrameMatch{{{1, 2}}, "work"}});
    ask("assign_innermost", Assign{"n", "3", 1, {}, 0, {}});
    ask("take_back", TakeBack{~0ULL});
    ask("describe", Describe{Describe::What::Types, "field", 200, {}, 1, FrameMatch{{}, "work"}});
    answer("values_as_trees", ValuesReply{{{kRanks, "{...}", "T", "", {}, false, valueTree()}}});
    answer("changes", ChangesReply{{{kRanks, "3", "4", "int", "", {{1, 2}, true, 3}, {{5, 6}, false, 7}, true},
                                    {RankSet{Rank(9)}, "", "", "", "it is a constant"}}});
    DescribedName member{"flag", "unsigned int", "shop.h", 1, 4, 4, 3, 2};
    answer("descriptions", DescriptionsReply{{{kRanks, "struct T", {member, {"next", "T *"}}, 12},
                                              {RankSet{Rank(9)}, "", {}, 0, "no such type"}}});
    ask("statistics", GetStatistics{"u(2:, 1)", ThreadId(4711), 2, FrameMatch{{{1, 2}}, "work"}});
    answer("statistics", StatisticsReply{{{kRanks, "double [100]", 1ULL << 40, 2, 3, "-9223372036854775808", "+Inf",
                                           "[0][3]", "[7][1]", -0.5, 1e300, ""},
                                          {RankSet{Rank(9)}, "", 0, 0, 0, "", "", "", "", 0, 0, "not allocated"}}});
    all.push_back({"event_stopped_in_library", debug::DaemonEvent(stop)});
    all.push_back({"event_dying", debug::DaemonEvent(DaemonDying{11, "print vec[0]", kRanks})});
    all.push_back({"event_dying_idle", debug::DaemonEvent(DaemonDying{6, "", {}})});
    all.push_back({"attach_again", AttachOrder{std::nullopt, {{Rank(0), util::Pid(100), "/bin/ring"}}, {}, true}});
    ask("give_input", GiveInput{"a line\n", true});
    ask("steps", Step{StepKind::Into, kMostSteps});
    ask("step_into_instruction", Step{StepKind::IntoInstruction});
    ask("steps_over_instructions", Step{StepKind::OverInstruction, 2});
    stop.cause.steps = StepCount{3, 5};
    stop.cause.instruction = InstructionPlace{~0ULL, 1ULL << 40};
    all.push_back({"event_stopped_in_steps", debug::DaemonEvent(stop)});
    stop.cause.instruction = InstructionPlace{};
    all.push_back({"event_stopped_somewhere", debug::DaemonEvent(stop)});
    ask("advance", RunTo{SourceLine{"ring.cpp", 42}});
    ask("until", RunTo{FunctionName{"pass_token"}, true});
    stop.cause = {};
    stop.cause.reason = StopReason::Arrived;
    all.push_back({"event_arrived", debug::DaemonEvent(stop)});
    ask("step_alone", Step{StepKind::Out, 1, true});
    ask("select_thread", SelectThread{ThreadIndex{3}});
    ask("select_thread_by_id", SelectThread{ThreadId(1ULL << 40)});
    ask("freeze", FreezeThreads{{ThreadIndex{2}, ThreadId(4711)}, true});
    ask("thaw_all", FreezeThreads{{}, false});
    ask("evaluate_in_threads", EvaluateInThreads{"mine", {'x', 5, 500, true}});
    const ThreadInfo worker{ThreadId(4712), 2, "ring", frame(0, "leaf"), false, true, ThreadRole::OpenMpWorker};
    answer("threads_frozen", ThreadsReply{{{Rank(1), StopId(6), {worker}}}});
    RankThreadValues values{Rank(1), StopId(6), {}};
    values.add({1}, {util::RankSet{Rank(1)}, "3", "int", ""});
    values.add({2}, {util::RankSet{Rank(1)}, "", "", "optimised out"});
    values.add({4}, {util::RankSet{Rank(1)}, "3", "int", ""});
    answer("thread_values", ThreadValuesReply{{values, {Rank(2), StopId(9), {}}}});
    stop.cause.frozen = 2;
    all.push_back({"event_stopped_frozen", debug::DaemonEvent(stop)});
}

/// Breakpoints about data and exceptions, signals.
void addTriggers(std::vector<NamedMessage>& all)
{
    const auto ask = [&](const char* name, EngineRequest request) {
        all.push_back({std::string("request_") + name,
                       dbgwire::Request{util::RequestId(all.size() + 3000), {kRanks, std::move(request)}}});
    };
    StopGroup stop;
    stop.ranks = kRanks;
    stop.stopIds = {{kRanks, StopId(4)}};
    SetBreakpoint data{{util::BreakpointId(3), WatchedData{"p->x", WatchedData::Use::Any}, "x > 2", true, 7}};
    data.ignoreAnew = true;
    data.thread = ThreadId(4711);
    data.frame = 2;
    data.match = FrameMatch{{{1, 2}}, "work"};
    ask("watch", data);
    ask("catch", SetBreakpoint{{util::BreakpointId(4), Moment{Moment::What::Catch, "T"}, "", true}});
    ask("handle", SetSignal{{kMaxSignal, false, true}});
    stop.cause.reason = StopReason::Watched;
    WatchedChange change;
    change.id = util::BreakpointId(3);
    change.ranks = kRanks;
    change.before = "1";
    change.after = "2";
    change.type = "int";
    stop.watched = {change};
    all.push_back({"event_watched", debug::DaemonEvent(stop)});
    BreakpointStatus over = breakpointStatus();
    over.scope = "work(int)";
    const dbgwire::Reply reply{util::RequestId(all.size() + 3000), EngineReply{BreakpointReply{over}, {}}};
    all.push_back({"reply_watching", reply});
}

/// Ranks go on elsewhere.
void addMoves(std::vector<NamedMessage>& all)
{
    all.push_back({"request_jump", dbgwire::Request{util::RequestId(4000), {kRanks, Jump{{"ring.cpp", 42}}}}});
    all.push_back({"request_return", dbgwire::Request{util::RequestId(4001), {kRanks, ReturnNow{"-1"}}}});
    StopGroup stop{kRanks, {{kRanks, StopId(4)}}, {}, {}};
    stop.cause.reason = StopReason::Moved;
    stop.cause.returnedFrom = "work";
    all.push_back({"event_moved", debug::DaemonEvent(stop)});
}

/// Ranks log, and do not stop.
void addTraces(std::vector<NamedMessage>& all)
{
    SetBreakpoint set{{util::BreakpointId(3), SourceLine{"ring.cpp", 42}, "x > 2"}};
    set.spec.traced = {"lap", "state.rank * 2"};
    all.push_back({"request_trace", dbgwire::Request{util::RequestId(4002), {kRanks, set}}});
    set = {{util::BreakpointId(3), FunctionPattern{"^solve_"}, {}}};
    all.push_back({"request_break_pattern", dbgwire::Request{util::RequestId(4003), {kRanks, set}}});
    set = {{util::BreakpointId(3), CodeAddress{"work", 26}, {}}};
    all.push_back({"request_break_address", dbgwire::Request{util::RequestId(4004), {kRanks, set}}});
    all.push_back(
        {"request_advance_address", dbgwire::Request{util::RequestId(4005), {kRanks, RunTo{CodeAddress{"", ~0ULL}}}}});
    BreakpointStatus status = breakpointStatus();
    status.places = 4;
    const dbgwire::Reply reply{util::RequestId(4006), EngineReply{BreakpointReply{status}, {}}};
    all.push_back({"reply_breakpoint_of_several_places", reply});
    const TraceRecord full{Rank(7),
                           util::BreakpointId(3),
                           ThreadId(1ULL << 40),
                           std::chrono::microseconds(1'795'000'000'123'456),
                           {{"3", ""}, {"", "optimised out"}}};
    all.push_back(
        {"event_traced", debug::DaemonEvent(RanksTraced{{full, {Rank(0), util::BreakpointId(1), {}, {}, {}}}})});
}

/// Ranks stop at other moments than exceptions, and say what code they have.
void addMoments(std::vector<NamedMessage>& all)
{
    const auto ask = [&all](const char* name, EngineRequest request) {
        const util::RequestId id(5000 + all.size());
        all.push_back({std::string("request_") + name, dbgwire::Request{id, {kRanks, std::move(request)}}});
    };
    ask("catch_mpi", SetBreakpoint{{util::BreakpointId(5), Moment{Moment::What::MpiError, "MPI_Send"}, "", true}});
    ask("catch_sanitizer", SetBreakpoint{{util::BreakpointId(6), Moment{Moment::What::Sanitizer}, "", true}});
    ask("sources", Describe{Describe::What::Sources, ".f90", 5000});
    ask("catch_load", SetBreakpoint{{util::BreakpointId(7), Moment{Moment::What::Load, "libx.so"}, "", true}});
    BreakpointSpec ofThread{util::BreakpointId(8), FunctionName{"work"}, "", true};
    ofThread.thread = ThreadIndex{3};
    ask("breakpoint_of_thread", SetBreakpoint{ofThread});
    ask("limits", Describe{Describe::What::Limits, ""});
    StopGroup crash;
    crash.ranks = kRanks;
    crash.stopIds = {{kRanks, StopId(4)}};
    crash.cause.reason = StopReason::Signal;
    crash.cause.signal = 11;
    crash.cause.instruction = InstructionPlace{std::nullopt, 26, "movl 0x18(%rax), %eax"};
    all.push_back({"event_crashed_by_instruction", debug::DaemonEvent(crash)});
    ask("float_traps", SetFloatTraps{util::FloatTraps::usual()});
    ask("catch_syscall",
        SetBreakpoint{{util::BreakpointId(9), Moment{Moment::What::SystemCall, "write 35"}, "", true}});
    ask("declaration", Describe{Describe::What::Declaration, "state.rank", 1, {}, {}, {}, SourceLine{"ring.cpp", 41}});
    StopGroup call;
    call.ranks = kRanks;
    call.stopIds = {{kRanks, StopId(4)}};
    call.cause.reason = StopReason::Breakpoint;
    call.cause.systemCall = SystemCall{1, "write", false, {1, std::nullopt, ~0ULL}};
    all.push_back({"event_stopped_at_call", debug::DaemonEvent(call)});
    call.cause.systemCall = SystemCall{1, "write", true, {}, -11};
    all.push_back({"event_returned_from_call", debug::DaemonEvent(call)});
}

/// Ranks run Python.
void addPython(std::vector<NamedMessage>& all)
{
    Frame call{1, "Solver.relax", {"/src/solver.py", 12, 0}, "solver.py", 0x55f0'0000'1234, false, true};
    StackTree tree;
    tree.add(Rank(3), std::vector<Frame>{frame(0, "poll"), call, frame(2, "main")});
    all.push_back({"reply_stacks_of_python",
                   dbgwire::Reply{util::RequestId(6200), debug::EngineReply{debug::StacksReply{tree}, {}}}});
}

/// Threads step together, and some do not come to the end of it.
void addTeams(std::vector<NamedMessage>& all)
{
    Step step{StepKind::Over, 2};
    step.team = true;
    all.push_back({"request_step_team", dbgwire::Request{util::RequestId(6100), {kRanks, step}}});
    StopGroup stop;
    stop.ranks = kRanks;
    stop.stopIds = {{kRanks, StopId(5)}};
    stop.cause.reason = StopReason::Step;
    stop.cause.steps = StepCount{1, 2};
    Frame lock;
    lock.function = "__lll_lock_wait";
    lock.module = "libc.so.6";
    lock.pc = 0x7f0012345678;
    stop.cause.team = TeamSteps{{1, 3}, {{4, lock, Frame{}}, {5, lock}}, {2}};
    all.push_back({"event_stepped_together", debug::DaemonEvent(stop)});
}

/// Breakpoints say what places they have, and are off at some of them.
void addPlaces(std::vector<NamedMessage>& all)
{
    const Evaluate inItself{"a + b", {}, 3, FrameMatch{{}, "work", {{3, ~1ULL}}}};
    all.push_back({"request_evaluate_in_itself", dbgwire::Request{util::RequestId(6002), {kRanks, inItself}}});
    ValueGroup address{kRanks, "0x7f01", "MPI_Comm", ""};
    address.content = {{1, 2}, false, 0, true};
    all.push_back({"reply_addresses", dbgwire::Reply{util::RequestId(6003), EngineReply{ValuesReply{{address}}, {}}}});
    const PlaceName name{"ops.cpp", "scale(double)", "libops.so", 1};
    BreakpointSpec spec{util::BreakpointId(9), FunctionName{"scale"}, "", true};
    spec.off = {name, {"", "", "ops", 0}};
    all.push_back({"request_places_off", dbgwire::Request{util::RequestId(6000), {kRanks, SetBreakpoint{spec}}}});
    BreakpointStatus status = breakpointStatus();
    status.places = 2;
    status.placeList = {
        {{"ops.cpp", "scale(double)", "libops.so", 0}, {"/src/ops.cpp", 12, 3}, "/lib/libops.so", 0x1136, kRanks},
        {name, {}, "/lib/libops.so", std::nullopt, RankSet{Rank(2)}}};
    const dbgwire::Reply reply{util::RequestId(6001), EngineReply{BreakpointReply{status}, {}}};
    all.push_back({"reply_places", reply});
    const SetBreakpoint slow{
        {util::BreakpointId(3), WatchedData{"p->x", WatchedData::Use::Change, true}, "x > 2", true}};
    all.push_back({"request_watch_slowly", dbgwire::Request{util::RequestId(6002), {kRanks, slow}}});
    debug::AttachOrder running;
    running.only = kRanks;
    running.keepRunning = true;
    all.push_back({"order_keep_running", running});
    all.push_back({"request_sample", dbgwire::Request{util::RequestId(6003), {kRanks, Sample{64}}}});
    const RanksFound scripts{{}, 64, {{Rank(5), util::Pid(105), "/bin/dash"}}};
    all.push_back({"event_found_scripts", debug::DaemonEvent(scripts)});
    all.push_back({"event_stand", debug::DaemonEvent(RanksStand{kRanks})});
    const SetSignal told{{10, false, true, true}};
    all.push_back({"request_tell_signal", dbgwire::Request{util::RequestId(6004), {kRanks, told}}});
    spec.within = "lib*solver*.so";
    all.push_back({"request_break_within", dbgwire::Request{util::RequestId(6005), {kRanks, SetBreakpoint{spec}}}});
    const SetBreakpoint writes{{util::BreakpointId(3), WatchedData{"p->x", WatchedData::Use::Write}, "", true}};
    all.push_back({"request_watch_writes", dbgwire::Request{util::RequestId(6006), {kRanks, writes}}});
    SetBreakpoint passed{{util::BreakpointId(4), FunctionName{"work"}, "", true}};
    passed.spec.ignore = 1000;
    passed.tellsPassed = true;
    all.push_back({"request_break_passed", dbgwire::Request{util::RequestId(6007), {kRanks, passed}}});
    all.push_back({"request_count_hits", dbgwire::Request{util::RequestId(6008), {kRanks, CountHits{}}}});
    all.push_back({"request_check_input", dbgwire::Request{util::RequestId(6009), {kRanks, CheckInput{}}}});
    all.push_back(
        {"event_hits_passed", debug::DaemonEvent(HitsPassed{kRanks, util::BreakpointId(4), ~std::uint64_t{0}})});
    all.push_back({"event_signals_seen", debug::DaemonEvent(SignalsSeen{kRanks, 64, 1'000'000'000'000})});
}

void addStacksByThread(std::vector<NamedMessage>& all)
{
    all.push_back({"request_stacks_by_thread",
                   dbgwire::Request{util::RequestId(6000), {kRanks, GetStacks{17, StacksBy::Thread}}}});
    StackTree tree = stackTree();
    const std::vector<Frame> stack{frame(0, "poll"), frame(1, "start_thread")};
    ThreadInfo worker;
    worker.index = 3;
    worker.name = "pool";
    worker.role = ThreadRole::OpenMpWorker;
    tree.add(Rank(0), worker, stack);
    worker.role = ThreadRole::MpiProgress;
    worker.name.clear();
    tree.add(Rank(2), worker, stack);
    all.push_back({"reply_stacks_by_thread",
                   dbgwire::Reply{util::RequestId(6001), EngineReply{StacksReply{std::move(tree)}, {}}}});
}

/// Data that the processor watches.
void addWatchRegisters(std::vector<NamedMessage>& all)
{
    BreakpointStatus status = breakpointStatus();
    status.registers = {2, 4};
    const dbgwire::Reply reply{util::RequestId(9100), EngineReply{BreakpointReply{status}, {}}};
    all.push_back({"reply_watch_registers", reply});
}

} // namespace

std::vector<NamedMessage> sampleMessages()
{
    std::vector<NamedMessage> all;
    dbgwire::Hello hello;
    hello.lowestVersion = 1;
    hello.highestVersion = 4;
    hello.program = "dbgd 0.1.0";
    hello.features = {"relay", "keeper"};
    hello.host = "node7";
    hello.pid = util::Pid(4242);
    hello.nspace = "prterun-node1-99@2";
    hello.rank = 1;
    hello.localRanks = 128;
    all.push_back({"hello", hello});
    all.push_back({"heartbeat", dbgwire::Heartbeat{}});
    addRequests(all);
    addReplies(all);
    addEvents(all);
    addOrders(all);
    addWhatCameLater(all);
    addTriggers(all);
    addMoves(all);
    addTraces(all);
    addMoments(all);
    addPlaces(all);
    addPython(all);
    addTeams(all);
    addStacksByThread(all);
    addWatchRegisters(all);
    hello.sources = "0123456789abcdef";
    all.push_back({"hello_sources", hello});
    all.push_back({"cancel", dbgwire::Cancel{util::RequestId(7)}});
    BreakpointStatus logged = breakpointStatus();
    logged.logger = Logger::Engine;
    all.push_back({"event_logger_changed", debug::DaemonEvent(BreakpointChanged{logged})});
    return all;
}

} // namespace dbgr::test
