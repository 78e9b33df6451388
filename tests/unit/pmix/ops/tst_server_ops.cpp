// SPDX-License-Identifier: GPL-3.0-or-later
// What a server reads and writes: every request and reply in every format, and each of them cut short.
#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"
#include "pmix/ops/abort.h"
#include "pmix/ops/allocation.h"
#include "pmix/ops/commit.h"
#include "pmix/ops/connect.h"
#include "pmix/ops/credential.h"
#include "pmix/ops/event.h"
#include "pmix/ops/fabric.h"
#include "pmix/ops/finalize.h"
#include "pmix/ops/get.h"
#include "pmix/ops/iof.h"
#include "pmix/ops/job_control.h"
#include "pmix/ops/log.h"
#include "pmix/ops/monitor.h"
#include "pmix/ops/publish.h"
#include "pmix/ops/query.h"
#include "pmix/ops/reply.h"
#include "pmix/ops/resolve.h"
#include "pmix/ops/session_control.h"
#include "pmix/ops/spawn.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/pmix/message_schema.h"
#include "tests/support/pmix/reencode.h"
#include "tests/support/run/test_class.h"
#include "util/string_util.h"

#include <QTest>

namespace tst_server_ops {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Result;
using dbgr::util::toHex;

namespace {

const std::vector<Proc> kProcs{{"job@1", ProcRank(0)}, {"job@1", kRankWildcard}};
const std::vector<Info> kInfos{Info("pmix.flag", Value::boolean(true), info_flags::kRequired),
                               Info("pmix.text", Value::string("text"))};
const std::vector<KeyValue> kValues{{"number", Value::of<DataType::Uint32>(300)}, {"word", Value::string("w")}};

struct Sample
{
    std::string name;
    Command command = Command::Request;
    std::string bytes;
};

SpawnRequest sampleSpawn()
{
    App app;
    app.command = "ring";
    app.argv = {"ring", "8"};
    app.environment = {"A=b"};
    app.workingDirectory = "/tmp";
    app.maxProcs = 4;
    app.infos = kInfos;
    return {kInfos, {app, App{}}};
}

JobInfo sampleJob()
{
    JobInfo job;
    job.nspace = "job@1";
    job.values = kValues;
    job.ofRank = {{ProcRank(0), kValues}, {ProcRank(1), {}}};
    return job;
}

std::vector<Sample> requests(const Dialect& dialect)
{
    const auto [format, groups] = dialect;
    const CollectiveRequest everyone{kProcs, kInfos};
    const LookupRequest lookup{1000, {"a", "b"}, kInfos};
    const GroupRequest group{"g", groups == GroupLayout::V4 ? std::vector<Proc>() : kProcs, kInfos};
    const std::vector<Status> codes{Status::DebuggerRelease, Status::EventJobEnd};
    const std::vector<std::pair<Command, Result<std::string>>> made{
        {Command::Request, encodeJobInfoRequest(format)},
        {Command::Abort, encodeAbort(format, {Status(7), "why", kProcs})},
        {Command::Abort, encodeAbort(format, {Status(7), std::nullopt, {}})},
        {Command::Commit, encodeCommit(format, {{Scope::Local, kValues}, {Scope::Remote, {}}})},
        {Command::Commit, encodeCommit(format, {})},
        {Command::Fence, encodeFence(format, everyone)},
        {Command::Get, encodeGetRequest(format, {kProcs.front(), kInfos, "key"})},
        {Command::Get, encodeGetRequest(format, {kProcs.front(), {}, std::nullopt})},
        {Command::Finalize, encodeFinalize(format)},
        {Command::Publish, encodePublish(format, {1000, kInfos})},
        {Command::Lookup, encodeLookup(format, lookup)},
        {Command::Unpublish, encodeUnpublish(format, lookup)},
        {Command::Unpublish, encodeUnpublish(format, {})},
        {Command::Spawn, encodeSpawn(format, sampleSpawn())},
        {Command::Connect, encodeConnect(format, everyone)},
        {Command::Disconnect, encodeDisconnect(format, everyone)},
        {Command::Notify, encodeNotify(format, {Status::EventJobEnd, DataRange::Session, kInfos})},
        {Command::RegisterEvents, encodeEventRegistration(format, codes, kInfos)},
        {Command::RegisterEvents, encodeEventRegistration(format, {})},
        {Command::DeregisterEvents, encodeEventDeregistration(format, codes)},
        {Command::Query, encodeQuery(format, std::vector<Query>{{{"k1", "k2"}, kInfos}, {}})},
        {Command::Log, encodeLog(format, {1700000000, kInfos, kInfos})},
        {Command::Alloc, encodeAllocation(format, {AllocDirective::Extend, kInfos})},
        {Command::FabricRegister, encodeFabricRegister(format, kInfos)},
        {Command::FabricRegister, encodeFabricRegister(format, {})},
        {Command::FabricUpdate, encodeFabricUpdate(format, 7)},
        {Command::SessionControl, encodeSessionControl(format, {17, kInfos})},
        {Command::JobControl, encodeJobControl(format, kProcs, kInfos)},
        {Command::Monitor, encodeMonitor(format, {kInfos.front(), Status::ErrTimeout, kInfos})},
        {Command::GetCredential, encodeGetCredential(format, kInfos)},
        {Command::ValidateCredential, encodeValidateCredential(format, {std::string("\0key", 4), kInfos})},
        {Command::IofDeregister, encodeIofDeregister(format, 300, kInfos)},
        {Command::IofPush, encodeIofPushRequest(format, {kProcs, kInfos, "input"})},
        {Command::IofPush, encodeIofPushRequest(format, {kProcs, {}, ""})},
        {Command::GroupConstruct, encodeGroupConstruct(format, {"g", kProcs, kInfos})},
        {Command::GroupDestruct, encodeGroupDestruct(format, groups, group)},
        {Command::GroupLeave, encodeGroupLeave(format, {"g", {}, kInfos})},
        {Command::RefreshCache, encodeRefreshCache(format, kProcs.front())},
        {Command::ResolvePeers, encodeResolvePeers(format, {std::nullopt, "job@1"})},
        {Command::ResolveNode, encodeResolveNodes(format, "job@1")},
    };
    std::vector<Sample> samples;
    for (const auto& [command, bytes] : made)
        samples.push_back({"request " + toString(command), command, bytes.value()});
    if (hasType(format.version, DataType::IofChannel))
        samples.push_back({"request IOF_PULL", Command::IofPull,
                           encodeIofPullRequest(format, {kProcs, kInfos, IofChannel::Stdout, 3}).value()});
    return samples;
}

std::vector<Sample> replies(const Dialect& dialect)
{
    const auto [format, groups] = dialect;
    const std::vector<PublishedData> found{{kProcs.front(), "a", Value::string("v")}};
    const std::vector<Proc> members = groups == GroupLayout::V4 ? std::vector<Proc>() : kProcs;
    const std::vector<JobInfo> jobs{sampleJob(), sampleJob()};
    JobInfo spawned;
    spawned.nspace = "job@2";
    const std::vector<std::pair<Command, Result<std::string>>> made{
        {Command::Request, encodeJobInfo(format, sampleJob())},
        {Command::Get, encodeGetReply(format, std::vector<ProcValues>{{kProcs[0], kValues}, {kProcs[1], {}}})},
        {Command::Finalize, encodeStatusReply(format, Status::Success)},
        {Command::Lookup, encodeLookupReply(format, Status::Success, found)},
        {Command::Spawn, encodeSpawnReply(format, spawned)},
        {Command::Connect, encodeConnectReply(format, jobs)},
        {Command::Query, encodeInfoReply(format, {Status::Success, kInfos})},
        {Command::Query, encodeInfoReply(format, {Status::QueryPartialSuccess, kInfos})},
        {Command::GetCredential, encodeCredentialReply(format, {"key", kInfos})},
        {Command::IofPull, encodeIofPullReply(format, 300)},
        {Command::GroupConstruct, encodeGroupReply(format, groups, {members, 9})},
        {Command::GroupConstruct, encodeGroupReply(format, groups, {members, std::nullopt})},
        {Command::RefreshCache, encodeRefreshCacheReply(format, kValues)},
        {Command::ResolvePeers, encodeResolvePeersReply(format, kProcs)},
        {Command::ResolveNode, encodeResolveNodesReply(format, "n1,n2")},
    };
    std::vector<Sample> samples;
    for (const auto& [command, bytes] : made)
        samples.push_back({"reply to " + toString(command), command, bytes.value()});
    return samples;
}

/// One-way messages of a server.
std::vector<Sample> announcements(const Dialect& dialect)
{
    const WireFormat format = dialect.format;
    const Event event{Status::EventJobEnd, kProcs.front(), kInfos};
    std::vector<Sample> samples{{"event", Command::Notify, encodeEvent(format, event, std::nullopt).value()}};
    if (hasType(format.version, DataType::IofChannel))
        samples.push_back({"output", Command::IofPull,
                           encodeIofDelivery(format, {kProcs.front(), IofChannel::Stderr, 3, "text"}).value()});
    return samples;
}

std::string_view behindCommand(WireFormat format, std::string_view request)
{
    Unpacker unpacker(format, request);
    (void)unpacker.unpack<DataType::Command>();
    return request.substr(unpacker.position());
}

Result<std::string> reencodeAny(const Dialect& dialect, const Sample& sample, std::string_view bytes)
{
    if (sample.name.starts_with("request"))
        return reencodeRequest(dialect, sample.command, behindCommand(dialect.format, bytes));
    if (sample.name.starts_with("reply"))
        return reencodeReply(dialect, sample.command, bytes);
    return sample.name == "event" ? reencodeEvent(dialect, bytes) : reencodeOutput(dialect, bytes);
}

std::vector<Sample> samplesOf(const Dialect& dialect)
{
    std::vector<Sample> samples = requests(dialect);
    std::ranges::move(replies(dialect), std::back_inserter(samples));
    std::ranges::move(announcements(dialect), std::back_inserter(samples));
    return samples;
}

const std::vector<Dialect> kDialects{
    {{WireVersion::V20}, GroupLayout::V4},
    {{WireVersion::V3}, GroupLayout::V4},
    {{WireVersion::V3, BufferType::FullyDescribed}, GroupLayout::V4},
    {{WireVersion::V41}, GroupLayout::V4},
    {{WireVersion::V41}, GroupLayout::V5},
    {{WireVersion::V41, BufferType::FullyDescribed}, GroupLayout::V5},
    {{WireVersion::V61}, GroupLayout::V6},
    {{WireVersion::V61, BufferType::FullyDescribed}, GroupLayout::V6},
};

} // namespace

class TestServerOps : public QObject
{
    Q_OBJECT

private slots:
    void everyMessageIsReadAsItWasWritten();
    void requestsHaveTheFieldsOfTheirCommand();
    void aMessageCutShortIsAnErrorOrAWholeOne();
    void requestsThatMeanNothingAreRefused();
    void directivesOfAPullArrive();
    void oldToolsPullWithoutAnId();
    void aConnectMayBringAnEndpoint();
    void anEmptyDeregistrationNamesNothing();
    void committedBuffersNameTheirOwnForm();
    void aBareStatusIsAReplyWithoutInfos();
    void aRefusalIsTheServersStatus();
    void someOfTheKeysFoundIsSuccess();
    void spawnReplyEndsWithTheJob();
    void spawnFailureHasNoName();
    void ranksOfAJobComeInBlocks();
    void liveEventsEndWithTheirRange();
    void groupLayoutFollowsTheLibrary();
};

void TestServerOps::everyMessageIsReadAsItWasWritten()
{
    for (const Dialect& dialect : kDialects)
        for (const Sample& sample : samplesOf(dialect)) {
            const auto again = reencodeAny(dialect, sample, sample.bytes);
            QVERIFY2(again, (sample.name + ": " + (again ? "" : again.error().message())).c_str());
            QVERIFY2(*again == sample.bytes, (sample.name + " " + toHex(sample.bytes) + " " + toHex(*again)).c_str());
        }
}

void TestServerOps::requestsHaveTheFieldsOfTheirCommand()
{
    for (const Dialect& dialect : kDialects)
        for (const Sample& sample : requests(dialect)) {
            if (sample.command == Command::GroupDestruct && dialect.groups == GroupLayout::V4)
                continue; // the schema knows the later layout
            const std::string_view fields = behindCommand(dialect.format, sample.bytes);
            const auto again = transcode(dialect.format, *requestFields(sample.command), fields);
            QVERIFY2(again, (sample.name + ": " + (again ? "" : again.error().message())).c_str());
            QVERIFY2(*again == fields, sample.name.c_str());
        }
}

void TestServerOps::aMessageCutShortIsAnErrorOrAWholeOne()
{
    for (const Dialect& dialect : kDialects)
        for (const Sample& sample : samplesOf(dialect))
            for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
                const auto read = reencodeAny(dialect, sample, std::string_view(sample.bytes).substr(0, size));
                if (!read)
                    continue;
                const auto again = reencodeAny(dialect, sample, *read);
                QVERIFY2(again && *again == *read, (sample.name + " cut at " + std::to_string(size)).c_str());
            }
}

