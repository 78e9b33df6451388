// SPDX-License-Identifier: GPL-3.0-or-later
// Values of a real job: changed, taken back, shown in other formats and part by part; types and names described.
#include "tests/support/batch/batch_run.h"
#include "tests/support/corefile/core_maker.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <utility>

namespace tst_assign {

using dbgr::test::BatchRun;
using dbgr::test::builtProgram;

namespace {

constexpr int kRanks = 3;

/// "0-1: 1 -> 2; 2: <why>"
QString changes(const QJsonObject& reply)
{
    QStringList texts;
    for (const QJsonValue& value : reply["changes"].toArray()) {
        const QJsonObject group = value.toObject();
        texts += group["ranks"].toString() + ": " +
                 (group.contains("problem") ? "<" + group["problem"].toString() + ">"
                                            : group["before"].toString() + " -> " + group["after"].toString());
    }
    return texts.join("; ");
}

/// "0-1: 1.5; 2: 2.5"
QString valuesOf(const QJsonObject& reply)
{
    QStringList texts;
    for (const QJsonValue& value : reply["values"].toArray()) {
        const QJsonObject group = value.toObject();
        texts += group["ranks"].toString() + ": " +
                 (group.contains("problem") ? "<" + group["problem"].toString() + ">" : group["value"].toString());
    }
    return texts.join("; ");
}

QJsonObject firstOf(const QJsonObject& reply, const char* list)
{
    return reply[list].toArray().at(0).toObject();
}

QStringList namesOf(const QJsonObject& reply)
{
    QStringList names;
    for (const QJsonValue& one : firstOf(reply, "descriptions")["names"].toArray())
        names += one.toObject()["name"].toString();
    return names;
}

} // namespace

class TestAssign : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void fortran();
    void theProgramSeesIt();
    void whatCannotBeIsAFailure();
    void undoIsForRanksThatStand();
    void conditionsSeeIt();
    void optimised();
    void coreFilesStay();
    void recordedAndDoneAgain();
    void formatsAndLimits();
    void partByPart();
    void typesAndNames();
};

