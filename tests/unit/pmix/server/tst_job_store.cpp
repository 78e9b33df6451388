// SPDX-License-Identifier: GPL-3.0-or-later
// What a process learns of others by PMIx_Get, REQ and the resolve requests, and what it does not.
#include "pmix/ops/job_info.h"
#include "pmix/server/job_store.h"
#include "pmix/server/value_size.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/pmix/server/server_data.h"

#include <QTest>

namespace tst_job_store {

using namespace dbgr::pmix;
using namespace dbgr::test;
using namespace dbgr;
using namespace std::chrono_literals;

namespace {

using Blocks = std::vector<ProcValues>;
constexpr WireFormat kFormat;

CommitBlock block(Scope scope, const std::string& key, const std::string& text)
{
    return CommitBlock{scope, {pair(key, Value::string(text))}};
}

/// The text of a key in the first block that has it, "-" without one.
std::string textIn(const Blocks& blocks, const Proc& owner, std::string_view key)
{
    for (const ProcValues& each : blocks)
        for (const KeyValue& value : each.values)
            if (each.proc == owner && value.key == key)
                return value.value.asString().value_or("?");
    return "-";
}

bool hasKey(const Blocks& blocks, std::string_view key)
{
    return std::ranges::any_of(blocks, [&](const ProcValues& each) {
        return std::ranges::find(each.values, key, &KeyValue::key) != each.values.end();
    });
}

Info flag(std::string_view key)
{
    return Info(key, Value::boolean(true));
}

Info timeout(int seconds)
{
    return Info(keys::kTimeout, Value::of<DataType::Int>(seconds));
}

struct Fixture
{
    Fixture()
    {
        (void)store.add(makeJob("job", 4));
        (void)store.add(makeJob("next", 2));
    }

    Got<Blocks> get(const Requester& who, const Proc& target, NullableString key, std::vector<Info> infos = {})
    {
        Got<Blocks> got;
        store.get(who, GetRequest{target, std::move(infos), std::move(key)}, got.answer());
        return got;
    }