void TestServerOps::requestsThatMeanNothingAreRefused()
{
    const WireFormat format;
    const auto code = [&](Result<std::string> request, auto decode) {
        const auto decoded = decode(format, behindCommand(format, request.value()));
        return decoded ? std::error_code() : decoded.error().code;
    };
    const std::error_code refused = make_error_code(Status::ErrBadParam);
    QCOMPARE(code(encodeFence(format, {}), decodeFenceRequest), refused);
    QCOMPARE(code(encodeConnect(format, {}), decodeConnectRequest), refused);
    QCOMPARE(code(encodeDisconnect(format, {}), decodeDisconnectRequest), refused);
    QCOMPARE(code(encodeQuery(format, {}), decodeQueryRequest), refused);
    QCOMPARE(code(encodeSpawn(format, {}), decodeSpawnRequest), refused);
    QCOMPARE(code(encodeGroupConstruct(format, {}), decodeGroupConstructRequest), refused);
    QCOMPARE(code(encodeGroupLeave(format, {}), decodeGroupLeaveRequest), refused);
    QCOMPARE(code(encodeAbort(format, {}), decodeAbortRequest), std::error_code());
    QCOMPARE(code(encodeUnpublish(format, {}), decodeUnpublishRequest), std::error_code());
}

void TestServerOps::directivesOfAPullArrive()
{
    const std::vector<Info> copy{{keys::kIofCopy, Value::boolean(true)}};
    for (const WireVersion version : {WireVersion::V3, WireVersion::V41, WireVersion::V61}) {
        const WireFormat format{version};
        const std::string whole = encodeIofPull(format, kProcs, IofChannel::Stdout, 7, copy).value();
        const auto read = decodeIofPullRequest(format, behindCommand(format, whole));
        QVERIFY(read);
        QVERIFY(read->directives == copy);
        QCOMPARE(read->localId, 7u);
    }
}

