// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/codec/pack.h"
#include "pmix/ops/event.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"
#include "util/string_util.h"

#include <QTest>

namespace tst_event {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::toHex;

class TestEvent : public QObject
{
    Q_OBJECT

private slots:
    void releaseIsWrittenAsCaptured();
    void releaseOfSeveralNamesThemAll();
    void registrationListsItsCodes();
    void deregistrationOfTheDefaultHandlerNamesIt();
    void noticeIsReadAsItWasWritten();
    void eventsOfAHeldLauncherAreRead();
    void theEndOfAJobHasItsExitCode_data();
    void theEndOfAJobHasItsExitCode();
    void affectedIsTheProcessElseTheNamespace();
    void replayHasNoRangeBehind();
    void otherCommandsAreRefused();
};

void TestEvent::releaseIsWrittenAsCaptured()
{
    const auto notice = EventNotice::debuggerRelease({Proc{"prterun-vm-20374@0", ProcRank(0)}});
    const auto body = encodeNotify(WireFormat{WireVersion::V61}, notice);
    QVERIFY(body);
    std::string captured;
    const VectorSession session = loadPmixSession("held-launcher-4.1-and-cospawn");
    for (const VectorEntry& entry : session.connections.front().entries)
        if (entry.kind == VectorEntry::Kind::Frame && entry.body().starts_with("\x02\x0c\x02\x05") && captured.empty())
            captured = entry.body();
    QCOMPARE(toHex(*body), toHex(captured));
}

void TestEvent::releaseOfSeveralNamesThemAll()
{
    const auto notice = EventNotice::debuggerRelease({Proc{"j", ProcRank(0)}, Proc{"j", ProcRank(2)}});
    const Value* range = find(notice.infos, keys::kEventCustomRange);
    QVERIFY(range != nullptr);
    const DataArray* array = range->asArray();
    QVERIFY(array != nullptr);
    QCOMPARE(array->elementsAs<DataType::Proc>().value().size(), 2u);
    QVERIFY(notice.range == DataRange::Custom);
}

void TestEvent::registrationListsItsCodes()
{
    const std::vector<Status> codes{Status::ReadyForDebug, Status::EventJobEnd};
    QCOMPARE(toHex(encodeEventRegistration({}, codes).value()), std::string("020d020204"
                                                                            "73a102"
                                                                            "0200"));
    QCOMPARE(toHex(encodeEventRegistration({}, {}).value()), std::string("020d02000200"));
}

void TestEvent::deregistrationOfTheDefaultHandlerNamesIt()
{
    QCOMPARE(toHex(encodeEventDeregistration({}, {}).value()), std::string("020e02ffffffff0f"));
}

void TestEvent::noticeIsReadAsItWasWritten()
{
    for (const WireVersion version : {WireVersion::V3, WireVersion::V41, WireVersion::V61}) {
        const WireFormat format{version};
        const auto notice = EventNotice::debuggerRelease({Proc{"j", kRankWildcard}});
        const std::string body = encodeNotify(format, notice).value();
        Packer command(format);
        command.pack<DataType::Command>(Command::Notify);
        const auto again = decodeNotify(format, std::string_view(body).substr(command.finish().value().size()));
        QVERIFY(again);
        QVERIFY(again->code == notice.code);
        QVERIFY(again->range == notice.range);
        QVERIFY(again->infos == notice.infos);
    }
}

void TestEvent::eventsOfAHeldLauncherAreRead()
{
    const auto session = loadPmixSession("held-launcher-4.1-and-cospawn");
    std::vector<Event> events;
    for (const VectorEntry& entry : session.connections.front().entries)
        if (entry.kind == VectorEntry::Kind::Frame && entry.header().tag == kNotifyTag)
            events.push_back(decodeEvent(session.connections.front().format, entry.body()).value());
    QVERIFY(events.size() >= 4);
    QVERIFY(events[0].code == Status::EventJobStart);
    QVERIFY(events[1].code == Status::LaunchComplete);
    QVERIFY(events[2].code == Status::ReadyForDebug);
    QCOMPARE(events[2].affected().value().nspace, "prterun-vm-20374@1");
    QVERIFY(!events[2].jobTermStatus());
    const Event& end = events.back();
    QVERIFY(end.code == Status::EventJobEnd);
    QCOMPARE(end.jobTermStatus().value(), 0);
}

void TestEvent::theEndOfAJobHasItsExitCode_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<qint64>("exitCode"); // -100: none is told
    QTest::addColumn<int>("ended");
    QTest::newRow("PRRTE 3: exit 3") << 3 << qint64(-100) << 3;
    QTest::newRow("PRRTE 5: exit 3") << -1 << qint64(3) << 3;
    QTest::newRow("PRRTE 5: a signal") << -1 << qint64(139) << 139;
    QTest::newRow("ended well") << 0 << qint64(0) << 0;
    QTest::newRow("the status counts") << 9 << qint64(3) << 9;
    QTest::newRow("not started") << -73 << qint64(-100) << -73;
    QTest::newRow("not started, and no code") << -73 << qint64(0) << -73;
    QTest::newRow("a code that is none") << -1 << (qint64(1) << 40) << -1;
    QTest::newRow("a negative code") << -1 << qint64(-7) << -1;
}

void TestEvent::theEndOfAJobHasItsExitCode()
{
    QFETCH(int, status);
    QFETCH(qint64, exitCode);
    QFETCH(int, ended);
    Event event;
    event.code = Status::EventJobEnd;
    if (exitCode != -100)
        event.infos.emplace_back(keys::kExitCode, Value::of<DataType::Int64>(exitCode));
    QVERIFY(!event.jobTermStatus());
    event.infos.emplace_back(keys::kJobTermStatus, Value::of<DataType::Status>(static_cast<Status>(status)));
    QCOMPARE(event.jobTermStatus().value(), ended);
}

void TestEvent::affectedIsTheProcessElseTheNamespace()
{
    Event event;
    QVERIFY(!event.affected());
    event.infos.emplace_back(keys::kNspace, Value::string("job"));
    QVERIFY((event.affected().value() == Proc{"job", kRankWildcard}));
    event.infos.emplace_back(keys::kEventAffectedProc, Value::proc(Proc{"job", ProcRank(3)}));
    QVERIFY((event.affected().value() == Proc{"job", ProcRank(3)}));
}

void TestEvent::replayHasNoRangeBehind()
{
    Packer packer((WireFormat()));
    packer.pack<DataType::Command>(Command::Notify);
    packer.pack<DataType::Status>(Status::EventJobEnd);
    packer.pack<DataType::Proc>(Proc{"j", ProcRank(0)});
    packer.pack<DataType::Size>(0);
    const std::string replay = packer.finish().value();
    QVERIFY(decodeEvent({}, replay));
    for (std::size_t size = 0; size < replay.size(); ++size)
        QVERIFY(!decodeEvent({}, std::string_view(replay).substr(0, size)));
}

void TestEvent::otherCommandsAreRefused()
{
    QVERIFY(!decodeEvent({}, std::string_view("\x02\x05", 2)));
}

DBGR_TEST(TestEvent);

} // namespace tst_event

#include "tst_event.moc"