    ManualScheduler scheduler;
    std::vector<std::pair<Proc, Answer<Blocks>>> remote;
    JobStore store{scheduler, [this](const Proc& target, const std::vector<Info>& /*infos*/, Answer<Blocks> answer) {
                       remote.emplace_back(target, std::move(answer));
                   }};
};

} // namespace

class TestJobStore : public QObject
{
    Q_OBJECT

private slots:
    void refusesJobsWithoutNameOrTwice();
    void jobInfoHasTheRanksAndWhatOnlyTheAskerIsTold();
    void jobInfoIsTheSameForEveryFormat();
    void putValuesAreSeenByTheirScope();
    void laterCommitsReplaceEarlierOnes();
    void compressedValuesPassUnchanged();
    void putsBeyondTheLimitAreRefusedWhole();
    void getOfAPeerHasAllItsValues();
    void nullKeyMeansEverythingOnceItCommitted();
    void wildcardRankGetsAllJobInfo();
    void jobBlockHasWhatOnlyTheAskerIsTold();
    void nodeAppAndSessionLevel();
    void unknownNodeIsNotFound();
    void undefinedRankSearchesAllRanks();
    void reservedKeysAreNotWaitedFor();
    void waitsForTheCommitOfTheKey();
    void immediateDoesNotWait();
    void nobodyWaitsForWhatOnlyItCouldPut();
    void waitEndsAtItsTimeout();
    void waitForAProcessThatHasCommittedEndsSoon();
    void waitForAProcessThatHasNotCommittedDoesNotEnd();
    void waitEndsWithTheProcess();
    void waitForAnyRankEndsWithTheLastProcess();
    void waitEndsWithTheJob();
    void droppedPeersGetNoAnswer();
    void aPeerMayNotWaitForTooMuch();
    void whatWaitsMayNotBeLarge();
    void sizesCountWhatIsInsideOfValues();
    void foreignJobComesWithItsProcess();
    void nothingLeaksToAnotherUser();
    void processesOfOtherNodesAreAskedOfTheHost();
    void learnedValuesNeedNoHost();
    void hostAnswersAfterTheEndAreDropped();
    void resolvesPeersAndNodes();
    void refreshGivesWhatIsKnownOfAProcess();
    void aProcessThatConnectsAgainIsWaitedFor();
};

void TestJobStore::refusesJobsWithoutNameOrTwice()
{
    Fixture f;
    QCOMPARE(f.store.add(makeJob("", 1)).error().code, make_error_code(Status::ErrBadParam));
    QCOMPARE(f.store.add(makeJob(std::string(256, 'x'), 1)).error().code, make_error_code(Status::ErrBadParam));
    QCOMPARE(f.store.add(makeJob("job", 1)).error().code, make_error_code(Status::ErrExists));
    f.store.remove("job");
    QVERIFY(f.store.add(makeJob("job", 1)).has_value());
    QCOMPARE(f.store.nspaces(), (std::vector<std::string>{"job", "next"}));
}

void TestJobStore::jobInfoHasTheRanksAndWhatOnlyTheAskerIsTold()
{
    Fixture f;
    JobRecord held = makeJob("held", 2);
    held.onlyToRank[ProcRank(1)] = {pair(keys::kDebugStopInInit, Value::boolean(true))};
    QVERIFY(f.store.add(std::move(held)).has_value());

    const auto first = decodeJobInfo(kFormat, f.store.jobInfoFor(kFormat, proc("held", 0)).value());
    const auto second = decodeJobInfo(kFormat, f.store.jobInfoFor(kFormat, proc("held", 1)).value());
    QCOMPARE(first->nspace, std::string("held"));
    QCOMPARE(first->ofRank.size(), std::size_t(2));
    QVERIFY(first->find(keys::kDebugStopInInit) == nullptr);
    QVERIFY(second->find(keys::kDebugStopInInit) != nullptr);
    QCOMPARE(f.store.jobInfoFor(kFormat, proc("none", 0)).error().code, make_error_code(Status::ErrNotFound));
}

void TestJobStore::jobInfoIsTheSameForEveryFormat()
{
    Fixture f;
    const WireFormat described{WireVersion::V41, BufferType::FullyDescribed};
    for (const WireFormat format : {kFormat, described, kFormat}) {
        const auto info = decodeJobInfo(format, f.store.jobInfoFor(format, proc("job", 3)).value());
        QVERIFY(info.has_value());
        QCOMPARE(info->find(keys::kJobSize)->asUnsigned(), std::optional<std::uint64_t>(4));
        QCOMPARE(info->ofRank.size(), std::size_t(4));
    }
}

void TestJobStore::putValuesAreSeenByTheirScope()
{
    Fixture f;
    const Proc owner = proc("job", 0);
    QVERIFY(f.store
                .commit(owner, {block(Scope::Local, "l", "near"), block(Scope::Remote, "r", "far"),
                                block(Scope::Global, "g", "all"), block(Scope::Internal, "i", "own")})
                .has_value());
    const auto keysOf = [](const std::vector<KeyValue>& values) {
        std::string keys;
        for (const KeyValue& each : values)
            keys += each.key;
        return keys;
    };
    QCOMPARE(keysOf(f.store.committed(owner, true).values), std::string("gl"));
    QCOMPARE(keysOf(f.store.committed(owner, false).values), std::string("gr"));
    for (const char* key : {"l", "r", "g", "i"})
        QVERIFY2(f.get(client(owner), owner, key, {flag(keys::kImmediate)}).ok(), key);
    QVERIFY(f.get(client("job", 1), owner, "l", {flag(keys::kImmediate)}).ok());
    QCOMPARE(f.get(client("job", 1), owner, "r", {flag(keys::kImmediate)}).code(),
             make_error_code(Status::ErrNotFound));
    QCOMPARE(f.get(client("job", 1), owner, "i", {flag(keys::kImmediate)}).code(),
             make_error_code(Status::ErrNotFound));
}

void TestJobStore::laterCommitsReplaceEarlierOnes()
{
    Fixture f;
    QVERIFY(f.store.commit(proc("job", 0), {block(Scope::Local, "a", "1"), block(Scope::Local, "b", "1")}).has_value());
    QVERIFY(f.store.commit(proc("job", 0), {block(Scope::Local, "a", "2")}).has_value());
    const auto got = f.get(client("job", 1), proc("job", 0), "a");
    QCOMPARE(textIn(*got.result(), proc("job", 0), "a"), std::string("2"));
    QCOMPARE(textIn(*got.result(), proc("job", 0), "b"), std::string("1"));
}

void TestJobStore::compressedValuesPassUnchanged()
{
    Fixture f;
    const Value packed = Value::of<DataType::CompressedString>(ByteObject{std::string("\x05\0\0\0zzz", 7)});
    QVERIFY(f.store.commit(proc("job", 0), {CommitBlock{Scope::Local, {KeyValue{"big", packed}}}}).has_value());
    QCOMPARE(f.store.committed(proc("job", 0), true).values.front().value, packed);
}

void TestJobStore::putsBeyondTheLimitAreRefusedWhole()
{
    PutValues values;
    QVERIFY(values.store({block(Scope::Local, "a", std::string(500, 'x'))}, 2000).has_value());
    const auto refused =
        values.store({block(Scope::Local, "b", "small"), block(Scope::Remote, "c", std::string(1500, 'x'))}, 2000);
    QCOMPARE(refused.error().code, make_error_code(Status::ErrOutOfResource));
    QVERIFY(values.find("b", Viewer::Self) == nullptr);
    const std::size_t before = values.bytes();
    QVERIFY(values.store({block(Scope::Local, "a", std::string(500, 'y'))}, 2000).has_value());
    QCOMPARE(values.bytes(), before);
}

void TestJobStore::getOfAPeerHasAllItsValues()
{
    Fixture f;
    QVERIFY(f.store.commit(proc("job", 2), {block(Scope::Local, "a", "1"), block(Scope::Local, "b", "2")}).has_value());
    const auto got = f.get(client("job", 0), proc("job", 2), "a");
    QCOMPARE(got.result()->size(), std::size_t(1));
    QCOMPARE(textIn(*got.result(), proc("job", 2), "b"), std::string("2"));
    QCOMPARE(textIn(*got.result(), proc("job", 2), keys::kHostname), std::string("here"));
    QVERIFY(f.get(client("job", 0), proc("job", 2), std::string(keys::kLocalRank)).ok());
    QVERIFY2(f.get(client("job", 0), proc("", 2), "a").ok(), "no namespace is the asker's own");
}

void TestJobStore::nullKeyMeansEverythingOnceItCommitted()
{
    Fixture f;
    Got<Blocks> got;
    f.store.get(client("job", 0), GetRequest{proc("job", 1), {}, std::nullopt}, got.answer());
    QCOMPARE(got.times(), 0);
    QVERIFY(f.store.commit(proc("job", 1), {block(Scope::Local, "a", "1")}).has_value());
    QVERIFY(got.ok());
    QCOMPARE(textIn(*got.result(), proc("job", 1), "a"), std::string("1"));
}

void TestJobStore::wildcardRankGetsAllJobInfo()
{
    Fixture f;
    for (const NullableString& key : {NullableString(keys::kJobSize), NullableString()}) {
        const auto got = f.get(client("job", 0), wholeJob("job"), key);
        QVERIFY(got.ok());
        QVERIFY(got.result()->front().proc == wholeJob("job"));
        QVERIFY(hasKey(*got.result(), keys::kJobSize));
        QVERIFY(hasKey(*got.result(), keys::kNodeInfoArray));
        const auto ranks = std::ranges::count(got.result()->front().values, keys::kProcData, &KeyValue::key);
        QCOMPARE(ranks, std::ptrdiff_t(4));
    }
    QCOMPARE(f.get(client("job", 0), wholeJob("job"), "mine").code(), make_error_code(Status::ErrNotFound));
    QVERIFY2(f.get(client("job", 0), proc("job", 3), std::string(keys::kJobSize)).ok(),
             "what is the same for all may be asked of one");
}

void TestJobStore::jobBlockHasWhatOnlyTheAskerIsTold()
{
    Fixture f;
    JobRecord held = makeJob("held", 2);
    held.onlyToRank[ProcRank(1)] = {pair(keys::kDebugStopInInit, Value::boolean(true))};
    QVERIFY(f.store.add(std::move(held)).has_value());
    const std::string key(keys::kDebugStopInInit);
    QVERIFY(f.get(client("held", 1), wholeJob("held"), key).ok());
    QCOMPARE(f.get(client("held", 0), wholeJob("held"), key).code(), make_error_code(Status::ErrNotFound));
    QCOMPARE(f.get(client("job", 1), wholeJob("held"), key).code(), make_error_code(Status::ErrNotFound));
}

void TestJobStore::nodeAppAndSessionLevel()
{
    Fixture f;
    const Requester who = client("job", 0);
    const std::string localSize(keys::kLocalSize);
    const Info here(keys::kHostname, Value::string("here"));
    const Info nodeZero(keys::kNodeid, number(0));
    for (const auto& infos : std::vector<std::vector<Info>>{
             {flag(keys::kNodeInfo)}, {flag(keys::kNodeInfo), here}, {flag(keys::kNodeInfo), nodeZero}, {}}) {
        const auto got = f.get(who, wholeJob("job"), localSize, infos);
        QVERIFY(got.ok());
        QVERIFY2(hasKey(*got.result(), localSize), "of its own node it is told the bare value too");
    }
    const std::string appSize(keys::kAppSize);
    QVERIFY(f.get(who, wholeJob("job"), appSize, {flag(keys::kAppInfo), Info(keys::kAppnum, number(0))}).ok());
    QCOMPARE(f.get(who, wholeJob("job"), appSize, {flag(keys::kAppInfo), Info(keys::kAppnum, number(1))}).code(),
             make_error_code(Status::ErrNotFound));
    QVERIFY(f.get(who, wholeJob("job"), std::string(keys::kUnivSize), {flag(keys::kSessionInfo)}).ok());
    QCOMPARE(f.get(who, wholeJob("job"), localSize, {flag(keys::kSessionInfo)}).code(),
             make_error_code(Status::ErrNotFound));
}

void TestJobStore::unknownNodeIsNotFound()
{
    Fixture f;
    const Info there(keys::kHostname, Value::string("there"));
    QCOMPARE(
        f.get(client("job", 0), wholeJob("job"), std::string(keys::kLocalSize), {flag(keys::kNodeInfo), there}).code(),
        make_error_code(Status::ErrNotFound));
}

void TestJobStore::undefinedRankSearchesAllRanks()
{
    Fixture f;
    const Proc any{"job", kRankUndef};
    Got<Blocks> early;
    f.store.get(client("job", 0), GetRequest{any, {}, "service"}, early.answer());
    QVERIFY(f.store.commit(proc("job", 3), {block(Scope::Local, "service", "x")}).has_value());
    QVERIFY2(early.ok(), "it waits for any of them");
    const auto got = f.get(client("job", 1), any, "service");
    QVERIFY(got.ok());
    QVERIFY(got.result()->front().proc == proc("job", 3));
}

void TestJobStore::reservedKeysAreNotWaitedFor()
{
    Fixture f;
    QCOMPARE(f.get(client("job", 0), proc("job", 1), "pmix.hwlocxml2").code(), make_error_code(Status::ErrNotFound));
    QCOMPARE(f.get(client("job", 0), wholeJob("job"), "pmix.hwlocxml2").code(), make_error_code(Status::ErrNotFound));
    QCOMPARE(f.get(client("job", 0), proc("job", 9), "mine").code(), make_error_code(Status::ErrNotFound));
}

void TestJobStore::waitsForTheCommitOfTheKey()
{
    Fixture f;
    Got<Blocks> got;
    f.store.get(client("job", 0), GetRequest{proc("job", 1), {}, "late"}, got.answer());
    QVERIFY(f.store.commit(proc("job", 1), {block(Scope::Local, "early", "1")}).has_value());
    QVERIFY(f.store.commit(proc("job", 2), {block(Scope::Local, "late", "no")}).has_value());
    QCOMPARE(got.times(), 0);
    QVERIFY(f.store.commit(proc("job", 1), {block(Scope::Local, "late", "2")}).has_value());
    QVERIFY(got.ok());
    QCOMPARE(textIn(*got.result(), proc("job", 1), "late"), std::string("2"));
}

void TestJobStore::immediateDoesNotWait()
{
    Fixture f;
    QCOMPARE(f.get(client("job", 0), proc("job", 1), "late", {flag(keys::kImmediate)}).code(),
             make_error_code(Status::ErrNotFound));
    QCOMPARE(f.get(client("job", 0), proc("job", 1), std::nullopt, {flag(keys::kImmediate)}).code(),
             make_error_code(Status::ErrNotFound));
}

void TestJobStore::nobodyWaitsForWhatOnlyItCouldPut()
{
    Fixture f;
    QCOMPARE(f.get(client("job", 0), proc("job", 0), "late", {}).code(), make_error_code(Status::ErrNotFound));
}

void TestJobStore::waitEndsAtItsTimeout()
{
    Fixture f;
    Got<Blocks> got;
    f.store.get(client("job", 0), GetRequest{proc("job", 1), {timeout(3)}, "late"}, got.answer());
    f.scheduler.advance(2900ms);
    QCOMPARE(got.times(), 0);
    f.scheduler.advance(200ms);
    QCOMPARE(got.code(), make_error_code(Status::ErrTimeout));
    QVERIFY(f.store.commit(proc("job", 1), {block(Scope::Local, "late", "2")}).has_value());
    QCOMPARE(got.times(), 1);
}

void TestJobStore::waitForAProcessThatHasCommittedEndsSoon()
{
    Fixture f;
    const Info noLimit = timeout(0);
    Got<Blocks> before;
    Got<Blocks> after;
    Got<Blocks> patient;
    f.store.get(client("job", 0), GetRequest{proc("job", 1), {}, "never"}, before.answer());
    f.scheduler.advance(1h);
    QVERIFY(f.store.commit(proc("job", 1), {block(Scope::Local, "a", "1")}).has_value());
    f.store.get(client("job", 0), GetRequest{proc("job", 1), {}, "never"}, after.answer());
    f.store.get(client("job", 0), GetRequest{proc("job", 1), {noLimit}, "never"}, patient.answer());
    f.scheduler.advance(JobStore::kPatience - 1ms);
    QCOMPARE(before.times() + after.times(), 0);
    f.scheduler.advance(1ms);
    QCOMPARE(before.code(), make_error_code(Status::ErrTimeout));
    QCOMPARE(after.code(), make_error_code(Status::ErrTimeout));
    f.scheduler.advance(1h);
    QCOMPARE(patient.times(), 0);
}

void TestJobStore::waitForAProcessThatHasNotCommittedDoesNotEnd()
{
    Fixture f;
    Got<Blocks> one;
    Got<Blocks> any;
    f.store.get(client("next", 0), GetRequest{proc("next", 1), {}, "late"}, one.answer());
    f.store.get(client("next", 0), GetRequest{Proc{"next", kRankUndef}, {}, "never"}, any.answer());
    QVERIFY(f.store.commit(proc("next", 0), {block(Scope::Local, "a", "1")}).has_value());
    f.scheduler.advance(24h);
    QCOMPARE(one.times() + any.times(), 0);
    QVERIFY(f.store.commit(proc("next", 1), {block(Scope::Local, "late", "1")}).has_value());
    QVERIFY(one.ok());
    f.scheduler.advance(JobStore::kPatience);
    QCOMPARE(any.code(), make_error_code(Status::ErrTimeout));
}

void TestJobStore::waitEndsWithTheProcess()
{
    Fixture f;
    Got<Blocks> got;
    Got<Blocks> other;
    f.store.get(client("job", 0), GetRequest{proc("job", 1), {}, "late"}, got.answer());
    f.store.get(client("job", 0), GetRequest{proc("job", 2), {}, "late"}, other.answer());
    f.store.processEnded(proc("job", 1));
    QCOMPARE(got.code(), make_error_code(Status::ErrNotFound));
    QCOMPARE(other.times(), 0);
    QCOMPARE(f.get(client("job", 0), proc("job", 1), "late").code(), make_error_code(Status::ErrNotFound));
}

void TestJobStore::waitForAnyRankEndsWithTheLastProcess()
{
    Fixture f;
    Got<Blocks> got;
    f.store.get(client("job", 0), GetRequest{Proc{"next", kRankUndef}, {}, "late"}, got.answer());
    f.store.processEnded(proc("next", 0));
    QCOMPARE(got.times(), 0);
    f.store.processEnded(proc("next", 1));
    QCOMPARE(got.code(), make_error_code(Status::ErrNotFound));
}

void TestJobStore::waitEndsWithTheJob()
{
    Fixture f;
    Got<Blocks> got;
    f.store.get(client("job", 0), GetRequest{proc("next", 1), {}, "late"}, got.answer());
    f.store.remove("next");
    QCOMPARE(got.code(), make_error_code(Status::ErrNotFound));
    QVERIFY(f.store.find("next") == nullptr);
}

void TestJobStore::droppedPeersGetNoAnswer()
{
    Fixture f;
    Got<Blocks> got;
    f.store.get(client("job", 0), GetRequest{proc("job", 1), {timeout(3)}, "late"}, got.answer());
    f.store.dropPeer(client("job", 0).id);
    QCOMPARE(f.scheduler.pendingTimers(), std::size_t(0));
    QVERIFY(f.store.commit(proc("job", 1), {block(Scope::Local, "late", "2")}).has_value());
    QCOMPARE(got.times(), 0);
}

void TestJobStore::aPeerMayNotWaitForTooMuch()
{
    Fixture f;
    int refused = 0;
    for (std::size_t i = 0; i < PendingGets::kMaxPerPeer + 3; ++i) {
        f.store.get(client("job", 0), GetRequest{proc("job", 1), {}, "late"}, [&](const util::Result<Blocks>& result) {
            refused += !result && result.error().code == make_error_code(Status::ErrOutOfResource);
        });
    }
    QCOMPARE(refused, 3);
    Got<Blocks> other;
    f.store.get(client("job", 2), GetRequest{proc("job", 1), {}, "late"}, other.answer());
    QCOMPARE(other.times(), 0);
}

void TestJobStore::whatWaitsMayNotBeLarge()
{
    Fixture f;
    const Info large("x", Value::string(std::string(kMaxKeptInfoBytes, 'x')));
    QCOMPARE(f.get(client("job", 0), proc("job", 1), std::string(600, 'k')).code(),
             make_error_code(Status::ErrBadParam));
    QCOMPARE(f.get(client("job", 0), proc("job", 1), "late", {large}).code(), make_error_code(Status::ErrBadParam));
}

void TestJobStore::sizesCountWhatIsInsideOfValues()
{
    const std::string text(1000, 'x');
    const Info info("key", Value::string(text));
    QVERIFY(sizeOf(Value::string(text)) >= 1000);
    QVERIFY(sizeOf(Value::of<DataType::ByteObject>(ByteObject{text})) >= 1000);
    QVERIFY(sizeOf(Value::of<DataType::Regex>(Regex{text})) >= 1000);
    QVERIFY(sizeOf(Value::of<DataType::Info>(info)) >= 1000);
    QVERIFY(sizeOf(Value::infos({Info("outer", Value::infos({info, info}))})) >= 2000);
    QVERIFY(sizeOf(number(7)) < 100);
}

void TestJobStore::foreignJobComesWithItsProcess()
{
    Fixture f;
    QVERIFY(f.store.commit(proc("next", 1), {block(Scope::Local, "a", "1")}).has_value());
    const auto got = f.get(client("job", 0), proc("next", 1), "a");
    QCOMPARE(got.result()->size(), std::size_t(2));
    QVERIFY(got.result()->at(0).proc == wholeJob("next"));
    QVERIFY(got.result()->at(1).proc == proc("next", 1));
}

void TestJobStore::nothingLeaksToAnotherUser()
{
    Fixture f;
    QVERIFY(f.store.commit(proc("job", 1), {block(Scope::Local, "a", "1")}).has_value());
    const Requester stranger = client(proc("theirs", 0), kOtherUser);
    for (const Proc& target : {proc("job", 1), wholeJob("job"), Proc{"job", kRankUndef}})
        for (const NullableString& key : {NullableString("a"), NullableString(keys::kJobSize), NullableString()})
            QCOMPARE(f.get(stranger, target, key).code(), make_error_code(Status::ErrNotFound));
    QVERIFY(f.remote.empty());
    QVERIFY(!f.store.peers(stranger, {std::nullopt, "job"}));
    QVERIFY(!f.store.peers(stranger, {std::nullopt, ""}));
    QVERIFY(!f.store.nodes(stranger, "job"));
    QVERIFY(!f.store.refresh(stranger, proc("job", 1)));
    QVERIFY(!f.store.refresh(stranger, wholeJob("job")));
    QVERIFY2(f.get(client("tool", 0), proc("job", 1), "a").ok(), "a tool of the user may");
}

void TestJobStore::processesOfOtherNodesAreAskedOfTheHost()
{
    Fixture f;
    JobRecord wide = makeJob("wide", 2);
    wide.localRanks = {ProcRank(0)};
    QVERIFY(f.store.add(std::move(wide)).has_value());
    Got<Blocks> got;
    Got<Blocks> late;
    f.store.get(client("wide", 0), GetRequest{proc("wide", 1), {}, "far"}, got.answer());
    f.store.get(client("wide", 0), GetRequest{proc("unknown", 1), {timeout(1)}, "far"}, late.answer());
    QCOMPARE(f.remote.size(), std::size_t(2));
    QVERIFY(f.remote[0].first == proc("wide", 1));
    f.remote[0].second(Blocks{ProcValues{proc("wide", 1), {pair("far", Value::string("away"))}}});
    QCOMPARE(textIn(*got.result(), proc("wide", 1), "far"), std::string("away"));
    f.scheduler.advance(1s);
    QCOMPARE(late.code(), make_error_code(Status::ErrTimeout));
    f.remote[1].second(Blocks{});
    QCOMPARE(late.times(), 1);
}

void TestJobStore::learnedValuesNeedNoHost()
{
    Fixture f;
    JobRecord wide = makeJob("wide", 2);
    wide.localRanks = {ProcRank(0)};
    QVERIFY(f.store.add(std::move(wide)).has_value());
    f.store.learn({ProcValues{proc("wide", 1), {pair("far", Value::string("away"))}},
                   ProcValues{proc("wide", 0), {pair("far", Value::string("not from others"))}}});
    QCOMPARE(textIn(*f.get(client("wide", 0), proc("wide", 1), "far").result(), proc("wide", 1), "far"),
             std::string("away"));
    QVERIFY(f.remote.empty());
    QCOMPARE(f.get(client("wide", 0), proc("wide", 0), "far", {flag(keys::kImmediate)}).code(),
             make_error_code(Status::ErrNotFound));
}

void TestJobStore::hostAnswersAfterTheEndAreDropped()
{
    ManualScheduler scheduler;
    Answer<Blocks> late;
    Got<Blocks> got;
    {
        JobStore store(scheduler, [&](const Proc& /*target*/, const std::vector<Info>& /*infos*/,
                                      Answer<Blocks> answer) { late = std::move(answer); });
        store.get(client("job", 0), GetRequest{proc("far", 1), {timeout(5)}, "a"}, got.answer());
    }
    late(Blocks{});
    scheduler.advance(10s);
    QCOMPARE(got.times(), 0);
}

void TestJobStore::resolvesPeersAndNodes()
{
    Fixture f;
    const Requester who = client("job", 0);
    QCOMPARE(f.store.peers(who, {std::nullopt, "job"})->size(), std::size_t(4));
    QCOMPARE(f.store.peers(who, {"here", "next"})->size(), std::size_t(2));
    QCOMPARE(f.store.peers(who, {std::nullopt, ""})->size(), std::size_t(6));
    QCOMPARE(f.store.peers(who, {"there", "job"}).error().code, make_error_code(Status::ErrNotFound));
    QCOMPARE(f.store.nodes(who, "job").value(), std::string("here"));
    QCOMPARE(f.store.nodes(who, "").value(), std::string("here"));
    QCOMPARE(f.store.nodes(who, "none").error().code, make_error_code(Status::ErrNotFound));
}

void TestJobStore::refreshGivesWhatIsKnownOfAProcess()
{
    Fixture f;
    QVERIFY(f.store.commit(proc("job", 1), {block(Scope::Local, "a", "1")}).has_value());
    const auto values = f.store.refresh(client("job", 0), proc("job", 1)).value();
    QVERIFY(std::ranges::find(values, "a", &KeyValue::key) != values.end());
    QVERIFY(std::ranges::find(values, keys::kLocalRank, &KeyValue::key) != values.end());
    QVERIFY(f.store.refresh(client("job", 0), wholeJob("job")).has_value());
    QCOMPARE(f.store.refresh(client("job", 0), proc("none", 1)).error().code, make_error_code(Status::ErrNotFound));
}

void TestJobStore::aProcessThatConnectsAgainIsWaitedFor()
{
    Fixture f;
    f.store.processEnded(proc("job", 1));
    QVERIFY(f.store.hasEnded(proc("job", 1)));
    f.store.processConnected(proc("job", 1));
    QVERIFY(!f.store.hasEnded(proc("job", 1)));
    Got<Blocks> got;
    f.store.get(client("job", 0), GetRequest{proc("job", 1), {}, "late"}, got.answer());
    QCOMPARE(got.times(), 0);
}

DBGR_TEST(TestJobStore, QCoreApplication);

} // namespace tst_job_store

#include "tst_job_store.moc"