void TestServerOps::oldToolsPullWithoutAnId()
{
    const WireFormat format{WireVersion::V3};
    const std::string whole = encodeIofPull(format, kProcs, IofChannel::Stdout, 5).value();
    const std::string_view fields = behindCommand(format, whole);
    QCOMPARE(decodeIofPullRequest(format, fields).value().localId, 5u);
    Packer id(format);
    id.pack<DataType::Size>(5);
    const auto old = decodeIofPullRequest(format, fields.substr(0, fields.size() - id.finish()->size()));
    QVERIFY(old);
    QCOMPARE(old->localId, 0u);
    QVERIFY(old->sources == kProcs);
    QVERIFY(old->channels == IofChannels(IofChannel::Stdout));
}

void TestServerOps::aConnectMayBringAnEndpoint()
{
    const WireFormat format{WireVersion::V61};
    const Info endpoint(keys::kProcData, Value::infos(kInfos));
    Packer packer(format);
    packer.pack<DataType::Info>(endpoint);
    const std::string request = encodeConnect(format, {kProcs, kInfos}).value();
    QVERIFY(!decodeConnectRequest(format, behindCommand(format, request)).value().endpoint);
    const std::string longer = request + packer.finish().value();
    const auto read = decodeConnectRequest(format, behindCommand(format, longer));
    QVERIFY(read);
    QVERIFY(read->endpoint == endpoint);
    QVERIFY(read->who.procs == kProcs);
}

