// SPDX-License-Identifier: GPL-3.0-or-later
// Every captured message, read by the operation that it belongs to and written again: to the byte, but for what is
// known to be left out.
#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"
#include "pmix/frame/tags.h"
#include "pmix/types/all_types.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/pmix/reencode.h"
#include "tests/support/run/test_class.h"
#include "util/string_util.h"

#include <QTest>

#include <map>

namespace tst_captured_operations {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Error;
using dbgr::util::Result;

namespace {

/// A peer's "no" is as good an answer as any; bytes that we cannot read are not.
bool isOurFailure(const Error& error)
{
    for (const Status status : {Status::ErrUnpackFailure, Status::ErrUnpackReadPastEnd, Status::ErrTypeMismatch,
                                Status::ErrUnknownDataType, Status::ErrOutOfResource})
        if (error.code == make_error_code(status) && !QByteArray(error.detail.c_str()).contains("answered"))
            return true;
    return false;
}

template <DataType D>
std::string field(WireFormat format, const TypeOf<D>& value)
{
    Packer packer(format);
    packer.pack<D>(value);
    return packer.finish().value();
}

/// One message of a conversation.
struct Message
{
    enum class Kind
    {
        Request,
        Reply,
        Event,
        Output,
    };

    Dialect dialect;
    Kind kind = Kind::Request;
    Command command = Command::Request;
    std::string body;

    [[nodiscard]] Result<std::string> reencoded(std::string_view bytes) const
    {
        switch (kind) {
        case Kind::Request: {
            Unpacker unpacker(dialect.format, bytes);
            (void)unpacker.unpack<DataType::Command>();
            return reencodeRequest(dialect, command, bytes.substr(unpacker.position()));
        }
        case Kind::Reply:
            return reencodeReply(dialect, command, bytes);
        case Kind::Event:
            return reencodeEvent(dialect, bytes);
        case Kind::Output:
            break;
        }
        return reencodeOutput(dialect, bytes);
    }

    /// True if what came out of the encoder has all that went into the decoder.
    [[nodiscard]] bool matches(const std::string& again) const
    {
        const bool reply = kind == Kind::Reply;
        if (again == body || (reply && command == Command::IofPush)) // the end of a stream has a status of its own
            return true;
        if (kind == Kind::Event) // a live event has its range behind
            return again + field<DataType::DataRange>(dialect.format, static_cast<DataRange>(body.back())) == body;
        if (reply && command == Command::Request) // a rank's values have two forms, of which we write one
            return reencoded(again) && *reencoded(again) == again;
        if (command == Command::IofPull || reply) // without an id, and replies without their count of infos
            if (again == body + field<DataType::Size>(dialect.format, 0))
                return true;
        // The endpoint of a connect, the job behind a spawned namespace and what follows a status.
        return body.starts_with(again) && (reply || command == Command::Connect);
    }
};

/// Follows a conversation, so as to know which request a reply answers.
class Conversation
{
public:
    Conversation(Dialect dialect) : m_dialect(dialect) {}

    Message messageOf(const VectorEntry& entry)
    {
        const Tag tag = entry.header().tag;
        const bool fromServer = entry.from == ConnectionRole::Acceptor;
        if (tag == kNotifyTag)
            return {m_dialect, Message::Kind::Event, Command::Notify, entry.canonicalBody()};
        if (tag == kIofTag)
            return {m_dialect, Message::Kind::Output, Command::Request, entry.canonicalBody()};
        const auto question = m_asked.find({!fromServer, tag});
        if (question != m_asked.end()) {
            const Command command = question->second;
            m_asked.erase(question); // old peers number their requests alike, on both sides
            return {m_dialect, Message::Kind::Reply, command, entry.canonicalBody()};
        }
        Unpacker unpacker(m_dialect.format, entry.body());
        const Command command = unpacker.unpack<DataType::Command>().value_or(Command(0xff));
        if (command != Command::DeregisterEvents)
            m_asked[{fromServer, tag}] = command;
        return {m_dialect, Message::Kind::Request, command, entry.canonicalBody()};
    }

private:
    Dialect m_dialect;
    std::map<std::pair<bool, Tag>, Command> m_asked;
};

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
    const GroupLayout groups = name.contains("6.1")     ? GroupLayout::V6
                               : name.contains("5.0.7") ? GroupLayout::V5
                                                        : GroupLayout::V4;
    for (const VectorConnection& connection : loadPmixSession(name.toStdString()).connections) {
        Conversation conversation({connection.format, groups});
        for (const VectorEntry& entry : connection.entries) {
            if (entry.kind != VectorEntry::Kind::Frame || entry.header().tag == kHeartbeatTag)
                continue;
            const Message message = conversation.messageOf(entry);
            if (entry.cut)
                continue;
            const auto again = message.reencoded(message.body);
            const std::string what = toString(message.command) + " " + dbgr::util::toHex(message.body);
            if (!again) {
                const bool unknown = again.error().code == make_error_code(Status::ErrNotSupported);
                QVERIFY2(unknown || !isOurFailure(again.error()), (again.error().message() + " " + what).c_str());
            } else {
                QVERIFY2(message.matches(*again), (what + " became " + dbgr::util::toHex(*again)).c_str());
            }
        }
    }
}

DBGR_TEST(TestCapturedOperations);

} // namespace tst_captured_operations

#include "tst_captured_operations.moc"
