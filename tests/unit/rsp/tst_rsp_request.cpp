// SPDX-License-Identifier: GPL-3.0-or-later
#include "rsp/packet.h"
#include "rsp/request.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_rsp_request {

using namespace dbgr;
using namespace dbgr::rsp;
using namespace dbgr::rsp::request;

namespace {

template <class T>
T parsed(std::string_view payload)
{
    const auto found = parseRequest(payload);
    const auto* const request = std::get_if<Request>(&found);
    const T* const wanted = request ? std::get_if<T>(request) : nullptr;
    if (!wanted)
        qWarning("'%s' is another request, or none", std::string(payload).c_str());
    return wanted ? *wanted : T{};
}

QString kindOf(std::string_view payload)
{
    const auto found = parseRequest(payload);
    if (const auto* const why = std::get_if<Misread>(&found))
        return *why == Misread::Unknown ? "unknown" : "broken";
    return QString::number(std::get<Request>(found).index());
}

} // namespace

class TestRspRequest : public QObject
{
    Q_OBJECT

private slots:
    void memory()
    {
        const auto read = parsed<ReadMemory>("x7ffe00,200");
        QVERIFY(read.address == util::RemoteAddress(0x7ffe00) && read.size == 0x200 && read.binary);
        QVERIFY(!parsed<ReadMemory>("m1,2").binary);
        QCOMPARE(parsed<WriteMemory>("M10,2:6162").bytes, std::string("ab"));
        QCOMPARE(parsed<WriteMemory>("X10,3:a}\x03"
                                     "b")
                     .bytes,
                 std::string("a#b"));
        QVERIFY(*parsed<MemoryRegion>("qMemoryRegionInfo:ff").address == util::RemoteAddress(0xff));
        QVERIFY(!parsed<MemoryRegion>("qMemoryRegionInfo").address);
    }

    void registers()
    {
        const auto read = parsed<ReadRegister>("p1f;thread:065b;");
        QVERIFY(read.number == 0x1f && read.thread == util::ThreadId(0x65b));
        QVERIFY(!parsed<ReadRegister>("p0").thread);
        const auto write = parsed<WriteRegister>("P10=00ff;thread:1;");
        QCOMPARE(write.bytes, std::string("\0\xff", 2));
        QCOMPARE(parsed<RestoreRegisters>("QRestoreRegisterState:12;thread:3;").id, 12u);
        QVERIFY(parsed<SaveRegisters>("QSaveRegisterState;thread:3;").thread == util::ThreadId(3));
    }

    void traps()
    {
        const auto set = parsed<SetTrap>("Z2,6010,4");
        QVERIFY(set.insert && set.kind == Trap::Write && set.address == util::RemoteAddress(0x6010) && set.size == 4);
        QVERIFY(!parsed<SetTrap>("z0,1,1").insert);
    }

    void resumes()
    {
        const auto all = parsed<Resume>("vCont;c").actions;
        QVERIFY(all.size() == 1 && !all[0].thread && !all[0].step && all[0].signal == 0);
        const auto mixed = parsed<Resume>("vCont;S0b:65b;C11:-1;c:1;c").actions;
        QVERIFY(mixed.size() == 4 && mixed[0].step && mixed[0].signal == 11 &&
                mixed[0].thread == util::ThreadId(0x65b));
        QVERIFY(!mixed[1].thread && mixed[1].signal == 17 && mixed[2].thread == util::ThreadId(1));
        QVERIFY(parsed<Resume>("s;thread:2;").actions[0].step);
        QCOMPARE(parsed<Resume>("C0a").actions[0].signal, 10);
    }

    void transfers()
    {
        const auto asked = parsed<Transfer>("qXfer:features:read:target.xml:0,fff");
        QCOMPARE(asked.object, std::string("features"));
        QCOMPARE(asked.annex, std::string("target.xml"));
        QVERIFY(asked.offset == 0 && asked.size == 0xfff);
        QCOMPARE(parsed<Transfer>("qXfer:auxv:read::10,20").annex, std::string());
    }

    void signalsThatArePassed()
    {
        QCOMPARE(parsed<PassSignals>("QPassSignals:0e;10;1").numbers, (std::vector<int>{14, 16, 1}));
        QVERIFY(parsed<PassSignals>("QPassSignals:").numbers.empty());
    }

    void whatIsNoRequest_data()
    {
        QTest::addColumn<QString>("payload");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char* payload, const char* kind) { QTest::newRow(payload) << payload << kind; };
        for (const char* unknown :
             {"", "qCRC:1", "vRun;61", "jModulesInfo:", "!", "Qgdb", "qXfer:siginfo:write::0,1", "_x1"})
            row(unknown, "unknown");
        for (const char* broken : {"m",
                                   "mx",
                                   "m1",
                                   "m1,",
                                   "m1,2x",
                                   "x1,fffffffffffffffff",
                                   "M1,2:61",
                                   "M1,1:6g",
                                   "M1:61",
                                   "p",
                                   "pg",
                                   "p1;thread:;",
                                   "p1x",
                                   "P1",
                                   "P1=0",
                                   "P1=00x",
                                   "Z5,1,1",
                                   "Z0",
                                   "Z0,1",
                                   "Z0,1,1;X1,00",
                                   "vCont;",
                                   "vCont",
                                   "vCont;q",
                                   "vCont;c:",
                                   "vCont;Cxx",
                                   "Cg",
                                   "QPassSignals:g",
                                   "QPassSignals:100",
                                   "QPassSignals:1,2",
                                   "Tx",
                                   "D1",
                                   "qXfer:auxv:read::0",
                                   "qXfer:auxv:read::,1",
                                   "_M",
                                   "_M1,q",
                                   "_m",
                                   "QRestoreRegisterState:x",
                                   "qThreadStopInfo",
                                   "qMemoryRegionInfo:x"})
            row(broken, "broken");
    }
    void whatIsNoRequest()
    {
        QFETCH(QString, payload);
        QTEST(kindOf(payload.toStdString()), "kind");
    }

    void everyBeginningOfARequestIsRead()
    {
        for (const std::string whole : {"vCont;S0b:65b;C11:-1;c", "qXfer:features:read:target.xml:0,fff", "M10,2:6162",
                                        "QRestoreRegisterState:12;thread:3;", "P10=00ff;thread:1;", "_M1000,rwx"}) {
            for (std::size_t size = 0; size <= whole.size(); ++size)
                static_cast<void>(parseRequest(std::string_view(whole).substr(0, size)));
            QVERIFY(kindOf(whole) != "broken" && kindOf(whole) != "unknown");
        }
    }

    void escapesComeBack()
    {
        std::string all;
        for (int byte = 0; byte < 256; ++byte)
            all += static_cast<char>(byte);
        QCOMPARE(unescaped(escaped(all)), all);
        QVERIFY(escaped(all).find('#') == std::string::npos && escaped(all).find('$') == std::string::npos);
        QCOMPARE(unescaped("ab}"), std::string("ab"));
    }
};

DBGR_TEST(TestRspRequest);

} // namespace tst_rsp_request

#include "tst_rsp_request.moc"
