// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgwire/convert.h"
#include "dbgwire/wire_error.h"
#include "dbgwire/wire_frame.h"
#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/dbgwire/message_samples.h"
#include "tests/unit/dbgwire/message_text.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <set>

namespace tst_convert {

using namespace dbgr;
using dbgwire::decode;
using dbgwire::encode;
using test::toText;

namespace {

// Protocol Buffers by hand, for what encode() never makes.

std::string varint(std::uint64_t value)
{
    std::string bytes;
    for (; value > 0x7f; value >>= 7)
        bytes += static_cast<char>(value | 0x80);
    return bytes + static_cast<char>(value);
}
std::string field(unsigned number, const std::string& content)
{
    return varint(number << 3 | 2) + varint(content.size()) + content;
}
std::string number(unsigned fieldNumber, std::uint64_t value)
{
    return varint(fieldNumber << 3) + varint(value);
}
std::string helloMessage(const std::string& content)
{
    return field(1, content);
}
std::string requestMessage(const std::string& content)
{
    return field(2, content);
}
std::string replyMessage(const std::string& content)
{
    return field(3, content);
}
std::string eventMessage(const std::string& content)
{
    return field(4, content);
}
std::string orderMessage(const std::string& content)
{
    return field(6, content);
}
std::string bounds(const std::vector<std::uint64_t>& numbers)
{
    std::string packed;
    for (const std::uint64_t n : numbers)
        packed += varint(n);
    return field(1, packed);
}
std::string resumed(const std::vector<std::uint64_t>& numbers)
{
    return eventMessage(field(4, bounds(numbers)));
}
/// A tree of `nodes` nodes of which each calls the next.
std::string chain(std::size_t nodes)
{
    std::string tree;
    for (std::size_t i = 0; i < nodes; ++i)
        tree += field(1, number(1, i));
    return replyMessage(field(13, tree));
}
/// Nodes of a value of which each is a part of the one before.
std::string nested(std::size_t nodes)
{
    std::string made;
    for (std::size_t i = 0; i < nodes; ++i)
        made += field(7, number(1, i));
    return made;
}
/// A whole with parts.
std::string flat(std::size_t nodes)
{
    std::string made = field(7, "");
    for (std::size_t i = 1; i < nodes; ++i)
        made += field(7, number(1, 1));
    return made;
}
std::string repeated(unsigned fieldNumber, std::size_t times)
{
    std::string made;
    for (std::size_t i = 0; i < times; ++i)
        made += field(fieldNumber, "");
    return made;
}
std::string attached(std::size_t ranks)
{
    std::string content;
    for (std::size_t i = 0; i < ranks; ++i)
        content += field(2, "");
    return eventMessage(field(1, content));
}

std::string order(std::size_t processes)
{
    std::string content;
    for (std::size_t i = 0; i < processes; ++i)
        content += field(2, "");
    return orderMessage(content);
}

QString seedPath(const std::string& name)
{
    return QString(DBGR_WIRE_SEEDS "/") + QString::fromStdString(name);
}

/// The indexes of the alternatives that the samples have, for one of the variants within a message.
template <class Pick>
std::set<std::size_t> alternatives(Pick pick)
{
    std::set<std::size_t> found;
    for (const auto& sample : test::sampleMessages())
        if (const auto index = pick(sample.message))
            found.insert(*index);
    return found;
}

} // namespace

class TestConvert : public QObject
{
    Q_OBJECT
private slots:
    void samplesHaveEveryKind()
    {
        using std::optional;
        using Index = optional<std::size_t>;
        const auto messages = alternatives([](const dbgwire::Message& m) { return Index(m.index()); });
        const auto requests = alternatives([](const dbgwire::Message& m) {
            const auto* r = std::get_if<dbgwire::Request>(&m);
            return r ? Index(r->command.request.index()) : std::nullopt;
        });
        const auto replies = alternatives([](const dbgwire::Message& m) {
            const auto* r = std::get_if<dbgwire::Reply>(&m);
            return r && r->result ? Index(r->result->body.index()) : std::nullopt;
        });
        const auto events = alternatives([](const dbgwire::Message& m) {
            const auto* e = std::get_if<debug::DaemonEvent>(&m);
            return e ? Index(e->index()) : std::nullopt;
        });
        QCOMPARE(messages.size(), std::variant_size_v<dbgwire::Message>);
        QCOMPARE(requests.size(), std::variant_size_v<debug::EngineRequest>);
        QCOMPARE(replies.size(), std::variant_size_v<debug::ReplyBody>);
        QCOMPARE(events.size(), std::variant_size_v<debug::DaemonEvent>);
    }

