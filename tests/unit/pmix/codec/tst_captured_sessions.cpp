// SPDX-License-Identifier: GPL-3.0-or-later
// Every message that was captured is decoded to its last byte by the schema of its command, and comes out of the
// encoder as it went in.
#include "pmix/codec/unpack.h"
#include "tests/support/pmix/message_schema.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <map>

namespace tst_captured_sessions {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Result;

namespace {

/// Follows a conversation, so as to know which request a reply answers.
class Conversation
{
public:
    explicit Conversation(WireFormat format) : m_format(format) {}

    /// The fields of a message and how many bytes of it stand before them; nothing for one without a known layout.
    struct Layout
    {
        const Fields* fields;
        std::size_t skip;
    };
    std::optional<Layout> layoutOf(const VectorEntry& entry)
    {
        const FrameHeader header = entry.header();
        if (header.tag == kIofTag)
            return Layout{&outputFields(), 0};
        const auto answered = m_pending.find({other(entry.from), header.tag});
        if (answered != m_pending.end()) {
            const Command command = answered->second;
            m_pending.erase(answered);
            return replyLayout(command, entry.body());
        }
        // Request or event: both begin with a command.
        Unpacker unpacker(m_format, entry.body());
        const Result<Command> command = unpacker.unpack<DataType::Command>();
        if (!command)
            return std::nullopt;
        if (header.tag == kNotifyTag)
            return Layout{&eventFields(), unpacker.position()};
        if (*command != Command::DeregisterEvents)
            m_pending[{entry.from, header.tag}] = *command;
        const Fields* fields = requestFields(*command);
        return fields ? std::optional(Layout{fields, unpacker.position()}) : std::nullopt;
    }

private:
    /// A server may answer anything, also a request for job information, with no more than a status.
    std::optional<Layout> replyLayout(Command command, std::string_view body) const
    {
        static const Fields kBareStatus{{DataType::Status}};
        static const Fields kGroupOfV5{{DataType::Status},
                                       {DataType::Proc, Field::Shape::OptionalCounted},
                                       {DataType::Size, Field::Shape::Optional}};
        if (command == Command::Request && transcode(m_format, kBareStatus, body))
            return Layout{&kBareStatus, 0};
        if (command == Command::GroupConstruct && transcode(m_format, kGroupOfV5, body))
            return Layout{&kGroupOfV5, 0};
        return Layout{&replyFields(command), 0};
    }
    static ConnectionRole other(ConnectionRole role)
    {
        return role == ConnectionRole::Connector ? ConnectionRole::Acceptor : ConnectionRole::Connector;
    }

    WireFormat m_format;
    std::map<std::pair<ConnectionRole, Tag>, Command> m_pending;
};

/// Conversations in which a peer was asked what nobody understands.
bool sendsUnknownCommands(const QString& session)
{
    return session == "query-prterun-4.1" || session == "spawn-session-prte-4.1";
}

} // namespace

class TestCapturedSessions : public QObject
{
    Q_OBJECT

private slots:
    void everyMessageDecodesToItsLastByteAndEncodesAsItWas_data();
    void everyMessageDecodesToItsLastByteAndEncodesAsItWas();
    void seenAreAllSerialisationsAndBothKindsOfBuffers();
};

void TestCapturedSessions::everyMessageDecodesToItsLastByteAndEncodesAsItWas_data()
{
    QTest::addColumn<QString>("name");
    for (const VectorSession& session : loadPmixSessions())
        QTest::newRow(session.name.c_str()) << QString::fromStdString(session.name);
}

void TestCapturedSessions::everyMessageDecodesToItsLastByteAndEncodesAsItWas()
{
    QFETCH(QString, name);
    const VectorSession session = loadPmixSession(name.toStdString());
    for (const VectorConnection& connection : session.connections) {
        Conversation conversation(connection.format);
        for (std::size_t i = 0; i < connection.entries.size(); ++i) {
            const VectorEntry& entry = connection.entries[i];
            if (entry.kind != VectorEntry::Kind::Frame || entry.header().tag == kHeartbeatTag)
                continue;
            const auto layout = conversation.layoutOf(entry);
            if (!layout) {
                QVERIFY2(sendsUnknownCommands(name), std::to_string(i).c_str());
                continue;
            }
            const std::string_view body = entry.body().substr(layout->skip);
            const Result<std::string> again = transcode(connection.format, *layout->fields, body);
            const std::string where =
                "entry " + std::to_string(i) + ", tag " + std::to_string(entry.header().tag.value());
            // One request was sent short on purpose, to see what the server makes of it.
            const bool isShort = name == "spawn-session-prte-4.1" && body == std::string_view("\2\5", 2);
            if (!again && (entry.cut || isShort)) {
                QVERIFY2(again.error().code == Status::ErrUnpackReadPastEnd, where.c_str());
                continue;
            }
            QVERIFY2(again, (where + ": " + (again ? "" : again.error().detail)).c_str());
            const std::string expected = entry.canonicalBody().substr(entry.body().size() - body.size());
            QCOMPARE(QByteArray::fromStdString(*again).toHex(), QByteArray::fromStdString(expected).toHex());
        }
    }
}

void TestCapturedSessions::seenAreAllSerialisationsAndBothKindsOfBuffers()
{
    std::map<std::pair<WireVersion, BufferType>, int> frames;
    for (const VectorSession& session : loadPmixSessions()) {
        for (const VectorConnection& connection : session.connections) {
            for (const VectorEntry& entry : connection.entries)
                frames[{connection.format.version, connection.format.buffer}] += entry.kind == VectorEntry::Kind::Frame;
        }
    }
    QVERIFY((frames[{WireVersion::V3, BufferType::NonDescribed}] > 50));
    QVERIFY((frames[{WireVersion::V41, BufferType::NonDescribed}] > 400));
    QVERIFY((frames[{WireVersion::V41, BufferType::FullyDescribed}] > 20));
    QVERIFY((frames[{WireVersion::V61, BufferType::NonDescribed}] > 100));
    QVERIFY((frames[{WireVersion::V61, BufferType::FullyDescribed}] > 5));
}

DBGR_TEST(TestCapturedSessions);

} // namespace tst_captured_sessions

#include "tst_captured_sessions.moc"
