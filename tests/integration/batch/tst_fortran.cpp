// SPDX-License-Identifier: GPL-3.0-or-later
// A Fortran job: procedures by the names of the program, values of all kinds in all ranks, conditions on them. LLDB
// knows nothing of the language; core/values does.
#include "tests/support/batch/batch_run.h"
#include "tests/support/corefile/core_maker.h"
#include "tests/support/keeper/processor_watches.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

#include <utility>

namespace tst_fortran {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

constexpr int kRanks = 3;

/// "0-1: 1.5, 2: 2.5" of a reply to print.
QString groups(const QJsonObject& reply)
{
    QStringList texts;
    for (const QJsonValue& value : reply["values"].toArray()) {
        const QJsonObject group = value.toObject();
        texts += group["ranks"].toString() + ": " +
                 (group.contains("problem") ? "<" + group["problem"].toString() + ">" : group["value"].toString());
    }
    return texts.join("; ");
}

/// The first line of the program that has the text.
int lineWith(const char* text)
{
    QFile source(DBGR_HEAT);
    if (!source.open(QIODevice::ReadOnly))
        return 0;
    for (int line = 1; !source.atEnd(); ++line) {
        if (source.readLine().contains(text))
            return line;
    }
    return 0;
}

} // namespace

class TestFortran : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void procedures_data();
    void procedures();
    void values();
    void conditions();
    void stepsEndAtConditionsThatAreFalse();
    void elementsAreWatched();
    void whatCannotBe();
    void optimised();
    void attached();
    void coreFiles();
};

void TestFortran::procedures_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shown");
    QTest::newRow("a module's") << "relax"
                                << "field_mod::relax";
    QTest::newRow("in any case") << "RELAX"
                                 << "field_mod::relax";
    QTest::newRow("with its module") << "field_mod::relax"
                                     << "field_mod::relax";
    QTest::newRow("contained") << "report"
                               << "relax::report";
    QTest::newRow("contained, with its host") << "relax::report"
                                              << "relax::report";
    QTest::newRow("contained, with all around it") << "field_mod::relax::report"
                                                   << "relax::report";
    QTest::newRow("external") << "external_one"
                              << "external_one";
    QTest::newRow("as the linker calls it") << "__field_mod_MOD_relax"
                                            << "field_mod::relax";
}

