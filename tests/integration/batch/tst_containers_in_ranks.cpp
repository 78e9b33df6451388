// SPDX-License-Identifier: GPL-3.0-or-later
// The objects at which LLDB has crashed while it showed them (std::unique_ptr of several kinds), and all others of the
// C++ library, in a session that lives: each is asked for by the ways that lead to LLDB, too. Whatever that does, the
// session goes on, its breakpoints stand, and the ranks run to their end.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

namespace tst_containers_in_ranks {

using dbgr::test::BatchRun;

namespace {

/// All global objects of the program.
QStringList names()
{
    QFile source(DBGR_CONTAINERS);
    if (!source.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression object(R"((\w+)(?:\[\d+\])?(?:\{.*|\(\d+\)| = .*)?; // -> )");
    QStringList all;
    for (const QByteArray& line : source.readAll().split('\n'))
        if (const auto match = object.match(QString::fromUtf8(line)); match.hasMatch())
            all += match.captured(1);
    return all;
}

/// A reply, or the words of a refusal.
QString answer(BatchRun& run, const QString& command)
{
    run.type(command);
    const QJsonObject said =
        run.waitFor([](const QJsonObject& o) { return o["reply"] == "print" || o["event"] == "error"; });
    const QJsonArray values = said["values"].toArray();
    if (values.isEmpty())
        return said["detail"].toString();
    const QString problem = values[0]["problem"].toString();
    return problem.isEmpty() ? values[0]["value"].toString() : problem;
}

} // namespace

class TestContainersInRanks : public QObject
{
    Q_OBJECT

private slots:
    void aSessionOutlivesWhatLldbMakesOfThem_data()
    {
        QTest::addColumn<QString>("level");
        QTest::newRow("-O0") << "-O0";
        QTest::newRow("-O1") << "-O1";
    }
    void aSessionOutlivesWhatLldbMakesOfThem()
    {
        QFETCH(QString, level);
        const QStringList objects = names();
        QVERIFY2(objects.size() > 100, qPrintable(QString::number(objects.size())));
        BatchRun run;
        const QString program = run.folder() + "/containers";
        QCOMPARE(QProcess::execute(DBGR_TEST_CXX, {"-g", level, "-w", "-std=c++20", DBGR_CONTAINERS, "-o", program}),
                 0);
        run.option({"--stop=exec", "--keep-going"});
        run.startCommand({"dbgrun", "-n", "2", program});
        run.type("break puts");
        run.type("continue");
        QCOMPARE(run.waitForReply("continue", 60000)["stopped"].toString(), QString("0-1"));
        for (const QString& object : objects) {
            QVERIFY2(!answer(run, "print " + object).isEmpty(), run.transcript());
            QVERIFY2(!answer(run, "print static_cast<decltype(" + object + ")&>(" + object + ")").isEmpty(),
                     run.transcript());
            // Of functions the reader knows those that are only a look; the rest is LLDB's to call, and to show.
            QVERIFY2(!answer(run, "print std::addressof(" + object + ")").isEmpty(), run.transcript());
            QVERIFY2(!answer(run, "print " + object + ", " + object).isEmpty(), run.transcript());
        }
        for (const QString pointer : {"uInt", "uArray", "uClosed", "uVoid", "uShape", "uShared", "uMany[0]"})
            QVERIFY2(!answer(run, "print " + pointer + ".get()").isEmpty(), run.transcript());
        QCOMPARE(answer(run, "print *uInt"), QString("5"));
        QVERIFY2(run.events("lost").isEmpty(), run.transcript());
        run.type("eof all");
        run.type("continue");
        QCOMPARE(run.waitForEvent("ended", 60000)["status"].toInt(-1), 0);
        run.closeInput();
        QVERIFY2(run.exitStatus() >= 0, run.transcript());
        const qsizetype deaths = run.events("warning").size();
        if (deaths > 0)
            qInfo("LLDB's process ended %d times", static_cast<int>(deaths));
    }
};

DBGR_TEST(TestContainersInRanks, QCoreApplication);

} // namespace tst_containers_in_ranks

#include "tst_containers_in_ranks.moc"
