// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/guard/stop_reply.h"
#include "util/string_util.h"

#include <QTest>

using namespace dbgr;
using namespace dbgr::daemon;

namespace {

std::string infos(const std::string& json)
{
    return "jstopinfo:" + util::toHex(json) + ";";
}

const std::string kOne = infos(R"([{"name":"a","reason":"breakpoint","signal":5,"tid":1},{"name":"a","tid":2}])");
const std::string kTwo = infos(R"([{"reason":"breakpoint","tid":1},{"reason":"signal","tid":2}])");

} // namespace

class TestStopReply : public QObject
{
    Q_OBJECT

private slots:
    void aLoneTrapHasItsThreadAndPlace()
    {
        const auto trap = loneTrapOf("T05thread:pa.b;threads:a,b;" + kOne +
                                     "thread-pcs:0000000000001000,0000000000002060;10:00;reason:breakpoint;");
        QVERIFY(trap);
        QCOMPARE(trap->thread, "pa.b");
        QCOMPARE(trap->pc, 0x2060U);
    }

    void otherStopsAreNone_data()
    {
        QTest::addColumn<QString>("payload");
        const QString tail = "threads:a,b;thread-pcs:1,2;";
        QTest::newRow("signal") << "T0bthread:a;reason:signal;" + tail;
        QTest::newRow("step") << "T05thread:a;reason:trace;" + tail;
        QTest::newRow("two reasons") << "T05thread:a;reason:breakpoint;" + tail + QString::fromStdString(kTwo);
        QTest::newRow("several threads, no reasons") << "T05thread:a;reason:breakpoint;" + tail;
        QTest::newRow("reasons that are no hex") << "T05thread:a;reason:breakpoint;jstopinfo:xyz;" + tail;
        QTest::newRow("no places") << "T05thread:a;reason:breakpoint;threads:a;";
        QTest::newRow("fewer places") << "T05thread:a;reason:breakpoint;threads:a;thread-pcs:;";
        QTest::newRow("another thread") << "T05thread:c;reason:breakpoint;threads:a;thread-pcs:1;";
        QTest::newRow("exit") << "W00";
        QTest::newRow("nothing") << "";
    }
    void otherStopsAreNone()
    {
        QFETCH(QString, payload);
        QVERIFY(!loneTrapOf(payload.toStdString()));
    }

    void theEndOfAStepIsThatThreadsAlone()
    {
        QVERIFY(isEndOfStep("T05thread:a;threads:a;reason:trace;", "a"));
        QVERIFY(!isEndOfStep("T05thread:b;threads:b;reason:trace;", "a"));
        QVERIFY(!isEndOfStep("T13thread:a;threads:a;reason:signal;", "a"));
        QVERIFY(!isEndOfStep("T05thread:a;threads:a,b;reason:trace;" + kTwo, "a"));
    }

    void newsOfLibrariesIsAKeyOfItsOwn()
    {
        QCOMPARE(withLibraryNews("T05thread:a;reason:trace;"), "T05thread:a;reason:trace;library:1;");
        QCOMPARE(withLibraryNews("T05thread:a"), "T05thread:a;library:1;");
        QCOMPARE(withLibraryNews("T05"), "T05library:1;");
    }

    void onlyResumesOfOneKindAreRepeated_data()
    {
        QTest::addColumn<QString>("resume");
        QTest::addColumn<QString>("again");
        QTest::newRow("c") << "c"
                           << "c";
        QTest::newRow("signal") << "C05"
                                << "c";
        QTest::newRow("all") << "vCont;c"
                             << "vCont;c";
        QTest::newRow("one") << "vCont;c:pa.b"
                             << "vCont;c:pa.b";
        QTest::newRow("signals") << "vCont;C0b:a;c:b"
                                 << "vCont;c:a;c:b";
        QTest::newRow("step") << "vCont;s:a"
                              << "";
        QTest::newRow("step and go") << "vCont;s:a;c"
                                     << "";
        QTest::newRow("s") << "s"
                           << "";
    }
    void onlyResumesOfOneKindAreRepeated()
    {
        QFETCH(QString, resume);
        QFETCH(QString, again);
        QCOMPARE(repeatable(resume.toStdString()).value_or(""), again.toStdString());
    }

    void aLoneStepIsOneThreads()
    {
        QVERIFY(isLoneStep("vCont;s:a"));
        QVERIFY(!isLoneStep("vCont;s:a;c"));
        QVERIFY(!isLoneStep("vCont;s"));
        QVERIFY(!isLoneStep("c"));
    }
};

QTEST_APPLESS_MAIN(TestStopReply)
#include "tst_stop_reply.moc"
