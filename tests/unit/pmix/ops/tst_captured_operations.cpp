// SPDX-License-Identifier: GPL-3.0-or-later
// Every captured message that a tool gets, read by the operation that it belongs to.
#include "pmix/codec/unpack.h"
#include "pmix/ops/event.h"
#include "pmix/ops/iof.h"
#include "pmix/ops/job_info.h"
#include "pmix/ops/query.h"
#include "pmix/ops/reply.h"
#include "pmix/ops/spawn.h"
#include "pmix/types/all_types.h"
#include "tests/support/pmix/pmix_vectors.h"

#include <QTest>

#include <map>

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Error;

namespace {

std::optional<Error> errorOf(Command command, WireFormat format, std::string_view body)
{
    const auto of = [](const auto& result) { return result ? std::nullopt : std::optional<Error>(result.error()); };
    switch (command) {
    case Command::Request:
        return of(decodeJobInfo(format, body));
    case Command::Query:
        return of(decodeInfoReply(format, body));
    case Command::Spawn:
        return of(decodeSpawnReply(format, body));
    case Command::IofPull:
        return of(decodeIofPullReply(format, body));
    case Command::IofPush:
        return of(decodeIofPushReply(format, body));
    default:
        return of(decodeStatusReply(format, body));
    }
}

/// A peer's "no" is as good an answer as any; bytes that we cannot read are not.
bool isOurFailure(const Error& error)
{
    for (const Status status :
         {Status::ErrUnpackFailure, Status::ErrTypeMismatch, Status::ErrUnknownDataType, Status::ErrOutOfResource})
        if (error.code == make_error_code(status))
            return true;
    return false;
}

} // namespace

class TestCapturedOperations : public QObject
{
    Q_OBJECT

private slots:
    void areRead_data();
    void areRead();
};

void TestCapturedOperations::areRead_data()
{
    QTest::addColumn<QString>("name");
    for (const VectorSession& session : loadPmixSessions())
        QTest::newRow(session.name.c_str()) << QString::fromStdString(session.name);
}

void TestCapturedOperations::areRead()
{
    QFETCH(QString, name);
    for (const VectorConnection& connection : loadPmixSession(name.toStdString()).connections) {
        std::map<std::pair<bool, Tag>, Command> asked;
        for (const VectorEntry& entry : connection.entries) {
            if (entry.kind != VectorEntry::Kind::Frame)
                continue;
            const Tag tag = entry.header().tag;
            const bool fromServer = entry.from == ConnectionRole::Acceptor;
            const auto question = asked.find({!fromServer, tag});
            if (tag == kNotifyTag) {
                QVERIFY(entry.cut || decodeEvent(connection.format, entry.body()));
            } else if (tag == kIofTag) {
                QVERIFY(entry.cut || decodeIofDelivery(connection.format, entry.body()));
            } else if (question != asked.end()) {
                const auto error = errorOf(question->second, connection.format, entry.body());
                QVERIFY2(entry.cut || !error || !isOurFailure(*error), error ? error->message().c_str() : "");
                asked.erase(question); // old peers number their requests alike, on both sides
            } else {
                Unpacker unpacker(connection.format, entry.body());
                if (const auto command = unpacker.unpack<DataType::Command>())
                    asked[{fromServer, tag}] = *command;
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestCapturedOperations)
#include "tst_captured_operations.moc"