void TestServerOps::anEmptyDeregistrationNamesNothing()
{
    QVERIFY(decodeEventDeregistration({}, "").value().empty());
    const std::string defaults = encodeEventDeregistration({}, {}).value();
    const auto codes = decodeEventDeregistration({}, behindCommand({}, defaults));
    QVERIFY(codes.value() == std::vector<Status>{kDefaultHandlerStatus});
}

void TestServerOps::committedBuffersNameTheirOwnForm()
{
    const WireFormat described{WireVersion::V41, BufferType::FullyDescribed};
    const WireFormat plain;
    Packer values(described);
    values.pack<DataType::KeyValue>(kValues.front());
    Packer packer(plain);
    packer.pack<DataType::Scope>(Scope::Remote);
    packer.pack<DataType::Buffer>(Buffer{described.buffer, values.finish().value()});
    const auto blocks = decodeCommitRequest(plain, packer.finish().value());
    QVERIFY2(blocks, blocks ? "" : blocks.error().message().c_str());
    QVERIFY(blocks->front().values == std::vector<KeyValue>{kValues.front()});
}

void TestServerOps::aBareStatusIsAReplyWithoutInfos()
{
    for (const Dialect& dialect : kDialects) {
        const std::string bare = encodeStatusReply(dialect.format, Status::Success).value();
        QVERIFY(decodeInfoReply(dialect.format, bare).value().infos.empty());
    }
}

