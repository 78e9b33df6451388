// SPDX-License-Identifier: GPL-3.0-or-later
// How far devices are, in a made-up node of two packages (devices.xml) with a network card and more in each. The
// numbers for one unit are those that OpenPMIx 4.2 and 5.0 gave for this file; uuids and what is chosen are those
// of 7.0.
#include "pmix/capi/values/distances.h"
#include "pmix/topology/topology.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"

#include <pmix.h>

#include <QFile>
#include <QtTest>

namespace tst_capi_distances {

using namespace dbgr;
using namespace dbgr::pmix;

class TestCapiDistances : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void areThoseOfOpenPmix_data();
    void areThoseOfOpenPmix();
    void ofSeveralUnitsAreTheNearestAndTheFarthest();
    void devicesAreChosenByTypeAndName_data();
    void devicesAreChosenByTypeAndName();
    void nothingButOursIsRead();
    void thisNodeIsTheDefault();
    void goToTheProgramWhole();

private:
    [[nodiscard]] util::Result<std::vector<DeviceDistance>> distances(const char* units,
                                                                      const std::vector<Info>& infos = {});
    QByteArray m_xml;
};

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

Info type(std::uint64_t types)
{
    return Info(std::string(keys::kDeviceType), Value::of<DataType::DeviceType>(types));
}

Info id(const char* text)
{
    return Info(std::string(keys::kDeviceId), Value::string(text));
}

QString line(const DeviceDistance& device)
{
    return QString("%1 %2 %3 %4 %5")
        .arg(QString::fromStdString(textOf(device.uuid)), QString::fromStdString(textOf(device.osName)),
             QString::number(device.type, 16))
        .arg(device.minimum)
        .arg(device.maximum);
}

} // namespace

void TestCapiDistances::initTestCase()
{
    QFile file(DBGR_DEVICES_XML);
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_xml = file.readAll();
}

util::Result<std::vector<DeviceDistance>> TestCapiDistances::distances(const char* units,
                                                                       const std::vector<Info>& infos)
{
    char source[] = "dbgrpmix";
    const pmix_topology_t topology{source, m_xml.data()};
    pmix_cpuset_t set{};
    if (PMIx_Parse_cpuset_string(units, &set) != PMIX_SUCCESS)
        return util::fail(Status::ErrBadParam, "no such set");
    auto found = capi::deviceDistances(&topology, &set, infos);
    PMIx_Cpuset_destruct(&set);
    return found;
}

void TestCapiDistances::areThoseOfOpenPmix_data()
{
    QTest::addColumn<QByteArray>("units");
    QTest::addColumn<int>("eth0");
    QTest::addColumn<int>("eth1");
    QTest::addColumn<int>("ib0");
    QTest::newRow("in the first package") << QByteArray("0") << 4 << 9 << 9;
    QTest::newRow("in the second package") << QByteArray("4") << 9 << 4 << 9;
}

void TestCapiDistances::areThoseOfOpenPmix()
{
    QFETCH(QByteArray, units);
    QFETCH(int, eth0);
    QFETCH(int, eth1);
    QFETCH(int, ib0);
    const auto found = distances(units.constData());
    QVERIFY(found);
    for (const auto& [name, expected] : {std::pair("eth0", eth0), {"eth1", eth1}, {"mlx5_0", eth1}, {"ib0", ib0}}) {
        const auto device = std::ranges::find(*found, name, [](const DeviceDistance& d) { return textOf(d.osName); });
        QVERIFY(device != found->end());
        QCOMPARE(int(device->minimum), expected);
        QCOMPARE(int(device->maximum), expected);
    }
}

void TestCapiDistances::ofSeveralUnitsAreTheNearestAndTheFarthest()
{
    const auto within = distances("0-3", {id("eth0")});
    const auto across = distances("2-5", {id("eth0")});
    QVERIFY(within && across);
    QCOMPARE(line(within->front()), QString("ipv4://02:fc:00:00:00:01 eth0 4 4 4"));
    QCOMPARE(line(across->front()), QString("ipv4://02:fc:00:00:00:01 eth0 4 4 9"));
}

