// SPDX-License-Identifier: GPL-3.0-or-later
// `dbgr doctor`, run for real: on this machine as it is, with something of it really broken, and on other nodes, which
// are this one behind another program in ssh's or srun's place.
#include "tests/support/batch/job_environment.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_doctor {

using namespace dbgr::test;

namespace {

struct Visit
{
    int status = -1;
    QByteArray output;
    QList<QJsonObject> lines;

    /// What was said of it; an empty object if nothing was.
    [[nodiscard]] QJsonObject finding(const QString& check, const QString& node = {}) const
    {
        for (const QJsonObject& line : lines)
            if (line["check"] == check && (node.isEmpty() || line["node"] == node))
                return line;
        return {};
    }
};

class Patient
{
public:
    Patient() : m_environment(jobEnvironment(m_folder.path())) {}

    Patient& environment(const char* name, const QString& value)
    {
        m_environment.insert(name, value);
        return *this;
    }
    /// A program of this name is found before all others.
    Patient& program(const QString& name, const QByteArray& script)
    {
        writeScript(m_folder.filePath(name), "#!/bin/sh\n" + script);
        m_environment.insert("PATH", m_folder.path() + ":" + m_environment.value("PATH"));
        return *this;
    }
    /// \param before a program that becomes dbgr
    [[nodiscard]] Visit visit(const QStringList& nodes = {}, const QStringList& before = {}) const
    {
        QProcess process;
        process.setProcessEnvironment(m_environment);
        QStringList command = before + QStringList{builtProgram("dbgr"), "doctor", "--json"} + nodes;
        process.start(command.takeFirst(), command);
        Visit visit;
        if (!process.waitForFinished(120000))
            process.kill();
        else
            visit.status = process.exitCode();
        visit.output = process.readAllStandardOutput() + process.readAllStandardError();
        for (const QByteArray& line : visit.output.split('\n'))
            if (!line.isEmpty())
                visit.lines += QJsonDocument::fromJson(line).object();
        return visit;
    }
    [[nodiscard]] QString folder() const { return m_folder.path(); }

private:
    QTemporaryDir m_folder{"/tmp/dbgr-XXXXXX"};
    QProcessEnvironment m_environment;
};

/// Becomes what stands behind "-- NODE", as ssh's far end would.
const QByteArray kSsh = "while [ \"$1\" != -- ]; do shift; done\nshift 2\nexec sh -c \"$*\"\n";

} // namespace

class TestDoctor : public QObject
{
    Q_OBJECT

private slots:
    void thisMachineWorks();
    void whatIsBrokenIsFound_data();
    void whatIsBrokenIsFound();
    void asksTheProgramsThatNodesUse();
    void looksAtOtherNodes();
    void asksSlurmInItsAllocation();
    void nodesThatCannotBeSeen_data();
    void nodesThatCannotBeSeen();
    void speaksToPeople();
};

/// Tests run here, so that dbgr must find nothing that keeps it from working.
void TestDoctor::thisMachineWorks()
{
    const Visit visit = Patient().visit();
    QVERIFY2(visit.status == 0, visit.output);
    QStringList checks;
    for (const QJsonObject& line : visit.lines) {
        QVERIFY2(!line.isEmpty(), visit.output);
        QVERIFY2(line["verdict"] != "broken", visit.output);
        checks += line["check"].toString();
    }
    for (const char* check :
         {"installation", "debugger", "formatters", "tracing", "watching", "container", "interfaces", "ports",
          "shared-memory", "temporary-folder", "descriptors", "core-files", "session", "window", "launcher"})
        QVERIFY2(checks.contains(check), check);
    QVERIFY2(visit.lines.last()["works"] == true, visit.output);
    QVERIFY2(visit.finding("debugger")["found"].toString().contains(QRegularExpression("LLDB [0-9]+[.]")),
             visit.output);
    QVERIFY2(visit.output.contains("prterun (PRRTE) "), visit.output);
}

void TestDoctor::whatIsBrokenIsFound_data()
{
    QTest::addColumn<QStringList>("before");
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("check");
    QTest::addColumn<QString>("found");
    QTest::newRow("descriptors") << QStringList{"prlimit", "--nofile=200:200"} << "X"
                                 << ""
                                 << "descriptors"
                                 << "200 open files";
    QTest::newRow("no dbgd") << QStringList() << "DBGR_DBGD"
                             << "/no/dbgd"
                             << "session"
                             << "/no/dbgd";
    QTest::newRow("no folder") << QStringList() << "TMPDIR"
                               << "/no/folder"
                               << "temporary-folder"
                               << "/no/folder";
}

