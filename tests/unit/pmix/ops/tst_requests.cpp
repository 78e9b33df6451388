// SPDX-License-Identifier: GPL-3.0-or-later
// Spawn, get, job control and what all replies share.
#include "pmix/codec/pack.h"
#include "pmix/ops/finalize.h"
#include "pmix/ops/get.h"
#include "pmix/ops/job_control.h"
#include "pmix/ops/reply.h"
#include "pmix/ops/spawn.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/pmix/message_schema.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_requests {

using namespace dbgr::pmix;
using namespace dbgr::test;

namespace {

/// What the schema of captured messages says about a request of ours: it has exactly its fields.
void checkSchema(Command command, WireFormat format, const std::string& body)
{
    Packer packer(format);
    packer.pack<DataType::Command>(command);
    const std::string head = packer.finish().value();
    QVERIFY(body.starts_with(head));
    const auto again = transcode(format, *requestFields(command), std::string_view(body).substr(head.size()));
    QVERIFY2(again, again ? "" : again.error().message().c_str());
    QCOMPARE(head + *again, body);
}

SpawnRequest sampleSpawn()
{
    SpawnRequest request;
    request.jobInfos = {Info(keys::kDebuggerDaemons, Value::boolean(true))};
    App app;
    app.command = "dbgd";
    app.argv = {"dbgd", "--quiet"};
    app.environment = {"A=b"};
    app.maxProcs = 1;
    request.apps = {app};
    return request;
}

const std::vector<WireFormat> kFormats{{WireVersion::V3}, {WireVersion::V41}, {WireVersion::V61}};

} // namespace

class TestRequests : public QObject
{
    Q_OBJECT

private slots:
    void haveTheFieldsOfTheirCommand();
    void spawnReplyNamesTheJob();
    void failedSpawnIsTheServersStatus();
    void getPicksItsKeyOfItsProcess();
    void getInflatesCompressedTexts();
    void operationSucceededIsSuccess();
    void statusMayHaveMoreBehind();
};

void TestRequests::haveTheFieldsOfTheirCommand()
{
    const std::vector<Proc> targets{Proc{"j", kRankWildcard}};
    const std::vector<Info> directives{Info(keys::kJobCtrlKill, Value::boolean(true))};
    for (const WireFormat format : kFormats) {
        checkSchema(Command::Spawn, format, encodeSpawn(format, sampleSpawn()).value());
        checkSchema(Command::Get, format, encodeGet(format, targets.front(), "pmix.job.size").value());
        checkSchema(Command::JobControl, format, encodeJobControl(format, targets, directives).value());
        checkSchema(Command::JobControl, format, encodeJobControl(format, {}, {}).value());
    }
    QCOMPARE(encodeFinalize({}).value(), std::string("\x02\x05", 2));
}

void TestRequests::spawnReplyNamesTheJob()
{
    Packer packer((WireFormat()));
    packer.pack<DataType::Status>(Status::Success);
    packer.pack<DataType::String>("job@2");
    packer.pack<DataType::KeyValue>(KeyValue{"pmix.job.size", Value::of<DataType::Uint32>(1)});
    QCOMPARE(decodeSpawnReply({}, packer.finish().value()).value().nspace, "job@2");
}

void TestRequests::failedSpawnIsTheServersStatus()
{
    for (const NullableString& nspace : {NullableString(), NullableString("job@2")}) {
        Packer packer((WireFormat()));
        packer.pack<DataType::Status>(Status::ErrJobFailedToMap);
        packer.pack<DataType::String>(nspace);
        const auto reply = decodeSpawnReply({}, packer.finish().value());
        QCOMPARE(reply.error().code, make_error_code(Status::ErrJobFailedToMap));
        QVERIFY(QString::fromStdString(reply.error().message()).contains("PMIX_ERR_JOB_FAILED_TO_MAP"));
    }
    QVERIFY(!decodeSpawnReply({}, std::string_view("\x02\x00\x02\x00", 4))); // success without a name
}

void TestRequests::getPicksItsKeyOfItsProcess()
{
    const WireFormat format;
    const auto block = [&](const Proc& owner, const std::string& key, const std::string& value) {
        Packer packer(format);
        packer.pack<DataType::Proc>(owner);
        packer.pack<DataType::KeyValue>(KeyValue{"other", Value::string("x")});
        packer.pack<DataType::KeyValue>(KeyValue{key, Value::string(value)});
        return ByteObject{packer.finish().value()};
    };
    Packer packer(format);
    packer.pack<DataType::Status>(Status::Success);
    packer.pack<DataType::ByteObject>(block(Proc{"j", ProcRank(0)}, "k", "of 0"));
    packer.pack<DataType::ByteObject>(block(Proc{"j", ProcRank(1)}, "k", "of 1"));
    const std::string reply = packer.finish().value();
    QCOMPARE(decodeGetReply(format, reply, Proc{"j", ProcRank(1)}, "k").value().asString().value(), "of 1");
    QCOMPARE(decodeGetReply(format, reply, Proc{"j", kRankUndef}, "k").value().asString().value(), "of 0");
    QCOMPARE(decodeGetReply(format, reply, Proc{"j", ProcRank(2)}, "k").error().code,
             make_error_code(Status::ErrNotFound));
    QCOMPARE(decodeGetReply(format, reply, Proc{"j", ProcRank(1)}, "nothing").error().code,
             make_error_code(Status::ErrNotFound));
    for (std::size_t size = 3; size < reply.size(); ++size)
        (void)decodeGetReply(format, std::string_view(reply).substr(0, size), Proc{"j", ProcRank(1)}, "k");
}

void TestRequests::getInflatesCompressedTexts()
{
    const WireFormat format{WireVersion::V61};
    const auto answer = [&](const std::string& block) {
        Packer inner(format);
        inner.pack<DataType::Proc>(Proc{"j", ProcRank(0)});
        inner.pack<DataType::KeyValue>(KeyValue{"k", Value::of<DataType::CompressedString>(ByteObject{block})});
        Packer packer(format);
        packer.pack<DataType::Status>(Status::Success);
        packer.pack<DataType::ByteObject>(ByteObject{inner.finish().value()});
        return packer.finish().value();
    };
    const std::string block = loadPmixValues("zlib_blocks").front().bytes;
    const auto value = decodeGetReply(format, answer(block), Proc{"j", ProcRank(0)}, "k");
    QVERIFY2(value, value ? "" : value.error().message().c_str());
    QVERIFY(value->asString().value_or("").size() > block.size());
    QVERIFY(!decodeGetReply(format, answer("garbage"), Proc{"j", ProcRank(0)}, "k"));
}

void TestRequests::operationSucceededIsSuccess()
{
    QVERIFY(toResult(Status::OperationSucceeded));
    QVERIFY(toResult(Status::Success));
    QVERIFY(!toResult(Status::Error));
}

void TestRequests::statusMayHaveMoreBehind()
{
    for (const WireFormat format : kFormats) {
        const std::string body = encodeStatusReply(format, Status::Success).value();
        QVERIFY(decodeStatusReply(format, body + "more"));
        QVERIFY(!decodeStatusReply(format, body.substr(0, body.size() - 1)));
        QCOMPARE(decodeStatusReply(format, encodeStatusReply(format, Status::ErrBadParam).value()).error().code,
                 make_error_code(Status::ErrBadParam));
    }
}

DBGR_TEST(TestRequests);

} // namespace tst_requests

#include "tst_requests.moc"
