// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/job_events.h"

#include "launcher/job_record_builder.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

namespace dbgr::launcher {

namespace keys = pmix::keys;
using pmix::DataType;
using pmix::Event;
using pmix::ProcRank;
using pmix::Status;
using pmix::Value;

namespace {

Event begin(const EventContext& context, Status code)
{
    Event event;
    event.code = code;
    event.source = context.launcher;
    event.infos.emplace_back(keys::kEventNonDefault, Value::boolean(true));
    event.infos.emplace_back(keys::kEventTimestamp, Value::of<DataType::Time>(static_cast<std::uint64_t>(context.now)));
    return event;
}

Value asStatus(int number)
{
    return Value::of<DataType::Status>(Status{number});
}

/// What the launcher does about a bad end, and when those who do not obey are killed.
void addIntention(Event& event)
{
    event.infos.emplace_back(keys::kEventTerminateJob, Value::boolean(true));
    event.infos.emplace_back(keys::kEventActionTimeout, Value::of<DataType::Int>(kEndGraceSeconds));
}

} // namespace

Event milestone(const EventContext& context, Status code, const pmix::Proc& target)
{
    Event event = begin(context, code);
    event.infos.emplace_back(keys::kEventCustomRange, Value::proc(target));
    event.infos.emplace_back(keys::kNspace, Value::string(context.nspace));
    if (code == Status::EventJobStart)
        return event;
    for (const AppSpec& app : context.spec.apps) {
        if (!app.psetName.empty())
            event.infos.emplace_back(keys::kPsetName, Value::string(app.psetName));
        event.infos.emplace_back(keys::kAppArgv, Value::string(commandLineOf(app)));
    }
    return event;
}

void addWhoStandsAtExec(Event& ready, const std::string& nspace, const util::RankSet& atExec, const util::RankSet& held)
{
    const util::RankSet standing = atExec & held;
    if (standing.empty())
        return;
    ready.infos.emplace_back(keys::kBreakpoint, Value::string("exec"));
    if (standing == held)
        return;
    std::vector<pmix::Proc> procs;
    standing.forEach([&](util::Rank rank) { procs.push_back({nspace, ProcRank(rank.value())}); });
    ready.infos.emplace_back(keys::kEventAffectedProcs,
                             Value::of<DataType::DataArray>(pmix::DataArray::of<DataType::Proc>(procs)));
}

Event jobEnd(const EventContext& context, const Verdict& verdict)
{
    Event event = begin(context, Status::EventJobEnd);
    event.source = {context.nspace, ProcRank(0)};
    const ProcRank affected = verdict.rank ? ProcRank(verdict.rank->value()) : pmix::kRankWildcard;
    event.infos.emplace_back(keys::kNspace, Value::string(context.nspace));
    event.infos.emplace_back(keys::kJobTermStatus, asStatus(verdict.termStatus));
    event.infos.emplace_back(keys::kEventAffectedProc, Value::proc({context.nspace, affected}));
    if (verdict.rank) { // the first that failed
        event.infos.emplace_back(keys::kProcid, Value::proc({context.nspace, affected}));
        event.infos.emplace_back(keys::kExitCode, Value::of<DataType::Int>(verdict.exitStatus));
    }
    if (!verdict.text.empty())
        event.infos.emplace_back(keys::kEventTextMessage, Value::string(verdict.text));
    return event;
}

Event processEnd(const EventContext& context, util::Rank rank, net::ExitStatus how, bool abnormal,
                 const pmix::Proc& target)
{
    Event event = begin(context, abnormal ? Status::ErrProcAborted : Status::EventProcTerminated);
    const pmix::Proc proc{context.nspace, ProcRank(rank.value())};
    event.source = proc;
    event.infos.emplace_back(keys::kEventCustomRange, Value::proc(target));
    event.infos.emplace_back(keys::kEventAffectedProc, Value::proc(proc));
    event.infos.emplace_back(keys::kProcTermStatus, asStatus(how.shellStatus()));
    event.infos.emplace_back(keys::kExitCode, Value::of<DataType::Int>(how.shellStatus()));
    if (abnormal)
        addIntention(event);
    return event;
}

Event endWithoutFinalize(const EventContext& context, util::Rank rank, net::ExitStatus how)
{
    Event event = begin(context, Status::ErrProcTermWoSync);
    const pmix::Proc proc{context.nspace, ProcRank(rank.value())};
    event.source = proc;
    event.infos.emplace_back(keys::kEventAffectedProc, Value::proc(proc));
    event.infos.emplace_back(keys::kProcTermStatus, asStatus(how.shellStatus()));
    event.infos.emplace_back(keys::kExitCode, Value::of<DataType::Int>(how.shellStatus()));
    addIntention(event);
    return event;
}

Event allocationRefused(const pmix::Proc& launcher, const std::vector<pmix::Info>& asked)
{
    constexpr std::size_t kLongestId = 255;
    Event event;
    event.code = Status::NotifyAllocComplete;
    event.source = launcher;
    event.infos.emplace_back(keys::kEventNonDefault, Value::boolean(true));
    for (const std::string_view key : {keys::kAllocReqId, keys::kAllocId}) {
        const Value* id = pmix::find(asked, key);
        const auto text = id == nullptr ? std::nullopt : id->asString();
        if (text && text->size() <= kLongestId)
            event.infos.emplace_back(key, Value::string(*text));
    }
    event.infos.emplace_back(keys::kEventTextMessage, Value::string("refused: this node is all there is to allocate"));
    return event;
}

std::string logLine(const Event& event, const std::string& nspace)
{
    std::string line = "job " + nspace + ": " + pmix::toString(event.code);
    const pmix::JobEnd end = event.jobEnd();
    if (end.exitStatus)
        line += ", status " + std::to_string(*end.exitStatus);
    if (end.why)
        line += ", " + pmix::toString(*end.why);
    if (const Value* message = event.find(keys::kEventTextMessage))
        line += ", " + message->asString().value_or("");
    return line;
}

} // namespace dbgr::launcher
