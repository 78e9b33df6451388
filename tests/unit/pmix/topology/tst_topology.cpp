// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/topology/topology.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QTest>

#include <sched.h>

#include <algorithm>

namespace tst_topology {

using namespace dbgr::pmix;

class TestTopology : public QObject
{
    Q_OBJECT

private slots:
    void countsTheObjectsOfEachLevel();
    void aLevelThatIsNotShownIsTheNextLarger();
    void withoutCoresThreadsAreCores();
    void unitsAreTheOperatingSystemsNumbers();
    void localityNamesWhatTheUnitsLieIn();
    void localityOfNothingIsEmpty();
    void listsAreShortened();
    void xmlComesBackAsTheSameMachine();
    void xmlHasTheDevices();
    void refusesWhatIsNoTopology();
    void thisNodeIsWhatWeMayRunOn();
    void unitsMeetAndUnite();

private:
    static Topology machine(const char* description = "package:2 numa:2 l3cache:1 core:8 pu:2")
    {
        return Topology::fromDescription(description).value();
    }
};

void TestTopology::countsTheObjectsOfEachLevel()
{
    const Topology big = machine();
    QCOMPARE(big.count(HardwareLevel::Thread), std::size_t(64));
    QCOMPARE(big.count(HardwareLevel::Core), std::size_t(32));
    QCOMPARE(big.count(HardwareLevel::L3), std::size_t(4));
    QCOMPARE(big.count(HardwareLevel::Numa), std::size_t(4));
    QCOMPARE(big.count(HardwareLevel::Package), std::size_t(2));
    QCOMPARE(big.count(HardwareLevel::Node), std::size_t(1));
    QCOMPARE(big.all().size(), std::size_t(64));
}

void TestTopology::aLevelThatIsNotShownIsTheNextLarger()
{
    const Topology big = machine();
    QCOMPARE(big.count(HardwareLevel::L1), std::size_t(4));
    QCOMPARE(big.unitsOf(HardwareLevel::L1, 1), big.unitsOf(HardwareLevel::L3, 1));
}

void TestTopology::withoutCoresThreadsAreCores()
{
    QCOMPARE(machine("package:1 pu:6").count(HardwareLevel::Core), std::size_t(6));
}

void TestTopology::unitsAreTheOperatingSystemsNumbers()
{
    const Topology interleaved = machine("package:2 core:2 pu:2(indexes=0,4,1,5,2,6,3,7)");
    QCOMPARE(interleaved.unitsOf(HardwareLevel::Core, 0), (CpuSet{0, 4}));
    QCOMPARE(interleaved.unitsOf(HardwareLevel::Package, 1), (CpuSet{2, 3, 6, 7}));
}

void TestTopology::localityNamesWhatTheUnitsLieIn()
{
    const Topology big = machine();
    QCOMPARE(big.localityString(big.unitsOf(HardwareLevel::Core, 9)), "hwloc:SK0:L31:CR9:HT18-19:NM1");
    QCOMPARE(big.localityString(big.unitsOf(HardwareLevel::Package, 1)), "hwloc:SK1:L32-3:CR16-31:HT32-63:NM2-3");
    QCOMPARE(machine("package:1 l3cache:1 l2cache:2 l1dcache:1 core:1 pu:1").localityString({1}),
             "hwloc:SK0:L30:L21:L11:CR1:HT1:NM0");
}

void TestTopology::localityOfNothingIsEmpty()
{
    QCOMPARE(machine().localityString({}), "");
}

void TestTopology::listsAreShortened()
{
    QCOMPARE(Topology::listString({0, 1, 2, 3, 8}), "0-3,8");
    QCOMPARE(Topology::listString({5}), "5");
    QCOMPARE(Topology::listString({}), "");
}

void TestTopology::xmlComesBackAsTheSameMachine()
{
    const Topology big = machine();
    const auto again = Topology::fromXml(big.xml());
    QVERIFY(again);
    QCOMPARE(again->count(HardwareLevel::Numa), std::size_t(4));
    QCOMPARE(again->unitsOf(HardwareLevel::Numa, 3), big.unitsOf(HardwareLevel::Numa, 3));
    QVERIFY(big.xml().ends_with("</topology>\n"));
}

/// Without them libpmix finds no device in the topology that its server tells it of.
void TestTopology::xmlHasTheDevices()
{
    QFile file(DBGR_DEVICES_XML);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Topology first = Topology::fromXml(file.readAll().toStdString()).value();
    const Topology again = Topology::fromXml(first.xml()).value();
    DeviceChoice all;
    all.types = ~std::uint64_t{0};
    QCOMPARE(first.distances({0}, all).size(), std::size_t(7));
    QVERIFY(first.distances({0, 5}, all) == again.distances({0, 5}, all));
    QVERIFY(first.distances({}, all).empty());
    QVERIFY(machine().distances({0}, all).empty());
}

void TestTopology::refusesWhatIsNoTopology()
{
    for (const char* text : {"", "<topology", "<html></html>"})
        QCOMPARE(Topology::fromXml(text).error().code, make_error_code(Status::ErrBadParam));
    QCOMPARE(Topology::fromDescription("cabbage:3").error().code, make_error_code(Status::ErrBadParam));
}

void TestTopology::thisNodeIsWhatWeMayRunOn()
{
    cpu_set_t before;
    QCOMPARE(sched_getaffinity(0, sizeof before, &before), 0);
    const auto whole = Topology::ofThisNode();
    QVERIFY(whole);
    QCOMPARE(whole->all().size(), std::size_t(CPU_COUNT(&before)));

    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(whole->all().back(), &one);
    QCOMPARE(sched_setaffinity(0, sizeof one, &one), 0);
    const auto restricted = Topology::ofThisNode();
    QCOMPARE(sched_setaffinity(0, sizeof before, &before), 0);
    QVERIFY(restricted);
    QCOMPARE(restricted->all(), CpuSet{whole->all().back()});
}

void TestTopology::unitsMeetAndUnite()
{
    QVERIFY(intersects({1, 3, 5}, {2, 5}));
    QVERIFY(!intersects({1, 3}, {0, 2, 4}));
    QCOMPARE(united({1, 3}, {2, 3}), (CpuSet{1, 2, 3}));
}

DBGR_TEST(TestTopology, QCoreApplication);

} // namespace tst_topology

#include "tst_topology.moc"
