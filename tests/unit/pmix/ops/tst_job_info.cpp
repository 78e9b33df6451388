// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/codec/pack.h"
#include "pmix/ops/job_info.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_job_info {

using namespace dbgr::pmix;
using namespace dbgr::test;

namespace {

const VectorEntry* replyToRequest(const VectorSession& session)
{
    for (const VectorEntry& entry : session.connections.front().entries)
        if (entry.kind == VectorEntry::Kind::Frame && entry.from == ConnectionRole::Acceptor &&
            entry.header().tag == Tag(101))
            return &entry;
    return nullptr;
}

} // namespace

class TestJobInfo : public QObject
{
    Q_OBJECT

private slots:
    void aDaemonFindsItsTarget();
    void aClientsRanksAreApart();
    void oldNameOfTheTargetIsUnderstood();
    void refusalIsABareStatus();
    void ourAnswerIsWrittenAsCaptured();
};

void TestJobInfo::aDaemonFindsItsTarget()
{
    JobInfo info;
    info.nspace = "daemons@2";
    info.values.push_back(KeyValue{std::string(keys::kDebugTarget), Value::proc(Proc{"job@1", kRankWildcard})});
    const std::string reply = encodeJobInfo({}, info).value();
    const auto read = decodeJobInfo({}, reply);
    QVERIFY(read);
    QCOMPARE(read->nspace, "daemons@2");
    QVERIFY((read->debugTarget().value() == Proc{"job@1", kRankWildcard}));
}

void TestJobInfo::aClientsRanksAreApart()
{
    const auto session = loadPmixSession("client-ompi414-hash");
    const VectorEntry* reply = replyToRequest(session);
    QVERIFY(reply != nullptr);
    if (reply->cut)
        QSKIP("the capture was shortened");
    const auto info = decodeJobInfo(session.connections.front().format, reply->body());
    QVERIFY2(info, info ? "" : info.error().message().c_str());
    QVERIFY(!info->ofRank.empty());
    QVERIFY(info->find(ProcRank(0), keys::kHostname) != nullptr);
    QVERIFY(info->find(keys::kJobSize) != nullptr);
    QVERIFY(!info->debugTarget());
}

void TestJobInfo::oldNameOfTheTargetIsUnderstood()
{
    JobInfo info;
    info.values.push_back(KeyValue{std::string(keys::kDebugJob), Value::string("job")});
    QVERIFY((info.debugTarget().value() == Proc{"job", kRankWildcard}));
}

void TestJobInfo::refusalIsABareStatus()
{
    QCOMPARE(decodeJobInfo({}, std::string_view("\x02\x5b", 2)).error().code, make_error_code(Status::ErrNotFound));
    QCOMPARE(decodeJobInfo(WireFormat{WireVersion::V3}, std::string_view("\0\0\0\1\xff\xff\xff\xd2", 8)).error().code,
             make_error_code(Status::ErrNotFound));
    QVERIFY(!decodeJobInfo({}, ""));
}

void TestJobInfo::ourAnswerIsWrittenAsCaptured()
{
    const auto session = loadPmixSession("held-launcher-4.1-and-cospawn");
    const VectorEntry* reply = replyToRequest(session);
    QVERIFY(reply != nullptr);
    JobInfo info;
    info.nspace = "prterun-vm-20374@0";
    info.values.push_back(
        {std::string(keys::kLaunchDirectives),
         Value::infos({Info(keys::kDebugStopInInit, Value::of<DataType::Rank>(kRankWildcard)),
                       Info(keys::kFwdStdout, Value::boolean(true)), Info(keys::kFwdStderr, Value::boolean(true))})});
    info.values.push_back({std::string(keys::kParentId), Value::proc(Proc{"pydbg", ProcRank(0)})});
    QCOMPARE(encodeJobInfo(WireFormat{WireVersion::V61}, info).value(), std::string(reply->body()));
}

DBGR_TEST(TestJobInfo);

} // namespace tst_job_info

#include "tst_job_info.moc"
