// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/codec/wire_version.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_wire_version {

using namespace dbgr::pmix;

class TestWireVersion : public QObject
{
    Q_OBJECT

private slots:
    void takesTheNewestKnownNameOfAList();
    void knowsNoOtherName();
    void choosesWhatAServerUnderstands_data();
    void choosesWhatAServerUnderstands();
    void typesComeAndGoWithVersions();
};

void TestWireVersion::takesTheNewestKnownNameOfAList()
{
    QVERIFY(wireVersionNamed("v41") == WireVersion::V41);
    QVERIFY(wireVersionNamed("v3") == WireVersion::V3);
    QVERIFY(wireVersionNamed("v3,v41") == WireVersion::V41);
    QVERIFY(wireVersionNamed("v99, v20") == WireVersion::V20);
}

void TestWireVersion::knowsNoOtherName()
{
    for (const char* name : {"", "v12", "v4x", "41", ","})
        QVERIFY2(!wireVersionNamed(name), name);
}

void TestWireVersion::choosesWhatAServerUnderstands_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::newRow("no version line") << ""
                                     << "v20";
    QTest::newRow("2.1") << "2.1.4"
                         << "v21";
    QTest::newRow("3.2.5 of a system file") << "v3.2.5a1"
                                            << "v3";
    QTest::newRow("4.0") << "4.0.0"
                         << "v4";
    QTest::newRow("Debian 12") << "4.2.2rc2"
                               << "v41";
    QTest::newRow("Debian 13") << "5.0.7a1"
                               << "v41";
    QTest::newRow("6.1, which understands v41") << "v6.1.0\n"
                                                << "v41";
    QTest::newRow("major only") << "3"
                                << "v3";
    QTest::newRow("no number") << "unknown"
                               << "v41";
}

void TestWireVersion::choosesWhatAServerUnderstands()
{
    QFETCH(QString, text);
    QFETCH(QString, name);
    const std::string_view chosen = traits(wireVersionForServer(text.toStdString())).name;
    QCOMPARE(QString::fromUtf8(chosen.data(), qsizetype(chosen.size())), name);
}

void TestWireVersion::typesComeAndGoWithVersions()
{
    QVERIFY(hasType(WireVersion::V20, DataType::Info));
    QVERIFY(!hasType(WireVersion::V21, DataType::Envar));
    QVERIFY(hasType(WireVersion::V3, DataType::Envar));
    QVERIFY(hasType(WireVersion::V41, DataType::ProcStats));
    QVERIFY(!hasType(WireVersion::V61, DataType::ProcStats));
    QVERIFY(!hasType(WireVersion::V51, DataType::NodePid));
    QVERIFY(hasType(WireVersion::V61, DataType::NodePid));
    QVERIFY(!hasType(WireVersion::V61, static_cast<DataType>(200)));
}

DBGR_TEST(TestWireVersion);

} // namespace tst_wire_version

#include "tst_wire_version.moc"
