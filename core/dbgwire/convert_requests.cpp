// SPDX-License-Identifier: BSD-3-Clause
// debug::EngineRequest, one pair of functions a kind.
#include "dbgwire/convert_p.h"
#include "util/overloaded.h"

namespace dbgr::dbgwire {

namespace {

void toWire(const debug::SourceLine& line, proto::SourceLine& wire)
{
    wire.set_file(wireText(line.file));
    wire.set_line(line.line);
}

debug::SourceLine fromWire(const proto::SourceLine& wire, DecodeCheck& check)
{
    return {check.text(wire.file()), wire.line()};
}

template <class Wire>
void placeToWire(const debug::Place& place, Wire& wire)
{
    std::visit(
        util::Overloaded{[&](const debug::SourceLine& line) { toWire(line, *wire.mutable_line()); },
                         [&](const debug::FunctionName& function) { wire.set_function(wireText(function.name)); },
                         [&](const debug::FunctionPattern& all) { wire.set_pattern(wireText(all.pattern)); },
                         [&](const debug::CodeAddress& address) {
                             wire.mutable_address()->set_function(wireText(address.function));
                             wire.mutable_address()->set_offset(address.offset);
                         }},
        place);
}

template <class Wire>
debug::Place placeFromWire(const Wire& wire, DecodeCheck& check)
{
    check.require(wire.where_case() != Wire::WHERE_NOT_SET, "a breakpoint without a place");
    if (wire.where_case() == Wire::kLine)
        return fromWire(wire.line(), check);
    if (wire.where_case() == Wire::kPattern)
        return debug::FunctionPattern{check.text(wire.pattern())};
    if (wire.where_case() == Wire::kAddress)
        return debug::CodeAddress{check.text(wire.address().function()), wire.address().offset()};
    return debug::FunctionName{check.text(wire.function())};
}

util::BreakpointId breakpointFromWire(std::uint32_t id, DecodeCheck& check)
{
    check.require(id != 0, "a breakpoint without a number");
    return util::BreakpointId(id);
}

void triggerToWire(const debug::Trigger& trigger, proto::SetBreakpoint& wire)
{
    if (const auto place = debug::placeOf(trigger))
        return placeToWire(*place, wire);
    if (const auto* const data = std::get_if<debug::WatchedData>(&trigger)) {
        wire.mutable_data()->set_expression(wireText(data->expression));
        wire.mutable_data()->set_use(static_cast<std::uint32_t>(data->use));
        wire.mutable_data()->set_slow(data->slow);
        return;
    }
    const auto& moment = std::get<debug::Moment>(trigger);
    wire.mutable_moment()->set_what(static_cast<std::uint32_t>(moment.what));
    wire.mutable_moment()->set_only(wireText(moment.only));
}

debug::Trigger triggerFromWire(const proto::SetBreakpoint& wire, DecodeCheck& check)
{
    if (wire.has_data())
        return debug::WatchedData{check.text(wire.data().expression()),
                                  check.enumerator(wire.data().use(), debug::WatchedData::Use::Write),
                                  wire.data().slow()};
    if (wire.has_moment())
        return debug::Moment{check.enumerator(wire.moment().what(), debug::Moment::What::SystemCall),
                             check.text(wire.moment().only())};
    return debug::toTrigger(placeFromWire(wire, check));
}

void toWire(const debug::Step& request, proto::Request& wire)
{
    if (request.count == 1 && !request.alone && !request.team && !debug::isOfInstructions(request.kind)) {
        wire.set_step(static_cast<std::uint32_t>(request.kind));
        return;
    }
    wire.mutable_steps()->set_kind(static_cast<std::uint32_t>(request.kind));
    wire.mutable_steps()->set_count(request.count);
    wire.mutable_steps()->set_alone(request.alone);
    wire.mutable_steps()->set_team(request.team);
}

debug::Step fromWire(const proto::Steps& wire, DecodeCheck& check)
{
    check.require(wire.count() >= 1 && wire.count() <= debug::kMostSteps, "a number of steps that nobody does");
    check.require(!wire.team() || !wire.alone(), "a step of threads together that is one of a thread alone");
    return {check.enumerator(wire.kind(), wire.team() ? debug::StepKind::Out : debug::StepKind::OverInstruction),
            wire.count(), wire.alone(), wire.team()};
}

void toWire(const debug::ThreadKey& key, proto::ThreadKey& wire)
{
    std::visit(util::Overloaded{[&](debug::ThreadIndex index) { wire.set_index(index.value); },
                                [&](util::ThreadId id) { wire.set_id(id.value()); }},
               key);
}

debug::ThreadKey fromWire(const proto::ThreadKey& wire, DecodeCheck& check)
{
    check.require(wire.key_case() != proto::ThreadKey::KEY_NOT_SET, "a thread without a number");
    if (wire.key_case() == proto::ThreadKey::kId)
        return util::ThreadId(wire.id());
    return debug::ThreadIndex{wire.index()};
}

void toWire(const debug::FreezeThreads& request, proto::FreezeThreads& wire)
{
    for (const debug::ThreadKey& key : request.threads)
        toWire(key, *wire.add_threads());
    wire.set_freeze(request.freeze);
}

debug::FreezeThreads fromWire(const proto::FreezeThreads& wire, DecodeCheck& check)
{
    debug::FreezeThreads request{{}, wire.freeze()};
    if (!check.require(static_cast<std::size_t>(wire.threads_size()) <= kMaxListEntries, "a list that is too long"))
        return request;
    for (const proto::ThreadKey& key : wire.threads())
        request.threads.push_back(fromWire(key, check));
    return request;
}

debug::SetFloatTraps floatTrapsFromWire(std::uint32_t wire, DecodeCheck& check)
{
    const util::FloatTraps traps = util::FloatTraps::ofBits(wire);
    check.require(traps.bits() == wire, "a trap that no processor has");
    return {traps};
}

debug::SetSignal fromWire(const proto::SignalRule& wire, DecodeCheck& check)
{
    check.require(wire.signal() >= 1 && wire.signal() <= std::uint32_t{debug::kMaxSignal},
                  "a signal that no system has");
    return {{static_cast<int>(wire.signal()), wire.stop(), wire.pass(), wire.tell()}};
}

template <class Wire>
void threadToWire(const std::optional<util::ThreadId>& thread, Wire& wire)
{
    if (thread)
        wire.set_thread(thread->value());
}

template <class Wire>
std::optional<util::ThreadId> threadFromWire(const Wire& wire)
{
    if (!wire.has_thread())
        return std::nullopt;
    return util::ThreadId(wire.thread());
}

template <class Wire>
void frameToWire(const std::optional<std::uint32_t>& frame, Wire& wire)
{
    if (frame)
        wire.set_frame(*frame);
}

template <class Wire>
std::optional<std::uint32_t> frameFromWire(const Wire& wire)
{
    return wire.has_frame() ? std::optional(wire.frame()) : std::nullopt;
}

template <class Wire>
void matchToWire(const std::optional<debug::FrameMatch>& match, Wire& wire)
{
    if (!match)
        return;
    dbgwire::toWire(match->place, *wire.mutable_match()->mutable_place());
    wire.mutable_match()->set_function(wireText(match->function));
    if (match->itself.known())
        dbgwire::toWire(match->itself, *wire.mutable_match()->mutable_itself());
}

template <class Wire>
std::optional<debug::FrameMatch> matchFromWire(const Wire& wire, DecodeCheck& check)
{
    if (!wire.has_match())
        return std::nullopt;
    return debug::FrameMatch{dbgwire::fromWire(wire.match().place(), check), check.text(wire.match().function()),
                             dbgwire::fromWire(wire.match().itself(), check)};
}

void toWire(const debug::SetBreakpoint& request, proto::SetBreakpoint& wire)
{
    const debug::BreakpointSpec& spec = request.spec;
    wire.set_id(spec.id.value());
    triggerToWire(spec.where, wire);
    wire.set_condition(wireText(spec.condition));
    wire.set_enabled(spec.enabled);
    wire.set_ignore(spec.ignore);
    wire.set_ignore_anew(request.ignoreAnew);
    threadToWire(request.thread, wire);
    frameToWire(request.frame, wire);
    matchToWire(request.match, wire);
    for (const std::string& expression : spec.traced)
        wire.add_traced(wireText(expression));
    if (spec.thread)
        wire.set_for_thread(spec.thread->value);
    listToWire(spec.off, *wire.mutable_off());
    wire.set_within(wireText(spec.within));
    wire.set_tells_passed(request.tellsPassed);
}

debug::SetBreakpoint fromWire(const proto::SetBreakpoint& wire, DecodeCheck& check)
{
    debug::SetBreakpoint request;
    request.spec.id = breakpointFromWire(wire.id(), check);
    request.spec.where = triggerFromWire(wire, check);
    request.spec.condition = check.text(wire.condition());
    request.spec.enabled = wire.enabled();
    request.spec.ignore = wire.ignore();
    request.ignoreAnew = wire.ignore_anew();
    request.thread = threadFromWire(wire);
    request.frame = frameFromWire(wire);
    request.match = matchFromWire(wire, check);
    if (wire.for_thread() != 0)
        request.spec.thread = debug::ThreadIndex{wire.for_thread()};
    if (check.require(static_cast<std::size_t>(wire.traced_size()) <= debug::kMostTraced, "too much to be traced")) {
        for (const std::string& expression : wire.traced())
            request.spec.traced.push_back(check.text(expression));
    }
    request.spec.off = listFromWire(wire.off(), check, debug::kMostPlaces);
    request.spec.within = check.text(wire.within());
    request.tellsPassed = wire.tells_passed();
    return request;
}

void toWire(const debug::GetFrames& request, proto::GetFrames& wire)
{
    threadToWire(request.thread, wire);
    wire.set_max_frames(request.maxFrames);
}

void toWire(const debug::GetVariables& request, proto::GetVariables& wire)
{
    threadToWire(request.thread, wire);
    frameToWire(request.frame, wire);
    wire.set_max_variables(request.maxVariables);
    matchToWire(request.match, wire);
}

void toWire(const debug::GetChildren& request, proto::GetChildren& wire)
{
    wire.set_handle(request.handle.value());
    wire.set_first(request.first);
    wire.set_max_variables(request.maxVariables);
}

template <class Wire>
void styleToWire(const debug::ValueStyle& style, Wire& wire)
{
    if (style == debug::ValueStyle{})
        return;
    wire.mutable_style()->set_format(static_cast<unsigned char>(style.format));
    wire.mutable_style()->set_depth(style.depth);
    wire.mutable_style()->set_elements(style.elements);
    wire.mutable_style()->set_tree(style.tree);
}

void toWire(const debug::Evaluate& request, proto::Evaluate& wire)
{
    wire.set_expression(wireText(request.expression));
    threadToWire(request.thread, wire);
    frameToWire(request.frame, wire);
    matchToWire(request.match, wire);
    styleToWire(request.style, wire);
}

void toWire(const debug::EvaluateInThreads& request, proto::EvaluateInThreads& wire)
{
    wire.set_expression(wireText(request.expression));
    styleToWire(request.style, wire);
}

debug::ValueStyle fromWire(const proto::ValueStyle& wire, DecodeCheck& check)
{
    constexpr std::uint32_t kLastCharacter = 127;
    check.require(wire.format() <= kLastCharacter, "a format that is no letter");
    return {static_cast<char>(wire.format() & kLastCharacter), wire.depth(), wire.elements(), wire.tree()};
}

void toWire(const debug::Assign& request, proto::Assign& wire)
{
    wire.set_target(wireText(request.target));
    wire.set_value(wireText(request.value));
    wire.set_number(request.number);
    threadToWire(request.thread, wire);
    frameToWire(request.frame, wire);
    matchToWire(request.match, wire);
}

debug::Assign fromWire(const proto::Assign& wire, DecodeCheck& check)
{
    return {check.text(wire.target()), check.text(wire.value()), wire.number(),
            threadFromWire(wire),      frameFromWire(wire),      matchFromWire(wire, check)};
}

void toWire(const debug::Describe& request, proto::Describe& wire)
{
    wire.set_what(static_cast<std::uint32_t>(request.what));
    wire.set_text(wireText(request.text));
    wire.set_most(request.most);
    threadToWire(request.thread, wire);
    frameToWire(request.frame, wire);
    matchToWire(request.match, wire);
    if (request.line)
        toWire(*request.line, *wire.mutable_line());
}

debug::Describe fromWire(const proto::Describe& wire, DecodeCheck& check)
{
    return {check.enumerator(wire.what(), debug::Describe::What::Declaration),
            check.text(wire.text()),
            wire.most(),
            threadFromWire(wire),
            frameFromWire(wire),
            matchFromWire(wire, check),
            wire.has_line() ? std::optional(fromWire(wire.line(), check)) : std::nullopt};
}

void toWire(const debug::GetStatistics& request, proto::GetStatistics& wire)
{
    wire.set_expression(wireText(request.expression));
    threadToWire(request.thread, wire);
    frameToWire(request.frame, wire);
    matchToWire(request.match, wire);
}

debug::GetStatistics fromWire(const proto::GetStatistics& wire, DecodeCheck& check)
{
    return {check.text(wire.expression()), threadFromWire(wire), frameFromWire(wire), matchFromWire(wire, check)};
}

void toWire(const debug::GiveInput& request, proto::GiveInput& wire)
{
    wire.set_bytes(wireText(request.bytes));
    wire.set_eof(request.eof);
}

debug::GetChildren childrenFromWire(const proto::GetChildren& wire)
{
    return {util::VariableHandle(wire.handle()), wire.first(), wire.max_variables()};
}

} // namespace

void toWire(const debug::EngineRequest& request, proto::Request& wire)
{
    std::visit(util::Overloaded{
                   [&](const debug::SetBreakpoint& r) { toWire(r, *wire.mutable_set_breakpoint()); },
                   [&](const debug::RemoveBreakpoint& r) { wire.set_remove_breakpoint(r.id.value()); },
                   [&](const debug::CountHits&) { wire.mutable_count_hits(); },
                   [&](const debug::Continue&) { wire.mutable_continue_(); },
                   [&](const debug::Interrupt&) { wire.mutable_interrupt(); },
                   [&](const debug::Step& r) { toWire(r, wire); },
                   [&](const debug::RunTo& r) {
                       placeToWire(r.where, *wire.mutable_run_to());
                       wire.mutable_run_to()->set_until_return(r.untilReturn);
                   },
                   [&](const debug::SetSignal& r) {
                       wire.mutable_set_signal()->set_signal(static_cast<std::uint32_t>(r.rule.signal));
                       wire.mutable_set_signal()->set_stop(r.rule.stop);
                       wire.mutable_set_signal()->set_pass(r.rule.pass);
                       wire.mutable_set_signal()->set_tell(r.rule.tell);
                   },
                   [&](const debug::SetFloatTraps& r) { wire.set_float_traps(r.traps.bits()); },
                   [&](const debug::GetThreads&) { wire.mutable_get_threads(); },
                   [&](const debug::GetStacks& r) {
                       wire.mutable_get_stacks()->set_max_frames(r.maxFrames);
                       wire.mutable_get_stacks()->set_by_thread(r.by == debug::StacksBy::Thread);
                   },
                   [&](const debug::Sample& r) { wire.mutable_sample()->set_max_frames(r.maxFrames); },
                   [&](const debug::GetFrames& r) { toWire(r, *wire.mutable_get_frames()); },
                   [&](const debug::GetVariables& r) { toWire(r, *wire.mutable_get_variables()); },
                   [&](const debug::GetChildren& r) { toWire(r, *wire.mutable_get_children()); },
                   [&](const debug::Evaluate& r) { toWire(r, *wire.mutable_evaluate()); },
                   [&](const debug::Assign& r) { toWire(r, *wire.mutable_assign()); },
                   [&](const debug::TakeBack& r) { wire.set_take_back(r.number); },
                   [&](const debug::Describe& r) { toWire(r, *wire.mutable_describe()); },
                   [&](const debug::GetStatistics& r) { toWire(r, *wire.mutable_get_statistics()); },
                   [&](const debug::GiveInput& r) { toWire(r, *wire.mutable_give_input()); },
                   [&](const debug::CheckInput&) { wire.mutable_check_input(); },
                   [&](const debug::Detach&) { wire.mutable_detach(); },
                   [&](const debug::Kill&) { wire.mutable_kill(); },
                   [&](const debug::SelectThread& r) { toWire(r.thread, *wire.mutable_select_thread()); },
                   [&](const debug::FreezeThreads& r) { toWire(r, *wire.mutable_freeze_threads()); },
                   [&](const debug::EvaluateInThreads& r) { toWire(r, *wire.mutable_evaluate_in_threads()); },
                   [&](const debug::Jump& r) { toWire(r.where, *wire.mutable_jump()->mutable_line()); },
                   [&](const debug::ReturnNow& r) { wire.mutable_return_now()->set_value(wireText(r.value)); },
               },
               request);
}

debug::EngineRequest requestFromWire(const proto::Request& wire, DecodeCheck& check)
{
    switch (wire.body_case()) {
    case proto::Request::kSetBreakpoint:
        return fromWire(wire.set_breakpoint(), check);
    case proto::Request::kRemoveBreakpoint:
        return debug::RemoveBreakpoint{breakpointFromWire(wire.remove_breakpoint(), check)};
    case proto::Request::kCountHits:
        return debug::CountHits{};
    case proto::Request::kContinue:
        return debug::Continue{};
    case proto::Request::kInterrupt:
        return debug::Interrupt{};
    case proto::Request::kStep:
        return debug::Step{check.enumerator(wire.step(), debug::StepKind::Out)};
    case proto::Request::kSteps:
        return fromWire(wire.steps(), check);
    case proto::Request::kRunTo:
        return debug::RunTo{placeFromWire(wire.run_to(), check), wire.run_to().until_return()};
    case proto::Request::kSetSignal:
        return fromWire(wire.set_signal(), check);
    case proto::Request::kFloatTraps:
        return floatTrapsFromWire(wire.float_traps(), check);
    case proto::Request::kGetThreads:
        return debug::GetThreads{};
    case proto::Request::kGetStacks:
        return debug::GetStacks{wire.get_stacks().max_frames(),
                                wire.get_stacks().by_thread() ? debug::StacksBy::Thread : debug::StacksBy::Rank};
    case proto::Request::kSample:
        return debug::Sample{wire.sample().max_frames()};
    case proto::Request::kGetFrames:
        return debug::GetFrames{threadFromWire(wire.get_frames()), wire.get_frames().max_frames()};
    case proto::Request::kGetVariables:
        return debug::GetVariables{threadFromWire(wire.get_variables()), frameFromWire(wire.get_variables()),
                                   wire.get_variables().max_variables(), matchFromWire(wire.get_variables(), check)};
    case proto::Request::kGetChildren:
        return childrenFromWire(wire.get_children());
    case proto::Request::kEvaluate:
        return debug::Evaluate{check.text(wire.evaluate().expression()), threadFromWire(wire.evaluate()),
                               frameFromWire(wire.evaluate()), matchFromWire(wire.evaluate(), check),
                               fromWire(wire.evaluate().style(), check)};
    case proto::Request::kAssign:
        return fromWire(wire.assign(), check);
    case proto::Request::kTakeBack:
        return debug::TakeBack{wire.take_back()};
    case proto::Request::kDescribe:
        return fromWire(wire.describe(), check);
    case proto::Request::kGetStatistics:
        return fromWire(wire.get_statistics(), check);
    case proto::Request::kGiveInput:
        return debug::GiveInput{check.text(wire.give_input().bytes()), wire.give_input().eof()};
    case proto::Request::kCheckInput:
        return debug::CheckInput{};
    case proto::Request::kDetach:
        return debug::Detach{};
    case proto::Request::kKill:
        return debug::Kill{};
    case proto::Request::kSelectThread:
        return debug::SelectThread{fromWire(wire.select_thread(), check)};
    case proto::Request::kFreezeThreads:
        return fromWire(wire.freeze_threads(), check);
    case proto::Request::kEvaluateInThreads:
        return debug::EvaluateInThreads{check.text(wire.evaluate_in_threads().expression()),
                                        fromWire(wire.evaluate_in_threads().style(), check)};
    case proto::Request::kJump:
        return debug::Jump{fromWire(wire.jump().line(), check)};
    case proto::Request::kReturnNow:
        return debug::ReturnNow{check.text(wire.return_now().value())};
    case proto::Request::BODY_NOT_SET:
        break;
    }
    check.fail("a request of an unknown kind");
    return debug::Interrupt{};
}

} // namespace dbgr::dbgwire