void TestCapiDistances::devicesAreChosenByTypeAndName_data()
{
    const QString eth0 = "ipv4://02:fc:00:00:00:01 eth0 4 4 4", eth1 = "ipv4://02:fc:00:00:00:02 eth1 4 9 9";
    const QString ib0 = "ipv6://80:00:00:48:fe:80:00:00:00:00:00:00:f4:52:14:03:00:1c:57:e1 ib0 4 9 9";
    const QString fabric = "fab://506b:4b03:00c3:1234::506b:4b03:00c3:9999 mlx5_0 8 9 9";
    const QString gpu = "gpu://n1::nvml0 nvml0 2 9 9", coprocessor = "gpu://n1::cuda0 cuda0 20 9 9";
    const QString disk = "blk://n1::sda sda 1 9 9";
    QTest::addColumn<std::vector<Info>>("infos");
    QTest::addColumn<QStringList>("found");
    const auto row = [](const char* what, const std::vector<Info>& infos, QStringList found) {
        found.sort();
        QTest::newRow(what) << infos << found;
    };
    const QStringList usual{eth0, eth1, ib0, fabric, gpu, coprocessor};
    row("none named: not the disks", {}, usual);
    row("type 0 is none", {type(0)}, usual);
    row("networks", {type(PMIX_DEVTYPE_NETWORK)}, {eth0, eth1, ib0});
    row("InfiniBand", {type(PMIX_DEVTYPE_OPENFABRICS)}, {fabric});
    row("disks", {type(PMIX_DEVTYPE_BLOCK)}, {disk});
    row("GPUs", {type(PMIX_DEVTYPE_GPU)}, {gpu});
    row("coprocessors", {type(PMIX_DEVTYPE_COPROC)}, {coprocessor});
    row("all", {type(kAll)}, usual + QStringList{disk});
    row("types in two infos", {type(PMIX_DEVTYPE_BLOCK), type(PMIX_DEVTYPE_GPU)}, {disk, gpu});
    row("a name", {id("eth1")}, {eth1});
    row("a uuid", {id("ipv4://02:fc:00:00:00:01")}, {eth0});
    row("the name of a disk", {id("sda")}, {disk});
    row("a name of another type", {id("eth1"), type(PMIX_DEVTYPE_GPU)}, {});
    row("no such name", {id("eth9")}, {});
    row("no such type", {type(PMIX_DEVTYPE_DMA)}, {});
    row("an info of something else", {Info(std::string("any.key"), Value::string("x"))}, usual);
}

void TestCapiDistances::devicesAreChosenByTypeAndName()
{
    QFETCH(std::vector<Info>, infos);
    QFETCH(QStringList, found);
    const auto devices = distances("0", infos);
    if (found.isEmpty()) {
        QVERIFY(!devices && devices.error().code == Status::ErrNotFound);
        return;
    }
    QVERIFY(devices);
    QStringList lines;
    for (const DeviceDistance& device : *devices)
        lines << line(device);
    lines.sort();
    QCOMPARE(lines, found);
}

void TestCapiDistances::nothingButOursIsRead()
{
    const auto code = [](const pmix_topology_t* topology, const pmix_cpuset_t* set,
                         const std::vector<Info>& infos = {}) {
        const auto found = capi::deviceDistances(topology, set, infos);
        return found ? 0 : found.error().code.value();
    };
    char theirs[] = "hwloc", ours[] = "dbgrpmix", broken[] = "<no xml", list[] = "0-", empty[] = "";
    int bits = 1;
    const pmix_topology_t theirTopology{theirs, &bits}, noTopology{ours, nullptr}, brokenTopology{ours, broken};
    const pmix_cpuset_t theirSet{theirs, &bits}, brokenSet{ours, list}, emptySet{ours, empty};
    QCOMPARE(code(&theirTopology, nullptr), PMIX_ERR_NOT_SUPPORTED);
    QCOMPARE(code(&noTopology, nullptr), PMIX_ERR_NOT_SUPPORTED);
    QCOMPARE(code(&brokenTopology, nullptr), PMIX_ERR_BAD_PARAM);
    QCOMPARE(code(nullptr, &theirSet), PMIX_ERR_NOT_SUPPORTED);
    QCOMPARE(code(nullptr, &brokenSet), PMIX_ERR_NOT_SUPPORTED);
    QCOMPARE(code(nullptr, &emptySet), PMIX_ERR_BAD_PARAM);
    QCOMPARE(code(nullptr, nullptr, {Info(std::string(keys::kDeviceType), Value::string("x"))}), PMIX_ERR_BAD_PARAM);
    QCOMPARE(code(nullptr, nullptr, {id("")}), PMIX_ERR_BAD_PARAM);
}

void TestCapiDistances::thisNodeIsTheDefault()
{
    pmix_topology_t topology{};
    pmix_cpuset_t set{};
    QCOMPARE(PMIx_Load_topology(&topology), PMIX_SUCCESS);
    QCOMPARE(PMIx_Get_cpuset(&set, PMIX_CPUBIND_PROCESS), PMIX_SUCCESS);
    const auto named = capi::deviceDistances(&topology, &set, {type(kAll)});
    const pmix_topology_t noTopology{};
    const pmix_cpuset_t noSet{};
    for (const auto& found : {capi::deviceDistances(nullptr, nullptr, {type(kAll)}),
                              capi::deviceDistances(&noTopology, &noSet, {type(kAll)})}) {
        QCOMPARE(found.has_value(), named.has_value());
        QVERIFY(found ? *found == *named : found.error().code == Status::ErrNotFound);
    }
    PMIx_Topology_destruct(&topology);
    PMIx_Cpuset_destruct(&set);
}

void TestCapiDistances::goToTheProgramWhole()
{
    const auto found = distances("0-7");
    QVERIFY(found);
    pmix_device_distance_t* array = capi::toC(*found);
    for (std::size_t i = 0; i < found->size(); ++i)
        QCOMPARE(line({std::string(array[i].uuid), std::string(array[i].osname), array[i].type, array[i].mindist,
                       array[i].maxdist}),
                 line(found->at(i)));
    PMIx_Device_distance_free(array, found->size());
    QVERIFY(capi::toC(std::vector<DeviceDistance>{}) == nullptr);
}

DBGR_TEST(TestCapiDistances, QCoreApplication);

} // namespace tst_capi_distances

#include "tst_capi_distances.moc"
