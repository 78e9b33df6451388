// SPDX-License-Identifier: GPL-3.0-or-later
#include "launcher/spawn_request.h"
#include "pmix/codec/unpack.h"
#include "pmix/types/all_types.h"
#include "pmix/types/command.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <algorithm>

namespace tst_spawn_request {

using namespace dbgr::launcher;
using namespace dbgr::pmix;
using dbgr::util::Rank;
using dbgr::util::RankSet;

class TestSpawnRequest : public QObject
{
    Q_OBJECT

private slots:
    void appsBecomePrograms();
    void theProgramStandsFirstInItsArguments();
    void aProgramNeedsAName();
    void placementIsInWordsOrNumbers();
    void stopsAreForAllOneOrSomeRanks();
    void stopsOfAnAppAreItsRanks();
    void stopsAreAtOnePlace();
    void stopsBeyondTheJobAreRefused();
    void inputGoesWhereItIsForwarded();
    void olderNamesOfOutputMeanTheSame();
    void outputIsForwardedWithItsDirectives();
    void jobLevelInfosReachAllPrograms();
    void environmentChangesKeepTheirOrder();
    void otherNodesAreRefused();
    void agentsAndLimitsAreTaken();
    void notificationsAreTaken();
    void daemonsOfALaterRequestAreTheJob();
    void daemonsOfTheSameRequestAreAJobOfTheirOwn();
    void directivesForTheDebuggerReachItsDaemonsOnly();
    void whatIsRequiredMustBeKnown();
    void ownKeysArePassedOn();
    void wrongTypesAreRefusedByName();
    void directivesChangeACommandLine();
    void directivesSuitADaemonWithoutPrograms();
    void capturedRequestsAreUnderstood();
    void hugeRequestsAreRefused();
    void attributesAreNamedOnce();

private:
    static App app(const char* command, std::int32_t processes, std::vector<Info> infos = {})
    {
        App one;
        one.command = command;
        one.argv = {command};
        one.maxProcs = processes;
        one.infos = std::move(infos);
        return one;
    }
    static dbgr::util::Result<SpawnPlan> plan(std::vector<Info> infos, std::vector<App> apps)
    {
        const std::vector<std::string> names{"here", "here.example"};
        Requester who;
        who.peer.proc = {"tool", ProcRank(0)};
        return planSpawn({std::move(infos), std::move(apps)}, who, names);
    }
    /// Of a job of four processes.
    static JobSpec job(std::vector<Info> infos) { return plan(std::move(infos), {app("./a", 4)}).value().job; }
    static std::error_code failure(std::vector<Info> infos)
    {
        const auto planned = plan(std::move(infos), {app("./a", 4)});
        return planned ? std::error_code() : planned.error().code;
    }
    static Info flag(std::string_view key, bool value = true) { return {key, Value::boolean(value)}; }
    static Info text(std::string_view key, const char* value) { return {key, Value::string(value)}; }
    static Info rank(std::string_view key, ProcRank value) { return {key, Value::of<DataType::Rank>(value)}; }
    static Info nested(std::string_view key, std::vector<Info> infos) { return {key, Value::infos(std::move(infos))}; }
    static Info ranks(std::string_view key, std::vector<ProcRank> values)
    {
        return {key, Value::of<DataType::DataArray>(DataArray::of<DataType::Rank>(values))};
    }
};

void TestSpawnRequest::appsBecomePrograms()
{
    App second = app("./b", 0);
    second.argv = {"./b", "1", "2"};
    second.environment = {"A=1=2"};
    second.workingDirectory = "/tmp";
    const JobSpec spec = plan({}, {app("./a", 3), second}).value().job;
    QCOMPARE(spec.apps.size(), std::size_t(2));
    QCOMPARE(spec.apps[0].processes, 3U);
    QCOMPARE(spec.apps[1].processes, 0U);
    QCOMPARE(spec.apps[1].argv, (std::vector<std::string>{"./b", "1", "2"}));
    QCOMPARE(spec.apps[1].environment[0].value, "1=2");
    QCOMPARE(spec.apps[1].workingDirectory, "/tmp");
    QCOMPARE(spec.requester->proc().nspace, "tool");
}

void TestSpawnRequest::theProgramStandsFirstInItsArguments()
{
    const auto argv = [](const char* command, std::vector<std::string> given) {
        App one = app(command, 1);
        one.argv = std::move(given);
        return plan({}, {one}).value().job.apps[0].argv;
    };
    QCOMPARE(argv("/bin/a", {"a", "x"}), (std::vector<std::string>{"/bin/a", "x"}));
    QCOMPARE(argv("/bin/a", {"x"}), (std::vector<std::string>{"/bin/a", "x"}));
    QCOMPARE(argv("a", {}), (std::vector<std::string>{"a"}));
    QCOMPARE(argv("", {"a"}), (std::vector<std::string>{"a"}));
}

void TestSpawnRequest::aProgramNeedsAName()
{
    QVERIFY(!plan({}, {App{}}));
    QVERIFY(!plan({}, {}));
    App odd = app("./a", 1);
    odd.environment = {"=b"};
    QVERIFY(!plan({}, {odd}));
}

void TestSpawnRequest::placementIsInWordsOrNumbers()
{
    const Placement placement = job({text(keys::kMapby, "numa:span"),
                                     text(keys::kBindto, "core"),
                                     {keys::kCpusPerProc, Value::of<DataType::Uint32>(2)},
                                     flag(keys::kNoOversubscribe)})
                                    .placement;
    QCOMPARE(placement.mapBy, std::optional(HardwareLevel::Numa));
    QCOMPARE(placement.bindTo, HardwareLevel::Core);
    QCOMPARE(placement.cpusPerProcess, 2U);
    QCOMPARE(placement.oversubscribe, std::optional(false));
    QCOMPARE(job({text(keys::kPpr, "2:node")}).placement.perResource, 2U);
    QVERIFY(failure({text(keys::kMapby, "cabbage")}) == Status::ErrBadParam);
}

void TestSpawnRequest::stopsAreForAllOneOrSomeRanks()
{
    for (const Info& info :
         {flag(keys::kDebugStopInInit), Info(keys::kDebugStopInInit, Value()),
          rank(keys::kDebugStopInInit, kRankWildcard), Info(keys::kDebugStopInInit, Value::proc({"", kRankWildcard})),
          Info(keys::kDebugStopInInit, Value::of<DataType::Int>(-2))}) {
        const HoldSpec hold = job({info}).hold;
        QVERIFY(hold.point == HoldSpec::Point::Init && !hold.ranks);
    }
    QCOMPARE(job({rank(keys::kDebugStopOnExec, ProcRank(2))}).hold.ranks->toString(), "2");
    QCOMPARE(job({ranks(keys::kDebugStopInApp, {ProcRank(0), ProcRank(3)})}).hold.ranks->toString(), "0,3");
    QVERIFY(job({flag(keys::kDebugStopInInit, false)}).hold.point == HoldSpec::Point::None);
    QVERIFY(failure({ranks(keys::kDebugStopInApp, {})}) == Status::ErrBadParam);
    QVERIFY(failure({rank(keys::kDebugStopInInit, kRankInvalid)}) == Status::ErrBadParam);
}

void TestSpawnRequest::stopsOfAnAppAreItsRanks()
{
    const auto planned = plan({}, {app("./a", 2), app("./b", 3, {flag(keys::kDebugStopInInit)})});
    QCOMPARE(planned.value().job.hold.ranks->toString(), "2-4");
    const auto both = plan({}, {app("./a", 2, {rank(keys::kDebugStopInInit, ProcRank(0))}),
                                app("./b", 3, {flag(keys::kDebugStopInInit)})});
    QCOMPARE(both.value().job.hold.ranks->toString(), "0,2-4");
    QVERIFY(!plan({}, {app("./a", 0), app("./b", 3, {flag(keys::kDebugStopInInit)})}));
}

void TestSpawnRequest::stopsAreAtOnePlace()
{
    QVERIFY(failure({flag(keys::kDebugStopInInit), flag(keys::kDebugStopOnExec)}) == Status::ErrBadParam);
    QVERIFY(!failure({flag(keys::kDebugStopInInit), flag(keys::kDebugStopOnExec, false)}));
}

void TestSpawnRequest::stopsBeyondTheJobAreRefused()
{
    const auto planned = plan({rank(keys::kDebugStopInInit, ProcRank(4))}, {app("./a", 4)});
    QCOMPARE(planned.error().code, make_error_code(Status::ErrBadParam));
    QCOMPARE(planned.error().detail, "a stop for ranks 4 is asked for, but the job has 4 processes");
}

void TestSpawnRequest::inputGoesWhereItIsForwarded()
{
    QVERIFY(job({}).standardInput.kind == StdinSpec::Kind::None);
    QVERIFY(job({flag(keys::kFwdStdin)}).standardInput.ranks == RankSet::firstN(1));
    QCOMPARE(job({rank(keys::kFwdStdin, ProcRank(2))}).standardInput.ranks.toString(), "2");
    QVERIFY(job({rank(keys::kFwdStdin, kRankWildcard)}).standardInput.kind == StdinSpec::Kind::All);
    const Info target(keys::kStdinTgt, Value::proc({"", ProcRank(3)}));
    QCOMPARE(job({flag(keys::kFwdStdin), target}).standardInput.ranks.toString(), "3");
    QCOMPARE(job({target, flag(keys::kFwdStdin)}).standardInput.ranks.toString(), "3");
    QCOMPARE(job({target, rank(keys::kFwdStdin, ProcRank(0))}).standardInput.ranks.toString(), "3");
    QVERIFY(failure({rank(keys::kFwdStdin, ProcRank(7))}) == Status::ErrBadParam);
}

void TestSpawnRequest::olderNamesOfOutputMeanTheSame()
{
    const OutputSpec output =
        job({flag(keys::kTagOutput), flag(keys::kTimestampOutput), flag(keys::kMergeStderrStdout),
             flag(keys::kOutputNocopy), text(keys::kOutputToFile, "f"), text(keys::kOutputToDirectory, "d")})
            .output;
    QVERIFY(output.tag && output.timestamp && output.mergeStderr && output.fileOnly);
    QCOMPARE(output.file, "f");
    QCOMPARE(output.directory, "d");
    QVERIFY(job({flag(keys::kIofXmlOutput), flag(keys::kIofRankOutput)}).output.xml);
}

void TestSpawnRequest::outputIsForwardedWithItsDirectives()
{
    const ForwardSpec forward =
        job({flag(keys::kFwdStdout), flag(keys::kFwdStderr, false), flag(keys::kIofDropOldest)}).forward;
    QVERIFY(forward.standardOutput && !forward.standardError && !forward.diagnostics);
    QCOMPARE(forward.directives.size(), std::size_t(1));
    QVERIFY(plan({}, {app("./a", 1, {flag(keys::kFwdStdout)})}).value().job.forward.standardOutput);
}

void TestSpawnRequest::jobLevelInfosReachAllPrograms()
{
    const JobSpec spec =
        plan({text(keys::kWdir, "/all")}, {app("./a", 1), app("./b", 1, {text(keys::kWdir, "/b")})}).value().job;
    QCOMPARE(spec.apps[0].workingDirectory, "/all");
    QCOMPARE(spec.apps[1].workingDirectory, "/b");
    QCOMPARE(plan({}, {app("./a", 1, {text(keys::kPsetName, "p")})}).value().job.apps[0].psetName, "p");
}

void TestSpawnRequest::environmentChangesKeepTheirOrder()
{
    using Kind = EnvironmentChange::Kind;
    const auto envar = [](std::string_view key, const char* name, char separator) {
        return Info(key, Value::of<DataType::Envar>({name, "v", separator}));
    };
    const auto changes =
        job({envar(keys::kSetEnvar, "S", ':'), text(keys::kUnsetEnvar, "U"), envar(keys::kPrependEnvar, "P", ';'),
             envar(keys::kAppendEnvar, "A", ':'), envar(keys::kAddEnvar, "D", ':')})
            .environment;
    const std::vector<Kind> kinds{Kind::Set, Kind::Unset, Kind::Prepend, Kind::Append, Kind::AddIfMissing};
    QCOMPARE(changes.size(), kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i)
        QVERIFY(changes[i].kind == kinds[i]);
    QCOMPARE(changes[2].separator, ';');
    const Info own = envar(keys::kSetEnvar, "O", ':');
    QCOMPARE(plan({}, {app("./a", 1, {own})}).value().job.apps[0].environment[0].name, "O");
    QVERIFY(failure({envar(keys::kSetEnvar, "A=B", ':')}) == Status::ErrBadParam);
    QVERIFY(failure({text(keys::kSetEnvar, "A=B")}) == Status::ErrBadParam);
}

void TestSpawnRequest::otherNodesAreRefused()
{
    for (const char* hosts : {"here", "localhost:4", "here.example:2,here", ""})
        QVERIFY2(hosts[0] == '\0' || !failure({text(keys::kHost, hosts)}), hosts);
    const auto planned = plan({text(keys::kHost, "here,there:2")}, {app("./a", 1)});
    QCOMPARE(planned.error().code, make_error_code(Status::ErrJobAllocFailed));
    QVERIFY(planned.error().detail.find("on there, but") != std::string::npos);
    QVERIFY(planned.error().detail.starts_with("PMIX_HOST: "));
    QVERIFY(failure({text(keys::kHostfile, "h")}) == Status::ErrJobAllocFailed);
    QVERIFY(failure({text(keys::kAddHost, "there")}) == Status::ErrJobAllocFailed);
}

void TestSpawnRequest::agentsAndLimitsAreTaken()
{
    const JobSpec spec = job({text(keys::kExecAgent, "/bin/agent -x"),
                              text(keys::kForkexecAgent, "/bin/fea"),
                              {keys::kJobTimeout, Value::of<DataType::Int>(60)},
                              {keys::kTimeout, Value::of<DataType::Int>(5)},
                              flag(keys::kNohup)});
    QCOMPARE(spec.execAgent, "/bin/agent -x");
    QCOMPARE(spec.forkExecAgent, "/bin/fea");
    QVERIFY(spec.jobTimeout == std::chrono::seconds(60));
    QVERIFY(spec.spawnTimeout == std::chrono::seconds(5));
    QVERIFY(spec.surviveTool);
    QVERIFY(!job({{keys::kJobTimeout, Value::of<DataType::Int>(0)}}).jobTimeout);
    QVERIFY(failure({{keys::kJobTimeout, Value::of<DataType::Int>(-1)}}) == Status::ErrBadParam);
    QCOMPARE(job({text("pmix.frkex.agnt", "x")}).forkExecAgent, "x");
}

void TestSpawnRequest::notificationsAreTaken()
{
    const JobSpec spec =
        job({flag(keys::kNotifyCompletion), flag(keys::kRequestorIsTool), flag(keys::kNotifyProcTermination),
             flag(keys::kNotifyProcAbnormalTermination), flag(keys::kEventSilentTermination), flag(keys::kLogJobEvents),
             flag(keys::kLogCompletion)});
    QVERIFY(spec.notifyCompletion && spec.notifyJobEvents && spec.notifyProcessEnds && spec.notifyAbnormalEnds);
    QVERIFY(spec.silentTermination && spec.logJobEvents && spec.logCompletion);
}

void TestSpawnRequest::daemonsOfALaterRequestAreTheJob()
{
    const auto planned = plan({flag(keys::kDebuggerDaemons),
                               {keys::kDebugTarget, Value::proc({"job@1", kRankWildcard})},
                               {keys::kDebugDaemonsPerNode, Value::of<DataType::Uint16>(1)},
                               flag(keys::kDebugStopInInit)},
                              {app("./dbgd", 1)});
    QVERIFY(planned && !planned->daemons);
    const DebuggerSpec& debugger = planned->job.debugger;
    QVERIFY(debugger.daemons);
    QCOMPARE(debugger.target->nspace, "job@1");
    QCOMPARE(debugger.perNode, std::uint16_t(1));
    QVERIFY(planned->job.hold.point == HoldSpec::Point::None);
    QCOMPARE(job({text(keys::kDebugJob, "job@2"), flag(keys::kDebuggerDaemons)}).debugger.target->nspace, "job@2");
}

void TestSpawnRequest::daemonsOfTheSameRequestAreAJobOfTheirOwn()
{
    for (const std::string_view key : {keys::kDebuggerDaemons, keys::kCospawnApp}) {
        const auto planned =
            plan({flag(keys::kDebugStopInInit), flag(keys::kFwdStdout), text(keys::kExecAgent, "agent")},
                 {app("./dbgd", 1, {flag(key), text(keys::kPpr, "1:node")}), app("./a", 3)});
        QVERIFY(planned && planned->daemons);
        QCOMPARE(planned->job.apps.size(), std::size_t(1));
        QCOMPARE(planned->job.apps[0].argv[0], "./a");
        QVERIFY(!planned->job.debugger.daemons);
        QVERIFY(planned->job.hold.point == HoldSpec::Point::Init);
        QVERIFY(planned->daemons->debugger.daemons && !planned->daemons->debugger.target);
        QVERIFY(planned->daemons->hold.point == HoldSpec::Point::None);
        QVERIFY(planned->daemons->execAgent.empty());
        QVERIFY(planned->daemons->forward.standardOutput);
        QCOMPARE(planned->daemons->placement.perResource, 1U);
    }
}

void TestSpawnRequest::directivesForTheDebuggerReachItsDaemonsOnly()
{
    const auto planned = plan({nested(keys::kDebugJobDirectives, {text(keys::kMapby, "ppr:2:node")}),
                               nested(keys::kDebugAppDirectives, {text(keys::kWdir, "/d")})},
                              {app("./a", 1), app("./dbgd", 1, {flag(keys::kDebuggerDaemons)})});
    QVERIFY(planned && planned->daemons);
    QCOMPARE(planned->job.placement.perResource, 0U);
    QCOMPARE(planned->job.apps[0].workingDirectory, "");
    QCOMPARE(planned->daemons->placement.perResource, 2U);
    QCOMPARE(planned->daemons->apps[0].workingDirectory, "/d");
    QVERIFY(!plan({nested(keys::kDebugJobDirectives, {nested(keys::kDebugJobDirectives, {})})},
                  {app("./a", 1), app("./dbgd", 1, {flag(keys::kDebuggerDaemons)})}));
}

void TestSpawnRequest::whatIsRequiredMustBeKnown()
{
    Info preload = flag(keys::kPreloadBin);
    QVERIFY(!failure({preload}));
    preload.flags = info_flags::kRequired;
    const auto planned = plan({preload}, {app("./a", 1)});
    QCOMPARE(planned.error().code, make_error_code(Status::ErrNotSupported));
    QCOMPARE(planned.error().detail, "PMIX_PRELOAD_BIN: it is required, but dbgrun does not support it");
    Info known = flag(keys::kNotifyCompletion);
    known.flags = info_flags::kRequired;
    QVERIFY(!failure({known}));
}

void TestSpawnRequest::ownKeysArePassedOn()
{
    const JobSpec spec = job({text("my.key", "v"), text("pmix.job.size", "7"), text(keys::kBreakpoint, "b")});
    QCOMPARE(spec.passedOn.size(), std::size_t(2));
    QCOMPARE(spec.passedOn[0].key, "my.key");
    QCOMPARE(spec.passedOn[1].key, std::string(keys::kBreakpoint));
}

void TestSpawnRequest::wrongTypesAreRefusedByName()
{
    const auto planned = plan({text(keys::kFwdStdout, "yes")}, {app("./a", 1)});
    QCOMPARE(planned.error().detail, "PMIX_FWD_STDOUT: the value is no BOOL");
    QVERIFY(failure({flag(keys::kMapby)}) == Status::ErrBadParam);
    QVERIFY(failure({flag(keys::kDebugTarget)}) == Status::ErrBadParam);
    QVERIFY(failure({{keys::kDebugDaemonsPerNode, Value::of<DataType::Uint32>(70000)}}) == Status::ErrBadParam);
    QVERIFY(failure({flag(keys::kDebugJobDirectives)}) == Status::ErrBadParam);
}

void TestSpawnRequest::directivesChangeACommandLine()
{
    JobSpec spec;
    spec.apps.resize(1);
    spec.apps[0].argv = {"./a"};
    spec.apps[0].processes = 2;
    spec.hold.point = HoldSpec::Point::Exec;
    spec.output.tag = true;
    const std::vector<Info> directives{flag(keys::kDebugStopInInit), flag(keys::kFwdStdout), flag(keys::kFwdStdin)};
    QVERIFY(applyDirectives(spec, directives, {}));
    QVERIFY(spec.hold.point == HoldSpec::Point::Init && !spec.hold.ranks);
    QVERIFY(spec.forward.standardOutput && spec.output.tag);
    QVERIFY(spec.standardInput.ranks == RankSet::firstN(1));
    const std::vector<Info> wrong{rank(keys::kDebugStopInInit, ProcRank(2))};
    QVERIFY(!applyDirectives(spec, wrong, {}));
}

void TestSpawnRequest::directivesSuitADaemonWithoutPrograms()
{
    JobSpec spec;
    QVERIFY(applyDirectives(spec, std::vector<Info>{flag(keys::kNotifyJobEvents)}, {}));
}

void TestSpawnRequest::capturedRequestsAreUnderstood()
{
    int requests = 0;
    for (const auto& session : dbgr::test::loadPmixSessions()) {
        for (const auto& connection : session.connections) {
            for (const auto& entry : connection.entries) {
                if (entry.kind != dbgr::test::VectorEntry::Kind::Frame || entry.cut ||
                    entry.from != ConnectionRole::Connector)
                    continue;
                Unpacker unpacker(connection.format, entry.body());
                const auto command = unpacker.unpack<DataType::Command>();
                if (!command || *command != dbgr::pmix::Command::Spawn)
                    continue;
                const auto request = decodeSpawnRequest(connection.format, entry.body().substr(unpacker.position()));
                if (!request)
                    continue; // the reply to another request looks the same at its beginning
                const auto planned = planSpawn(*request, Requester(), {});
                QVERIFY2(planned, (session.name + (planned ? "" : ": " + planned.error().detail)).c_str());
                ++requests;
            }
        }
    }
    QVERIFY(requests >= 3);
}

void TestSpawnRequest::hugeRequestsAreRefused()
{
    QVERIFY(failure(std::vector<Info>(20000, flag(keys::kFwdStdout))) == Status::ErrOutOfResource);
    QCOMPARE(plan({}, std::vector<App>(2000, app("./a", 1))).error().code, make_error_code(Status::ErrOutOfResource));
    QVERIFY(failure({text(keys::kWdir, std::string(5000, 'x').c_str())}) == Status::ErrBadParam);
    QVERIFY(failure({rank(keys::kDebugStopInInit, ProcRank(70000))}) == Status::ErrBadParam);
}

void TestSpawnRequest::attributesAreNamedOnce()
{
    auto names = spawnAttributes();
    std::ranges::sort(names);
    QVERIFY(std::ranges::adjacent_find(names) == names.end());
}

DBGR_TEST(TestSpawnRequest, QCoreApplication);

} // namespace tst_spawn_request

#include "tst_spawn_request.moc"