void TestAssign::fortran()
{
    const QList<std::pair<QString, QString>> rows{
        {"f%nx = f%nx * 10", "0-2: 4 -> 40"},
        {"F%U(1,0) = 0.25d0", "0: 1 -> 0.25; 1: 1.5 -> 0.25; 2: 2 -> 0.25"},
        {"f%u(2,:) = -1",
         "0: (2, 2, 2) -> (-1, -1, -1); 1: (2.5, 2.5, 2.5) -> (-1, -1, -1); 2: (3, 3, 3) -> (-1, -1, -1)"},
        {"f%label = 'new'", "0: 'rank 0' -> 'new   '; 1: 'rank 1' -> 'new   '; 2: 'rank 2' -> 'new   '"},
        {"steps = steps + 41", "0-2: 1 -> 42"},
        {"field_mod::mode = 'quiet'", "0-2: '        ' -> 'quiet   '"},
        {"wide(4999:5000) = 0", "0-1: (1.5, 1.5) -> (0, 0); 2: (1.5, 2.5) -> (0, 0)"},
        {"i = 2147483648_8", "0-2: <the number does not fit: integer(kind=4) has 32 bits, one of them the sign>"},
        {"f%label = 'seven c'", "0-2: <the text has 7 characters, and there is room for 6>"},
        {"f%never = 1", "0-2: <not allocated>"},
        {"offset = 1", "0-2: <not present>"},
        {"f = 1", "0-2: <a whole field cannot be changed to that: name one of its components>"},
        {"nonsense = 1", "0-2: <no variable is called nonsense here>"},
        {"sum(f%u) = 1", "0-2: <only a variable can be changed, and this was computed>"},
    };
    BatchRun run;
    run.option({"--keep-going"}).commands({"break report", "continue", "up"});
    for (const auto& [command, wanted] : rows)
        run.commands({"set " + command});
    run.commands({"print sum(wide)", "focus 1", "set steps = 7", "focus all", "print steps"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    const auto sets = run.replies("set");
    for (int i = 0; i < rows.size(); ++i)
        QVERIFY2(changes(sets.value(i)) == rows[i].second,
                 (rows[i].first + ": " + changes(sets.value(i))).toUtf8() + "\n" + run.transcript());
    QCOMPARE(valuesOf(run.replies("print").value(0)), QString("0-2: 7497"));
    QCOMPARE(valuesOf(run.replies("print").value(1)), QString("0,2: 42; 1: 7"));
}

/// The program computes with what was set.
void TestAssign::theProgramSeesIt()
{
    BatchRun run;
    run.option({"--stop=exec"}); // it is no MPI program
    run.commands({"break look",
                  "continue",
                  "up",
                  "set number = 11",
                  "set byte = 200",
                  "set real = 2.5",
                  "set truth = true",
                  "set letter = 'q'",
                  "set text = \"seven c\"",
                  "set many[0] = 9",
                  "set *pointer = 8",
                  "set reference = 7",
                  "set colour = Blue",
                  "set size = shop::Size::Large",
                  "set flags.low = 5",
                  "set flags.mid = -16",
                  "set flags.on = true",
                  "set either.number = 12",
                  "set list[1] = 21",
                  "set shop::stock = 33",
                  "delete all",
                  "continue"});
    run.start(1, builtProgram("debuggees/assign"));
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    const QString output = run.output(0);
    QVERIFY2(output.contains("11 200 2.5 1 q seven c 9 3 7 8"), run.transcript());
    QVERIFY2(output.contains("-1 1 5 -16 1 99 12 21 name 33 word"), run.transcript());
}

void TestAssign::whatCannotBeIsAFailure()
{
    BatchRun run;
    run.option({"--stop=exec"}); // it is no MPI program
    run.commands({"break look", "continue", "up", "set kConstant = 1", "print number"});
    run.start(1, builtProgram("debuggees/assign"));
    QCOMPARE(run.exitStatus(), 123);
    QVERIFY2(changes(run.replies("set").value(0)).contains("read-only"), run.transcript());
    QVERIFY(run.replies("print").isEmpty());
}

void TestAssign::undoIsForRanksThatStand()
{
    BatchRun run;
    run.option({"--keep-going"});
    run.commands({"undo", "break report", "continue", "up", "set f%u(:,1) = 0", "set steps = 5", "undo", "undo",
                  "print f%u(:,1)", "print steps", "set steps = 9", "focus 0", "continue", "focus all", "undo",
                  "print steps"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    const auto undos = run.replies("undo");
    QCOMPARE(undos.size(), 3); // the first one had nothing to do
    QCOMPARE(changes(undos[0]), QString("0-2: 5 -> 1"));
    QVERIFY2(changes(undos[1]).contains("(0, 0, 0, 0) -> (1, 2, 3, 4)"), run.transcript());
    QCOMPARE(valuesOf(run.replies("print").value(1)), QString("0-2: 1"));
    QCOMPARE(changes(undos[2]), QString("1-2: 9 -> 1")); // rank 0 has run since
    QCOMPARE(undos[2]["failures"].toArray().at(0).toObject()["ranks"].toString(), QString("0"));
}

void TestAssign::conditionsSeeIt()
{
    BatchRun run;
    run.commands({"break relax", "continue", "delete 1", "break report if steps == 100", "set steps = 99", "continue",
                  "print steps"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    QVERIFY2(valuesOf(run.replies("print").value(0)) == "0-2: 100", run.transcript());
}

void TestAssign::optimised()
{
    BatchRun run;
    run.option({"--keep-going"})
        .commands({"break relax", "continue", "print j", "set j = 3", "set f%nx = 2", "print f%nx"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O2"));
    QCOMPARE(run.exitStatus(), 137);
    QVERIFY2(changes(run.replies("set").value(0)).startsWith("0-2: <"), run.transcript());
    QCOMPARE(changes(run.replies("set").value(1)), QString("0-2: 4 -> 2"));
    QCOMPARE(valuesOf(run.replies("print").value(1)), QString("0-2: 2"));
}

void TestAssign::coreFilesStay()
{
    QFETCH_GLOBAL(QString, launcher);
    QTemporaryDir folder;
    QProcess job;
    QProcessEnvironment environment = dbgr::test::jobEnvironment(folder.path());
    environment.insert("TAKE_CORES", "1");
    job.setProcessEnvironment(environment);
    job.setProcessChannelMode(QProcess::MergedChannels);
    const QString path = launcher == "dbgrun" ? builtProgram(launcher) : dbgr::test::openMpi5Bin() + "/" + launcher;
    const QString program = builtProgram("debuggees/mpi_heat_O0");
    job.start(path, QStringList{"-n", "1"} + dbgr::test::takingCore(folder.path(), {program, "crash"}));
    QVERIFY(job.waitForFinished(120000));
    BatchRun run;
    run.option({"--keep-going", "--core", folder.filePath("core.*")});
    run.commands({"print steps", "set steps = 3", "print steps", "ptype steps"});
    run.startCommand({program});
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    QVERIFY2(run.transcript().contains("a core file cannot be changed"), run.transcript());
    QCOMPARE(valuesOf(run.replies("print").value(1)), valuesOf(run.replies("print").value(0)));
}

void TestAssign::recordedAndDoneAgain()
{
    QTemporaryDir folder;
    const QString script = folder.filePath("script");
    BatchRun run;
    run.option({"--record", script});
    run.commands({"break report", "continue", "up", "set f%nx = 3", "set steps = 4", "undo", "print f%nx"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    QFile file(script);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.contains("set f%nx = 3\n") && text.contains("undo\n") && !text.contains("print"), text);
    QFile again(script);
    QVERIFY(again.open(QIODevice::Append));
    again.write("print f%nx\nprint steps\n");
    again.close();
    BatchRun second;
    second.option({"-x", script});
    second.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QVERIFY2(second.exitStatus() >= 0, second.transcript());
    QVERIFY2(valuesOf(second.replies("print").value(0)) == "0-2: 3", text + second.transcript());
    QCOMPARE(valuesOf(second.replies("print").value(1)), QString("0-2: 1"));
}

void TestAssign::formatsAndLimits()
{
    BatchRun run;
    run.option({"--keep-going"});
    run.commands({"break report", "continue", "up", "print/x f%nx", "p/t f%nx", "print --elements 2 wide", "print wide",
                  "print --depth 1 f", "set f%nx = -1", "print/x f%nx", "print/q f%nx"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    const auto prints = run.replies("print");
    QCOMPARE(valuesOf(prints.value(0)), QString("0-2: 0x4"));
    QCOMPARE(valuesOf(prints.value(1)), QString("0-2: 0b100"));
    QVERIFY2(valuesOf(prints.value(2)).startsWith("0-1: (1.5, 1.5, ... (4998 more))"), run.transcript());
    QVERIFY2(valuesOf(prints.value(3)).contains("more)"), run.transcript());
    QVERIFY2(valuesOf(prints.value(4)).contains("(...)"), run.transcript());
    QCOMPARE(valuesOf(prints.value(5)), QString("0-2: 0xffffffff"));
    QVERIFY2(run.transcript().contains("'/q' is none of /x (hexadecimal)"), run.transcript());
}

void TestAssign::partByPart()
{
    BatchRun run;
    run.commands({"break report", "continue", "up", "print f", "print 1 + 1"});
    run.start(1, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    const QJsonObject tree = firstOf(run.replies("print").value(0), "values")["tree"].toObject();
    QCOMPARE(tree["kind"].toString(), QString("record"));
    const QJsonArray members = tree["members"].toArray();
    const auto member = [&](const char* name) {
        for (const QJsonValue& one : members) {
            if (one.toObject()["name"].toString() == name)
                return one.toObject();
        }
        return QJsonObject();
    };
    QCOMPARE(member("nx")["kind"].toString(), QString("integer"));
    QCOMPARE(member("nx")["value"].toString(), QString("4"));
    QCOMPARE(member("u")["kind"].toString(), QString("array"));
    QCOMPARE(QJsonDocument(member("u")["bounds"].toArray()).toJson(QJsonDocument::Compact),
             QByteArray("[[1,4],[0,2]]"));
    QCOMPARE(member("u")["elements"].toArray().size(), 12);
    QCOMPARE(member("u")["elements"].toArray().at(1).toObject()["value"].toString(), QString("2"));
    QCOMPARE(member("never")["state"].toString(), QString("not allocated"));
    QCOMPARE(member("label")["kind"].toString(), QString("text"));
    QCOMPARE(firstOf(run.replies("print").value(1), "values")["tree"].toObject()["value"].toString(), QString("2"));
}

void TestAssign::typesAndNames()
{
    BatchRun run;
    run.option({"--keep-going"});
    run.commands({"break report", "continue", "up", "ptype f", "ptype type(field)", "whatis f%u", "whatis f%nx * 2",
                  "ptype nonsense", "info globals steps", "info modules", "info types FIELD", "info functions report",
                  "info sources heat"});
    run.start(kRanks, builtProgram("debuggees/mpi_heat_O0"));
    QCOMPARE(run.exitStatus(), 137);
    const auto ptypes = run.replies("ptype");
    const QJsonObject field = firstOf(ptypes.value(0), "descriptions");
    QCOMPARE(field["ranks"].toString(), QString("0-2"));
    QVERIFY2(field["text"].toString().startsWith("type(field)"), run.transcript());
    QCOMPARE(namesOf(ptypes.value(0)), (QStringList{"nx", "u", "label", "never"}));
    const QJsonObject u = field["names"].toArray().at(1).toObject();
    QCOMPARE(u["type"].toString(), QString("real(kind=8), allocatable (:,:)"));
    QCOMPARE(u["offset"].toInt(), 8);
    QCOMPARE(namesOf(ptypes.value(1)), (QStringList{"nx", "u", "label", "never"}));
    QVERIFY2(firstOf(run.replies("whatis").value(0), "descriptions")["text"].toString().contains("(4,0:2)"),
             run.transcript());
    QCOMPARE(firstOf(run.replies("whatis").value(1), "descriptions")["text"].toString(), QString("integer(kind=4)"));
    QVERIFY2(firstOf(ptypes.value(2), "descriptions")["problem"].toString().contains("nonsense"), run.transcript());
    QCOMPARE(firstOf(run.replies("info globals").value(0), "descriptions")["ranks"].toString(), QString("0"));
    QVERIFY2(namesOf(run.replies("info globals").value(0)).contains("field_mod::steps"), run.transcript());
    QVERIFY2(namesOf(run.replies("info modules").value(0)).contains("field_mod"), run.transcript());
    QVERIFY2(namesOf(run.replies("info types").value(0)).contains("field_mod::field"), run.transcript());
    QVERIFY2(namesOf(run.replies("info functions").value(0)).first().endsWith("::report"), run.transcript());
    QVERIFY2(namesOf(run.replies("info sources").value(0)).first().endsWith("/mpi_heat.f90"), run.transcript());
}

DBGR_TEST(TestAssign, QCoreApplication);

} // namespace tst_assign

#include "tst_assign.moc"