void TestFortran::procedures()
{
    QFETCH(QString, name);
    BatchRun run;
    run.commands({"break " + name, "continue", "where"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    const QJsonObject stop = run.events("stopped").value(0);
    QTEST(stop["frame"].toObject()["function"].toString(), "shown");
    const QByteArray where = QJsonDocument(run.replies("where").value(0)).toJson();
    QVERIFY2(where.contains("\"heat\""), run.transcript()); // the main program by its own name
}

void TestFortran::values()
{
    const QList<std::pair<QString, QString>> rows{
        {"f%nx", "0-2: 4"},
        {"F%U(1,0)", "0: 1; 1: 1.5; 2: 2"},
        {"f%u(2,:)", "0: (2, 2, 2); 1: (2.5, 2.5, 2.5); 2: (3, 3, 3)"},
        {"sum(f%u)", "0: 30; 1: 36; 2: 42"},
        {"f%label", "0: 'rank 0'; 1: 'rank 1'; 2: 'rank 2'"},
        {"f%never", "0-2: <not allocated>"},
        {"allocated(f%never)", "0-2: .false."},
        {"present(offset)", "0-2: .false."},
        {"offset", "0-2: <not present>"},
        {"omega*2 + f%nx", "0-2: 5"},
        {"shape(f%u)", "0-2: (4, 3)"},
        {"lbound(f%u,2)", "0-2: 0"},
        {"f%label // '!'", "0: 'rank 0!'; 1: 'rank 1!'; 2: 'rank 2!'"},
        {"field_mod::steps", "0-2: 1"},
        {"mod(f%nx, 3) == 1 .and. .not. .false.", "0-2: .true."},
        {"wide(4999:5000)", "0-1: (1.5, 1.5); 2: (1.5, 2.5)"},
        {"maxval(wide)", "0-1: 1.5; 2: 2.5"},
    };
    BatchRun run;
    run.option({"--keep-going"}).commands({"break report", "continue", "up"});
    for (const auto& [expression, wanted] : rows)
        run.commands({"print " + expression});
    run.commands({"print wide"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    for (int i = 0; i < rows.size(); ++i) {
        const QString found = groups(run.replies("print").value(i));
        QVERIFY2(found == rows[i].second, (rows[i].first + " is " + found).toUtf8() + "\n" + run.transcript());
    }
    // Of 5,000 elements the last one differs, which no text shows.
    const QJsonArray wide = run.replies("print").value(rows.size())["values"].toArray();
    QCOMPARE(wide.size(), 2);
    QCOMPARE(wide[0].toObject()["ranks"].toString(), QString("0-1"));
}

void TestFortran::conditions()
{
    BatchRun run;
    run.commands({"break relax if STEPS == 2", "continue", "print steps", "print f%u(1,1)"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    QCOMPARE(groups(run.replies("print").value(0)), QString("0-2: 2"));
    QCOMPARE(run.replies("continue").value(0)["stopped"].toString(), QString("0-2"));
}

/// A step is not over because of a condition that is false, nor does the rank run away at one where the step ends.
void TestFortran::stepsEndAtConditionsThatAreFalse()
{
    const auto at = [](const char* text) { return "mpi_heat.f90:" + QString::number(lineWith(text)); };
    const QString never = " if steps == 99";
    BatchRun run;
    run.commands({"break " + at("steps = steps + 1"), "break " + at("call report(") + never,
                  "break " + at("seen = steps + i") + never, "continue", "next", "next", "delete 1", "break relax",
                  "continue", "delete 4", "delete 2", "break " + at("call report("), "continue", "step", "finish"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    QStringList stops;
    for (const QJsonObject& stop : run.events("stopped")) {
        const QString words =
            stop["reason"].toString() + " " + QString::number(stop["frame"].toObject()["line"].toInt());
        if (stops.isEmpty() || stops.back() != words) // ranks may come one after the other
            stops += words;
    }
    const QStringList wanted{"breakpoint " + QString::number(lineWith("steps = steps + 1")),
                             "step " + QString::number(lineWith("call report(")),
                             "step " + QString::number(lineWith("if (present(offset))")),
                             "breakpoint " + QString::number(lineWith("i = 0")),
                             "breakpoint " + QString::number(lineWith("call report(")),
                             "step " + QString::number(lineWith("seen = steps + i"))};
    QVERIFY2(stops.mid(0, wanted.size()) == wanted, stops.join("\n").toUtf8() + "\n" + run.transcript());
}

void TestFortran::elementsAreWatched()
{
    if (!dbgr::test::processorWatches())
        QSKIP(dbgr::test::kWatchesNothing);
    BatchRun run;
    run.commands(
        {"break relax", "continue", "next", "watch f%u(2,2)", "delete 1", "continue", "print f%u(2,2)", "kill"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    const QJsonObject stop = run.events("stopped").last();
    QVERIFY2(stop["reason"] == "watchpoint" && stop["description"] == "f%u(2,2)", run.transcript());
    const QJsonArray now = run.replies("print").value(0)["values"].toArray();
    for (const QJsonValue& change : stop["watched"].toArray()) {
        const bool isThere = std::any_of(now.begin(), now.end(), [&](const QJsonValue& value) {
            return value["ranks"] == change["ranks"] && value["value"] == change["after"];
        });
        QVERIFY2(isThere && change["before"] != change["after"], run.transcript());
    }
    QVERIFY2(!stop["watched"].toArray().isEmpty(), run.transcript());
}

void TestFortran::whatCannotBe()
{
    BatchRun run;
    run.option({"--keep-going"});
    run.commands({"break external_one if steps ==", "break relax if nosuch > 1", "delete 2", "break report", "continue",
                  "print nonsense", "print f%nonsense", "print g%u(9,9)", "print g%u(", "print 1/0"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    QVERIFY2(run.transcript().contains("an expression is expected behind '=='"), run.transcript());
    QVERIFY2(run.transcript().contains("no variable is called nosuch here"),
             run.transcript()); // before anybody is there
    QCOMPARE(groups(run.replies("print").value(0)), QString("0-2: <no variable is called nonsense here>"));
    QCOMPARE(groups(run.replies("print").value(2)), QString("0-2: <subscript 9 is outside of 1:4>"));
    QCOMPARE(groups(run.replies("print").value(4)), QString("0-2: <division by zero>"));
}

void TestFortran::optimised()
{
    BatchRun run;
    run.option({"--keep-going"});
    run.commands({"break relax", "continue", "print omega", "print f%nx", "print j", "up", "print rank"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O2"));
    QCOMPARE(run.exitStatus(), 137);
    const QStringList wanted{"0-2: 0.5", "0-2: 4", "0-2: <optimised out>", "0: 0; 1: 1; 2: 2"};
    for (int i = 0; i < wanted.size(); ++i)
        QVERIFY2(groups(run.replies("print").value(i)) == wanted[i], run.transcript());
}

void TestFortran::attached()
{
    QFETCH_GLOBAL(QString, launcher);
    QTemporaryDir folder;
    QProcess job;
    job.setProcessEnvironment(dbgr::test::jobEnvironment(folder.path()));
    const QString path = launcher == "dbgrun" ? builtProgram(launcher) : dbgr::test::openMpi5Bin() + "/" + launcher;
    job.start(path, {"-n", QString::number(kRanks), builtProgram("debuggees/mpi_heat_O0"), "wait"});
    QByteArray output;
    QVERIFY(QTest::qWaitFor([&] { return (output += job.readAllStandardOutput()).count("waiting") == kRanks; }, 60000));
    BatchRun run;
    run.option({"--attach", QString::number(job.processId())});
    run.commands({"print g%label", "print f%u(1,0)", "kill"});
    run.startCommand({});
    QVERIFY2(run.exitStatus() == 137, run.transcript());
    QCOMPARE(groups(run.replies("print").value(0)), QString("0: 'rank 0'; 1: 'rank 1'; 2: 'rank 2'"));
    QCOMPARE(groups(run.replies("print").value(1)), QString("0: 1; 1: 1.5; 2: 2"));
    job.waitForFinished(30000);
}

void TestFortran::coreFiles()
{
    QFETCH_GLOBAL(QString, launcher);
    QTemporaryDir folder;
    QProcess job;
    QProcessEnvironment environment = dbgr::test::jobEnvironment(folder.path());
    environment.insert("TAKE_CORES", QString::number(kRanks));
    job.setProcessEnvironment(environment);
    job.setProcessChannelMode(QProcess::MergedChannels);
    const QString path = launcher == "dbgrun" ? builtProgram(launcher) : dbgr::test::openMpi5Bin() + "/" + launcher;
    const QString program = builtProgram("debuggees/mpi_heat_O0");
    job.start(path,
              QStringList{"-n", QString::number(kRanks)} + dbgr::test::takingCore(folder.path(), {program, "crash"}));
    QVERIFY(job.waitForFinished(120000));
    BatchRun run;
    run.option({"--core", folder.filePath("core.*")});
    run.commands({"print g%label", "print sum(wide)", "where"});
    run.startCommand({program});
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    QCOMPARE(groups(run.replies("print").value(0)), QString("0: 'rank 0'; 1: 'rank 1'; 2: 'rank 2'"));
    QCOMPARE(groups(run.replies("print").value(1)), QString("0-1: 7500; 2: 7501"));
    QVERIFY2(QJsonDocument(run.replies("where").value(0)).toJson().contains("relax::report"), run.transcript());
}

DBGR_TEST(TestFortran, QCoreApplication);

} // namespace tst_fortran

#include "tst_fortran.moc"