void TestServerOps::aRefusalIsTheServersStatus()
{
    for (const Dialect& dialect : kDialects) {
        const std::string refusal = encodeStatusReply(dialect.format, Status::ErrNoPermissions).value();
        for (const Sample& sample : replies(dialect)) {
            const auto read = reencodeReply(dialect, sample.command, refusal);
            QVERIFY2(!read && read.error().code == make_error_code(Status::ErrNoPermissions), sample.name.c_str());
        }
    }
}

void TestServerOps::someOfTheKeysFoundIsSuccess()
{
    const std::vector<PublishedData> found{{kProcs.front(), "a", Value::string("v")}};
    const auto reply = decodeLookupReply({}, encodeLookupReply({}, Status::ErrPartialSuccess, found).value());
    QVERIFY(reply);
    QVERIFY(*reply == found);
    QVERIFY(!decodeLookupReply({}, encodeLookupReply({}, Status::ErrNotFound, {}).value()));
}

void TestServerOps::spawnReplyEndsWithTheJob()
{
    for (const Dialect& dialect : kDialects) {
        const std::string reply = encodeSpawnReply(dialect.format, sampleJob()).value();
        QCOMPARE(decodeSpawnReply(dialect.format, reply).value().nspace, "job@1");
        const auto again = transcode(dialect.format, replyFields(Command::Spawn), reply);
        QVERIFY2(again, again ? "" : again.error().message().c_str());
        QVERIFY(*again == reply);
    }
}

void TestServerOps::spawnFailureHasNoName()
{
    QCOMPARE(toHex(encodeSpawnFailure({}, Status::ErrNotFound).value()), std::string("025b0200"));
    QCOMPARE(decodeSpawnReply({}, encodeSpawnFailure({}, Status::ErrNotFound).value()).error().code,
             make_error_code(Status::ErrNotFound));
}

void TestServerOps::ranksOfAJobComeInBlocks()
{
    for (const Dialect& dialect : kDialects) {
        const JobInfo job = sampleJob();
        const auto read = decodeJobInfo(dialect.format, encodeJobInfo(dialect.format, job).value());
        QVERIFY2(read, read ? "" : read.error().message().c_str());
        QCOMPARE(read->nspace, job.nspace);
        QVERIFY(read->values == job.values);
        QVERIFY(read->ofRank == job.ofRank);
    }
}

void TestServerOps::liveEventsEndWithTheirRange()
{
    const Event event{Status::EventJobEnd, kProcs.front(), kInfos};
    const std::string replay = encodeEvent({}, event, std::nullopt).value();
    const std::string live = encodeEvent({}, event, DataRange::Session).value();
    QCOMPARE(toHex(live), toHex(replay + std::string("\x02\x04", 2)));
    const auto read = decodeEvent({}, live);
    QVERIFY(read);
    QVERIFY(read->code == event.code && read->source == event.source && read->infos == event.infos);
}

void TestServerOps::groupLayoutFollowsTheLibrary()
{
    QVERIFY(groupLayoutOf(std::nullopt) == GroupLayout::V4);
    QVERIFY(groupLayoutOf(3) == GroupLayout::V4);
    QVERIFY(groupLayoutOf(5) == GroupLayout::V5);
    QVERIFY(groupLayoutOf(7) == GroupLayout::V6);
    const GroupReply reply{kProcs, 9};
    QCOMPARE(toHex(encodeGroupReply({}, GroupLayout::V4, reply).value()), std::string("02000209"));
    for (const GroupLayout layout : {GroupLayout::V5, GroupLayout::V6}) {
        const auto read = decodeGroupReply({}, layout, encodeGroupReply({}, layout, reply).value());
        QVERIFY(read.value().members == kProcs);
        QCOMPARE(read->contextId.value(), 9u);
    }
}

DBGR_TEST(TestServerOps);

} // namespace tst_server_ops

#include "tst_server_ops.moc"
