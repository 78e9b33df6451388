// SPDX-License-Identifier: GPL-3.0-or-later
#include "launcher/placement.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_placement {

using namespace dbgr::launcher;
using dbgr::pmix::HardwareLevel;
using dbgr::pmix::Status;

class TestPlacement : public QObject
{
    Q_OBJECT

private slots:
    void levelsAreNamedInAnyCase();
    void whatIsNotNamedStays();
    void modifiersStandBehindALevelOrAlone();
    void processesPerResourceHaveTheirOwnForm();
    void readsWhatJobMapTells();
    void ranksAreFilledOrSpanned();
    void bindsToLevelsOrNothing();
    void refusesWithTheWordThatIsWrong();
};

void TestPlacement::levelsAreNamedInAnyCase()
{
    const std::pair<const char*, HardwareLevel> expected[] = {
        {"slot", HardwareLevel::Node}, {"Core", HardwareLevel::Core},      {"l2cache", HardwareLevel::L2},
        {"L3", HardwareLevel::L3},     {"socket", HardwareLevel::Package}, {"NUMA", HardwareLevel::Numa},
        {"node", HardwareLevel::Node}, {"hwthread", HardwareLevel::Thread}};
    for (const auto& [text, level] : expected) {
        Placement placement;
        QVERIFY(parseMapBy(text, placement));
        QCOMPARE(placement.mapBy, std::optional(level));
    }
}

void TestPlacement::whatIsNotNamedStays()
{
    Placement placement;
    QVERIFY(parseMapBy("numa:PE=2", placement));
    QVERIFY(parseMapBy(":oversubscribe", placement));
    QCOMPARE(placement.mapBy, std::optional(HardwareLevel::Numa));
    QCOMPARE(placement.cpusPerProcess, 2U);
    QCOMPARE(placement.oversubscribe, std::optional(true));
}

void TestPlacement::modifiersStandBehindALevelOrAlone()
{
    Placement placement;
    QVERIFY(parseMapBy("package:NoOversubscribe:hwtcpus:span", placement));
    QCOMPARE(placement.oversubscribe, std::optional(false));
    QVERIFY(placement.hardwareThreads);
    QVERIFY(placement.rankOrder == RankOrder::Span);
}

void TestPlacement::processesPerResourceHaveTheirOwnForm()
{
    Placement placement;
    QVERIFY(parseMapBy("ppr:3:l3cache:PE=2", placement));
    QCOMPARE(placement.perResource, 3U);
    QCOMPARE(placement.mapBy, std::optional(HardwareLevel::L3));
    QCOMPARE(placement.cpusPerProcess, 2U);
    QVERIFY(parsePerResource("1:node", placement));
    QCOMPARE(placement.perResource, 1U);
    QVERIFY(parseMapBy("core", placement));
    QCOMPARE(placement.perResource, 0U);
}

void TestPlacement::readsWhatJobMapTells()
{
    Placement placement;
    QVERIFY(parseMapBy("BYCORE:NOOVERSUBSCRIBE", placement));
    QCOMPARE(placement.mapBy, std::optional(HardwareLevel::Core));
}

void TestPlacement::ranksAreFilledOrSpanned()
{
    Placement placement;
    QVERIFY(parseRankBy("span", placement));
    QVERIFY(placement.rankOrder == RankOrder::Span);
    QVERIFY(parseRankBy("SLOT", placement));
    QVERIFY(placement.rankOrder == RankOrder::Fill);
}

void TestPlacement::bindsToLevelsOrNothing()
{
    Placement placement;
    QVERIFY(parseBindTo("numa:overload-allowed", placement));
    QVERIFY(placement.bind == BindTarget::To && placement.overload);
    QCOMPARE(placement.bindTo, HardwareLevel::Numa);
    QVERIFY(parseBindTo("None", placement));
    QVERIFY(placement.bind == BindTarget::None);
    QVERIFY(parseBindTo("core:if-supported", placement));
    QCOMPARE(placement.bindTo, HardwareLevel::Core);
}

void TestPlacement::refusesWithTheWordThatIsWrong()
{
    Placement placement;
    const auto mapBy = parseMapBy("board", placement);
    QCOMPARE(mapBy.error().code, make_error_code(Status::ErrBadParam));
    QVERIFY(mapBy.error().detail.find("BOARD") != std::string::npos);
    QVERIFY(mapBy.error().advice.find("package") != std::string::npos);
    for (const char* text : {"ppr:2", "ppr:0:node", "ppr:x:node", "ppr:2:shelf", "core:PE=0", "core:PE=", "core:FAST"})
        QVERIFY2(!parseMapBy(text, placement), text);
    for (const char* text : {"node", "slot", "board", "core:maybe"})
        QVERIFY2(!parseBindTo(text, placement), text);
    QVERIFY(!parseRankBy("random", placement));
}

DBGR_TEST(TestPlacement, QCoreApplication);

} // namespace tst_placement

#include "tst_placement.moc"