    void everyMessageSurvives_data() { addSamples(); }
    void everyMessageSurvives()
    {
        QFETCH(std::size_t, index);
        const auto sample = test::sampleMessages()[index];
        const auto decoded = decode(encode(sample.message));
        QVERIFY2(decoded, decoded ? "" : decoded.error().message().c_str());
        QCOMPARE(QString::fromStdString(toText(*decoded)), QString::fromStdString(toText(sample.message)));
    }

    /// What many daemons are asked is put into bytes once, and whom each of them is asked about before it.
    void aQuestionOfManyIsTheSameRequest_data() { addSamples(); }
    void aQuestionOfManyIsTheSameRequest()
    {
        QFETCH(std::size_t, index);
        const auto sample = test::sampleMessages()[index];
        const auto* const request = std::get_if<dbgwire::Request>(&sample.message);
        if (!request)
            return;
        const std::string bytes = dbgwire::encodeRequest(request->id, request->command.ranks,
                                                         dbgwire::encodeQuestion(request->command.request));
        const auto decoded = decode(bytes);
        QVERIFY2(decoded, decoded ? "" : decoded.error().message().c_str());
        QCOMPARE(QString::fromStdString(toText(*decoded)), QString::fromStdString(toText(sample.message)));
    }

    /// The files are the seeds of the fuzz target, too. A difference means that older programs misread us: give the
    /// field a new number instead. New kinds get their file with DBGR_WRITE_SEEDS=1 in the environment.
    void bytesAreAsEver_data() { addSamples(); }
    void bytesAreAsEver()
    {
        QFETCH(std::size_t, index);
        const auto sample = test::sampleMessages()[index];
        const QByteArray bytes = QByteArray::fromStdString(dbgwire::frameMessage(encode(sample.message)));
        QFile file(seedPath(sample.name));
        if (qEnvironmentVariableIsSet("DBGR_WRITE_SEEDS") && !file.exists()) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write(bytes), bytes.size());
            return;
        }
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable("no seed file " + file.fileName()));
        QCOMPARE(file.readAll().toHex(' '), bytes.toHex(' '));
    }

    void everyShortenedMessageIsRefusedOrAnother_data() { addSamples(); }
    void everyShortenedMessageIsRefusedOrAnother()
    {
        QFETCH(std::size_t, index);
        const std::string bytes = encode(test::sampleMessages()[index].message);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const auto decoded = decode(std::string_view(bytes).substr(0, size));
            QVERIFY(!decoded);
            QVERIFY(decoded.error().code == dbgwire::Errc::Malformed);
        }
    }

    void malformedControlIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<std::string>("problem");
        const auto add = [](const char* name, const std::string& problem, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << problem;
        };
        add("run without a place", "a breakpoint without a place", requestMessage(field(29, "")));
        add("breakpoint without a number", "a breakpoint without a number", requestMessage(field(10, field(3, "f"))));
        add("no breakpoint to remove", "a breakpoint without a number", requestMessage(number(11, 0)));
        add("unknown step", "an unknown enumerator", requestMessage(number(14, 3)));
        add("unknown step of several", "an unknown enumerator", requestMessage(field(28, number(1, 5) + number(2, 1))));
        add("no step at all", "a number of steps that nobody does", requestMessage(field(28, "")));
        add("more steps than anybody does", "a number of steps that nobody does",
            requestMessage(field(28, number(2, debug::kMostSteps + 1ULL))));
        add("more steps done than asked for", "more steps than were asked for",
            eventMessage(field(3, field(3, field(9, number(1, 2) + number(2, 1))))));
        add("more steps asked for than anybody does", "more steps than were asked for",
            eventMessage(field(3, field(3, field(9, number(2, debug::kMostSteps + 1ULL))))));
    }
    void malformedControlIsRefused() { malformedMessagesAreRefused(); }

    void malformedThreadsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<std::string>("problem");
        const auto add = [](const char* name, const std::string& problem, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << problem;
        };
        add("selected without a number", "a thread without a number", requestMessage(field(40, "")));
        add("frozen without a number", "a thread without a number", requestMessage(field(41, field(1, ""))));
        add("unknown role", "an unknown enumerator", replyMessage(field(12, field(1, field(3, number(41, 3))))));
        add("instructions of threads together", "an unknown enumerator",
            requestMessage(field(28, number(1, 3) + number(2, 1) + number(41, 1))));
        add("threads together and one alone", "a step of threads together that is one of a thread alone",
            requestMessage(field(28, number(1, 1) + number(2, 1) + number(40, 1) + number(41, 1))));
        add("a value of no thread", "a value of no thread", replyMessage(field(40, field(1, field(3, field(2, ""))))));
        add("rank that no job has", "a rank that no job has",
            replyMessage(field(40, field(1, number(1, dbgwire::kMaxRank + 1ULL)))));
    }
    void malformedThreadsAreRefused() { malformedMessagesAreRefused(); }

    void malformedTracesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<std::string>("problem");
        const auto add = [](const char* name, const std::string& problem, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << problem;
        };
        add("a record of a rank that no job has", "a rank that no job has",
            eventMessage(field(13, field(1, number(1, dbgwire::kMaxRank + 1ULL)))));
        add("a record of no tracepoint", "a record of no tracepoint", eventMessage(field(13, field(1, number(1, 1)))));
        add("a record of a time beyond all", "a time that no clock shows",
            eventMessage(field(13, field(1, number(2, 1) + number(4, ~std::uint64_t{0})))));
        std::string values;
        for (std::size_t i = 0; i <= debug::kMostTraced; ++i)
            values += field(5, "");
        std::string arguments;
        for (std::size_t i = 0; i <= debug::SystemCall::kMostArguments; ++i)
            arguments += field(4, "");
        add("a call with too many arguments", "more arguments than a system call has",
            eventMessage(field(3, field(3, field(41, arguments)))));
        add("a record with too many values", "too many values",
            eventMessage(field(13, field(1, number(2, 1) + values))));
        std::string traced;
        for (std::size_t i = 0; i <= debug::kMostTraced; ++i)
            traced += field(13, "x");
        add("too much to be traced", "too much to be traced",
            requestMessage(field(10, number(1, 1) + field(3, "work") + traced)));
    }
    void malformedTracesAreRefused() { malformedMessagesAreRefused(); }

    void malformedPlacesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<std::string>("problem");
        const auto add = [](const char* name, const std::string& problem, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << problem;
        };
        const std::string breakpoint = number(1, 1) + field(3, "work");
        add("too many that are off", "a list that is too long",
            requestMessage(field(10, breakpoint + repeated(17, debug::kMostPlaces + 1))));
        add("too long a name", "a text that is too long",
            requestMessage(field(10, breakpoint + field(17, field(2, std::string(dbgwire::kMaxTextBytes + 1, 'x'))))));
        add("too many places", "a list that is too long", replyMessage(field(11, repeated(9, debug::kMostPlaces + 1))));
        add("a place in a rank that no job has", "a malformed rank set",
            replyMessage(field(11, field(9, field(5, bounds({0, dbgwire::kMaxRank + 1ULL}))))));
    }
    void malformedPlacesAreRefused() { malformedMessagesAreRefused(); }

    void placesOfAnyOrderAreInThatOfTheirNames()
    {
        const std::string later = field(9, field(1, field(1, "b.cpp")));
        const std::string earlier = field(9, field(1, field(1, "a.cpp")));
        const auto decoded = decode(replyMessage(field(11, number(1, 1) + later + earlier)));
        QVERIFY(decoded);
        const debug::EngineReply reply = std::get<dbgwire::Reply>(*decoded).result.value();
        const auto& list = std::get<debug::BreakpointReply>(reply.body).status.placeList;
        QCOMPARE(list.size(), std::size_t(2));
        QCOMPARE(list.front().name.file, std::string("a.cpp"));
    }

    void malformedMessagesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<std::string>("problem");
        const auto add = [](const char* name, const std::string& problem, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << problem;
        };
        add("nothing", "a message of an unknown kind", "");
        add("no Protocol Buffers", "a message that cannot be parsed", std::string(100, '\xff'));
        add("unknown kind of message", "a message of an unknown kind", field(99, "x"));
        add("request without a kind", "a request of an unknown kind", requestMessage(number(1, 5)));
        add("reply without a kind", "a reply of an unknown kind", replyMessage(number(1, 5)));
        add("event without a kind", "an event of an unknown kind", eventMessage(""));
        add("breakpoint without a place", "a breakpoint without a place", requestMessage(field(10, number(1, 1))));
        add("unknown reason of a stop", "an unknown enumerator", eventMessage(field(3, field(3, number(1, 11)))));
        add("unknown kind of variable", "an unknown enumerator",
            replyMessage(field(15, field(1, field(3, number(4, 4))))));
        add("odd number of bounds", "a malformed rank set", resumed({1}));
        add("interval from high to low", "a malformed rank set", resumed({2, 1}));
        add("rank that no job has", "a malformed rank set", resumed({0, dbgwire::kMaxRank + 1ULL}));
        add("the highest number as rank", "a malformed rank set", resumed({0xffffffff, 0xffffffff}));
        add("too high a single rank", "a rank that no job has",
            eventMessage(field(1, field(2, number(1, dbgwire::kMaxRank + 1ULL)))));
        add("dying of no signal", "a signal that no system has", eventMessage(field(12, "")));
        add("dying of a signal below all", "a signal that no system has",
            eventMessage(field(12, number(1, 0xffffffffffffffff))));
        add("dying of a signal beyond all", "a signal that no system has", eventMessage(field(12, number(1, 65))));
        add("dying in too long a request", "a text that is too long",
            eventMessage(field(12, number(1, 11) + field(2, std::string(dbgwire::kMaxTextBytes + 1, 'x')))));
        add("dying in a request for ranks that no job has", "a malformed rank set",
            eventMessage(field(12, number(1, 11) + field(3, bounds({0, dbgwire::kMaxRank + 1ULL})))));
        add("too long a text", "a text that is too long",
            helloMessage(field(3, std::string(dbgwire::kMaxTextBytes + 1, 'x'))));
        const std::string features = [] {
            std::string made;
            for (int i = 0; i < 1001; ++i)
                made += field(4, "");
            return made;
        }();
        add("too many features", "a hello with too many features", helloMessage(features));
        add("too many entries", "a list that is too long", attached(dbgwire::kMaxListEntries + 1));
        add("too many processes", "a list that is too long", order(dbgwire::kMaxOrderEntries + 1));
        add("a group of processes", "a negative process id",
            orderMessage(field(2, number(2, ~std::uint64_t{0})))); // -1
        add("too large a job", "a job that is too large", eventMessage(field(10, number(2, dbgwire::kMaxRank + 2ULL))));
        add("too many intervals", "a malformed rank set",
            resumed(std::vector<std::uint64_t>(2 * dbgwire::kMaxIntervals + 2, 0)));
        add("too deep a tree", "a malformed stack tree", chain(debug::StackTree::kMaxDepth + 1));
        add("node before its parent", "a malformed stack tree",
            replyMessage(field(13, field(1, number(1, 2)) + field(1, ""))));
        const auto who = [](const std::string& kind) { return replyMessage(field(13, field(1, field(6, kind)))); };
        add("thread of a rank that is not there", "threads of ranks that are not there",
            who(field(3, number(1, 1) + field(2, bounds({0, 0})))));
        add("unknown role of a thread", "an unknown enumerator", who(number(1, 3)));
        const auto tree = [](const std::string& nodes) { return replyMessage(field(16, field(1, nodes))); };
        add("part before the whole", "a part of a value before the whole", tree(field(7, number(1, 1))));
        add("part that is its own whole", "a part of a value before the whole",
            tree(field(7, "") + field(7, number(1, 2))));
        add("two wholes", "a part of a value before the whole", tree(field(7, "") + field(7, "")));
        add("unknown kind of value", "an unknown enumerator", tree(field(7, number(2, 11))));
        add("lower bounds without counts", "malformed bounds", tree(field(7, field(7, varint(2)))));
        add("too deep a value", "a value that is too deep", tree(nested(debug::ValueTree::kMaxDepth + 2)));
        add("too many parts", "a value with too many parts", tree(flat(debug::ValueTree::kMaxNodes + 1)));
        add("format that is no letter", "a format that is no letter",
            requestMessage(field(20, field(5, number(1, 128)))));
        add("unknown description", "an unknown enumerator", requestMessage(field(25, number(1, 10))));
        add("too long a target", "a text that is too long",
            requestMessage(field(23, field(1, std::string(dbgwire::kMaxTextBytes + 1, 'x')))));
        add("too many names", "a list that is too long",
            replyMessage(field(18, field(1, repeated(3, dbgwire::kMaxListEntries + 1)))));
        add("change in ranks that no job has", "a malformed rank set",
            replyMessage(field(17, field(1, field(1, bounds({2, 1}))))));
        add("node that is its own parent", "a malformed stack tree", replyMessage(field(13, field(1, number(1, 1)))));
    }
    void malformedMessagesAreRefused()
    {
        QFETCH(QByteArray, bytes);
        const auto decoded = decode(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        QVERIFY(!decoded);
        QVERIFY(decoded.error().code == dbgwire::Errc::Malformed);
        QFETCH(std::string, problem);
        QVERIFY2(decoded.error().detail == problem, decoded.error().detail.c_str());
    }

    void messagesAtTheLimitsAreTaken()
    {
        QVERIFY(decode(resumed({0, dbgwire::kMaxRank})));
        QVERIFY(decode(helloMessage(field(3, std::string(dbgwire::kMaxTextBytes, 'x')))));
        QVERIFY(decode(chain(debug::StackTree::kMaxDepth)));
        QVERIFY(decode(attached(dbgwire::kMaxListEntries)));
        QVERIFY(decode(order(dbgwire::kMaxOrderEntries)));
        QVERIFY(decode(replyMessage(field(16, field(1, nested(debug::ValueTree::kMaxDepth + 1))))));
        QVERIFY(decode(replyMessage(field(16, field(1, flat(debug::ValueTree::kMaxNodes))))));
    }

    void tooLongTextsAreCutWhenTheyAreSent()
    {
        dbgwire::Hello said;
        said.program = std::string(dbgwire::kMaxTextBytes + 5, 'x');
        const auto decoded = decode(encode(said));
        QVERIFY(decoded);
        QCOMPARE(std::get<dbgwire::Hello>(*decoded).program.size(), dbgwire::kMaxTextBytes);
    }

    void fieldsOfNewerProgramsAreSkipped() { QVERIFY(decode(helloMessage(number(1, 1) + field(500, "news")))); }

    void errorsKeepWhatCanBeBranchedOn()
    {
        const auto sent = [](std::error_code code) {
            const dbgwire::Reply said{util::RequestId(1), util::fail(code, "why", "what to do")};
            return std::get<dbgwire::Reply>(decode(encode(said)).value()).result.error();
        };
        QVERIFY(sent(debug::Errc::NotStopped).code == debug::Errc::NotStopped);
        QVERIFY(sent(std::error_code(EPERM, std::system_category())).code == std::errc::operation_not_permitted);
        QVERIFY(sent(dbgwire::Errc::TooLarge).code == dbgwire::Errc::RemoteError);
        QCOMPARE(sent(debug::Errc::NotStopped).detail, std::string("why"));
        QCOMPARE(sent(debug::Errc::NotStopped).advice, std::string("what to do"));
    }

private:
    void addSamples()
    {
        QTest::addColumn<std::size_t>("index");
        const auto samples = test::sampleMessages();
        for (std::size_t i = 0; i < samples.size(); ++i)
            QTest::newRow(samples[i].name.c_str()) << i;
    }
};

DBGR_TEST(TestConvert);

} // namespace tst_convert

#include "tst_convert.moc"