void TestDoctor::whatIsBrokenIsFound()
{
    QFETCH(QStringList, before);
    QFETCH(QString, variable);
    QFETCH(QString, value);
    QFETCH(QString, check);
    QFETCH(QString, found);
    const Visit visit = Patient().environment(qPrintable(variable), value).visit({}, before);
    QVERIFY2(visit.status == 1, visit.output);
    const QJsonObject finding = visit.finding(check);
    QVERIFY2(finding["verdict"] == "broken" && finding["found"].toString().contains(found), visit.output);
    QVERIFY2(!finding["advice"].toString().isEmpty(), visit.output);
    QVERIFY2(visit.lines.last()["works"] == false, visit.output);
}

/// Those of the folder that DBGR_DBGD names, in the place of the ones that lie beside dbgr.
void TestDoctor::asksTheProgramsThatNodesUse()
{
    Patient patient;
    const QString folder = patient.folder() + "/shared";
    QVERIFY(QDir().mkpath(folder));
    patient.environment("DBGR_DBGD", folder);
    for (const QFileInfo& program : QFileInfo(builtProgram("dbgr")).dir().entryInfoList({"dbg*"}, QDir::Files))
        QVERIFY(QFile::link(program.filePath(), folder + "/" + program.fileName()));
    Visit visit = patient.visit();
    QVERIFY2(visit.finding("installation")["verdict"] == "fine", visit.output);
    QVERIFY(QFile::remove(folder + "/dbgd-keeper"));
    writeScript(folder + "/dbgd-keeper", "#!/bin/sh\necho dbgd-keeper 0.0.1\n");
    visit = patient.visit();
    QVERIFY2(visit.finding("installation")["verdict"] == "broken", visit.output);
    QVERIFY2(visit.finding("installation")["found"].toString().contains(folder + "/dbgd-keeper is of version 0.0.1"),
             visit.output);
}

void TestDoctor::looksAtOtherNodes()
{
    const Visit visit = Patient().program("ssh", kSsh).visit({"n1", "n2"});
    QVERIFY2(visit.status == 0, visit.output);
    for (const char* node : {"n1", "n2"}) {
        QVERIFY2(visit.finding("tracing", node)["verdict"] == "fine", visit.output);
        QVERIFY2(visit.finding("ports", node)["found"].toString().contains("can be reached from here at"),
                 visit.output);
        QVERIFY2(visit.finding("session", node).isEmpty(), visit.output); // only where people work
    }
}

void TestDoctor::asksSlurmInItsAllocation()
{
    const QByteArray script =
        "for w in \"$@\"; do case \"$w\" in --nodelist=n7) seen=yes;; -*) ;; *) break;; esac; shift; done\n"
        "[ \"$seen\" = yes ] && exec \"$@\"\n";
    const Visit visit = Patient().program("srun", script).environment("SLURM_JOB_ID", "1").visit({"n7"});
    QVERIFY2(visit.status == 0, visit.output);
    QVERIFY2(visit.finding("debugger", "n7")["verdict"] == "fine", visit.output);
}

void TestDoctor::nodesThatCannotBeSeen_data()
{
    QTest::addColumn<QByteArray>("ssh");
    QTest::addColumn<QString>("found");
    QTest::newRow("refused") << QByteArray("echo ssh: connect to host n1 port 22: Connection refused >&2; exit 255\n")
                             << "Connection refused";
    QTest::newRow("no dbgr there") << QByteArray("while [ \"$1\" != -- ]; do shift; done; p=$(eval echo $3)\n"
                                                 "echo \"sh: 1: $p: not found\" >&2; exit 127\n")
                                   << "not installed there";
    QTest::newRow("nonsense") << QByteArray("head -c 3000000 /dev/urandom; echo; echo '{\"check\":[]}'\n")
                              << "status 0";
}

void TestDoctor::nodesThatCannotBeSeen()
{
    QFETCH(QByteArray, ssh);
    QFETCH(QString, found);
    const Visit visit = Patient().program("ssh", ssh).visit({"n1"});
    QVERIFY2(visit.status == 1, visit.output);
    const QJsonObject finding = visit.finding("node", "n1");
    QVERIFY2(finding["verdict"] == "broken" && finding["found"].toString().contains(found), visit.output);
}

void TestDoctor::speaksToPeople()
{
    const Patient patient;
    QProcess process;
    process.setProcessEnvironment(jobEnvironment(patient.folder()));
    process.start(builtProgram("dbgr"), {"doctor"});
    QVERIFY(process.waitForFinished(120000));
    const QByteArray text = process.readAllStandardOutput();
    QVERIFY2(text.contains("\n  fine     tracing           processes of yours can be attached to\n"), text);
    QVERIFY2(text.endsWith("\nNothing was found that keeps dbgr from working.\n"), text);
}

DBGR_TEST(TestDoctor, QCoreApplication);

} // namespace tst_doctor

#include "tst_doctor.moc"
