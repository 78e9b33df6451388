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

namespace {

constexpr qint64 kNotTold = INT64_MIN;

} // namespace

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
    QVERIFY(events[2].jobEnd() == JobEnd());
    const Event& end = events.back();
    QVERIFY(end.code == Status::EventJobEnd);
    QCOMPARE(end.jobEnd().exitStatus, std::optional(0));
}

void TestEvent::theEndOfAJobHasItsExitCode_data()
{
    QTest::addColumn<qint64>("status");   // kNotTold
    QTest::addColumn<qint64>("exitCode"); // the same
    QTest::addColumn<int>("exitStatus");  // -1: it has none
    QTest::addColumn<int>("why");         // 0: it has none
    const auto row = [](const char* name, qint64 status, qint64 exitCode, int exitStatus, int why) {
        QTest::newRow(name) << status << exitCode << exitStatus << why;
    };
    const qint64 wide = qint64(1) << 40; // no int
    row("exit 3", 3, kNotTold, 3, 0);
    row("exit 255", 255, kNotTold, 255, 0);
    row("a status that no shell has", 256, kNotTold, 256, 0);
    row("PRRTE 5: exit 3", -1, 3, 3, 0);
    row("PRRTE 5: a signal", -1, 139, 139, 0);
    row("ended well", 0, 0, 0, 0);
    row("the status counts", 9, 3, 9, 0);
    row("not started", -73, kNotTold, -1, -73);
    row("not started, and a code that says nothing", -73, 0, -1, -73);
    row("PRRTE 5: cancelled", -180, kNotTold, -1, -180);
    row("cancelled, twice", -180, -180, -1, -180);
    row("a negative code tells more than a failure", -1, -180, -1, -180);
    row("the status tells more than the code", -180, -7, -1, -180);
    row("a failure without a reason", -1, kNotTold, -1, -1);
    row("a code that is none", -1, wide, -1, -1);
    row("a code alone", kNotTold, 4, 4, 0);
    row("a good code alone", kNotTold, 0, 0, 0);
    row("a negative code alone", kNotTold, -180, -1, -180);
    row("a status that is none", wide, kNotTold, -1, 0);
    row("nothing", kNotTold, kNotTold, -1, 0);
    row("the smallest", INT32_MIN, INT32_MIN, -1, INT32_MIN);
}

void TestEvent::theEndOfAJobHasItsExitCode()
{
    QFETCH(qint64, status);
    QFETCH(qint64, exitCode);
    QFETCH(int, exitStatus);
    QFETCH(int, why);
    Event event;
    event.code = Status::EventJobEnd;
    if (exitCode != kNotTold)
        event.infos.emplace_back(keys::kExitCode, Value::of<DataType::Int64>(exitCode));
    if (status != kNotTold)
        event.infos.emplace_back(keys::kJobTermStatus, Value::of<DataType::Int64>(status));
    QCOMPARE(event.jobEnd().exitStatus.value_or(-1), exitStatus);
    QCOMPARE(static_cast<int>(event.jobEnd().why.value_or(Status::Success)), why);
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
