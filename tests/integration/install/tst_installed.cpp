// SPDX-License-Identifier: GPL-3.0-or-later
// An installation works from wherever it stands: moved, with blanks in its path, behind symbolic links, not to be
// written to, beside another one. What else comes with it is used as its users would: the library, the completions, the
// desktop's files.
#include "tests/integration/install/completions.h"
#include "tests/integration/install/installation.h"
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

namespace tst_installed {

using namespace dbgr::test;

namespace {

QByteArray words(const Outcome& outcome)
{
    return QByteArray::number(outcome.status) + "\n" + outcome.output.toUtf8() + outcome.errors.toUtf8();
}

/// The files of dbgr's programs that run for the job.
QStringList runningPrograms(const QString& folder)
{
    QStringList names;
    for (const ListedProgram& program : listedPrograms())
        names += program.name;
    QStringList found;
    for (const JobProcess& process : processesOf(folder)) {
        const QFileInfo file(QFile::symLinkTarget("/proc/" + QString::number(process.pid) + "/exe"));
        if (names.contains(file.fileName()))
            found += file.filePath();
    }
    return found;
}

} // namespace

class TestInstalled : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void itsProgramsAreThoseOfTheList();
    void tellsAllVersions();
    void runsAJob_data();
    void runsAJob();
    void itsDoctorMissesPrograms();
    void itsDoctorSeesAPythonWithoutModules();
    void programsUseItsLibrary_data();
    void programsUseItsLibrary();
    void shellsComplete_data();
    void shellsComplete();
    void desktopsKnowIt();
    void saysWhatItMayBeUsedUnder();
    void isAsItWasInstalled();

private:
    QTemporaryDir m_folder{"/tmp/dbgr-XXXXXX"};
    Installation m_first; ///< moved, and read-only
    Installation m_other;
    QString m_link; ///< leads to the first, without blanks
    QHash<QString, QString> m_contents;
};

void TestInstalled::initTestCase()
{
    const QString folder = m_folder.path();
    const Outcome made = m_first.make(folder + "/made here");
    QVERIFY2(made.status == 0, words(made));
    QVERIFY(m_first.moveTo(folder + "/moved to/a place of its own"));
    const Outcome other = m_other.make(folder + "/another");
    QVERIFY2(other.status == 0, words(other));
    m_link = folder + "/link";
    QVERIFY(QFile::link(m_first.prefix(), m_link));
    QVERIFY(QDir().mkpath(folder + "/bin") && QFile::link("../link/bin/dbgr", folder + "/bin/dbgr"));
    m_first.setWritable(false);
    m_contents = m_first.contents();
    QVERIFY(m_contents.size() > 20);
}

void TestInstalled::cleanupTestCase()
{
    m_first.setWritable(true); // so that it can be removed
}

void TestInstalled::itsProgramsAreThoseOfTheList()
{
    QStringList listed;
    for (const ListedProgram& program : listedPrograms()) {
        listed += m_first.path(program.path);
        const Outcome outcome = runProgram(m_first.path(program.path), {"--version"});
        QVERIFY2(outcome.status == 0 && outcome.output == program.name + " " DBGR_VERSION "\n", words(outcome));
    }
    QStringList there;
    for (const QString& folder : {QString("bin"), QString(DBGR_HELPERS)})
        for (const QFileInfo& file : QDir(m_first.path(folder)).entryInfoList(QDir::Files))
            there += file.filePath();
    listed.sort();
    there.sort();
    QCOMPARE(there, listed);
}

void TestInstalled::tellsAllVersions()
{
    const Outcome outcome = runProgram(m_first.path("bin/dbgr"), {"--version", "--verbose"});
    QVERIFY2(outcome.status == 0 && outcome.errors.isEmpty(), words(outcome));
    const QString text = "\n" + outcome.output;
    for (const ListedProgram& program : listedPrograms()) {
        QVERIFY2(text.contains("\n" + program.name + " " DBGR_VERSION "\n"), words(outcome));
        QVERIFY2(text.contains("  program: " + m_first.path(program.path) + "\n"), words(outcome));
    }
    for (const char* fact : {"  LLDB: [0-9]+[.]", "  library: /[^\n]*/libQt6Core[.]so[.]6",
                             "  library: /[^\n]*/liblldb", "  compiler: [0-9]+[.]", "  system: [^\n]+, Linux [0-9]"})
        QVERIFY2(text.contains(QRegularExpression(fact)), words(outcome) + fact);
}

void TestInstalled::runsAJob_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("prefix");
    QTest::addColumn<QStringList>("launcher");
    const QString folder = m_folder.path();
    const QStringList mpiexec{"mpiexec"};
    const QStringList own{};                  // dbgr takes the dbgrun that came with it
    const QStringList hydra{"mpiexec.hydra"}; // each rank is one of its own under it; all have dbgr-exec in front
    QTest::newRow("moved") << m_first.path("bin/dbgr") << m_first.prefix() << mpiexec;
    QTest::newRow("moved, dbgrun") << m_first.path("bin/dbgr") << m_first.prefix() << own;
    QTest::newRow("linked folder") << m_link + "/bin/dbgr" << m_first.prefix() << own;
    QTest::newRow("linked program") << folder + "/bin/dbgr" << m_first.prefix() << mpiexec;
    QTest::newRow("moved, dbgr-exec") << m_first.path("bin/dbgr") << m_first.prefix() << hydra;
    QTest::newRow("beside the first") << m_other.path("bin/dbgr") << m_other.prefix() << own;
}

/// All processes of dbgr's that a job has are those of the same installation.
void TestInstalled::runsAJob()
{
    QFETCH(QString, program);
    QFETCH(QString, prefix);
    QFETCH(QStringList, launcher);
    BatchRun run;
    run.program(program).option({"--timeout", "100"});
    run.startCommand(launcher + QStringList{"-n", "2", builtProgram("ring")});
    run.type("break work");
    run.type("continue");
    run.type("print rank");
    QVERIFY2(!run.waitForReply("print").isEmpty(), run.transcript());
    const QStringList programs = runningPrograms(run.folder());
    QVERIFY2(programs.size() >= 3, run.transcript() + programs.join('\n').toUtf8()); // dbgr, dbgd, a helper
    const bool allOfIt = std::all_of(programs.begin(), programs.end(),
                                     [&](const QString& path) { return path.startsWith(prefix + "/"); });
    QVERIFY2(allOfIt, programs.join('\n').toUtf8());
    run.type("delete 1");
    run.type("continue");
    run.closeInput();
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    QVERIFY(allGone(run.folder()));
}

/// Whichever of them is not there: that is said, with where it should be.
void TestInstalled::itsDoctorMissesPrograms()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", "/usr/bin:/bin"); // few launchers are asked for their versions
    for (const ListedProgram& program : listedPrograms()) {
        const QString path = m_other.path(program.path);
        if (program.name == "dbgr" || program.name == "dbgrun")
            continue;
        QVERIFY(QFile::rename(path, path + ".away"));
        const Outcome outcome = runProgram(m_other.path("bin/dbgr"), {"doctor"}, environment);
        QVERIFY(QFile::rename(path + ".away", path));
        QVERIFY2(outcome.status == 1, words(outcome));
        QVERIFY2(outcome.output.contains("\n  broken   installation      " + path + " does not answer: "),
                 words(outcome));
    }
}

/// As in a portable installation that was not unpacked whole: LLDB ends the process in which it starts.
void TestInstalled::itsDoctorSeesAPythonWithoutModules()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", "/usr/bin:/bin");
    const QString python = m_other.path("lib/dbgr/python");
    QVERIFY(QDir().mkpath(python));
    const Outcome outcome = runProgram(m_other.path("bin/dbgr"), {"doctor"}, environment);
    QVERIFY(QDir(python).removeRecursively());
    QVERIFY2(outcome.status == 1, words(outcome));
    QVERIFY2(outcome.output.contains("\n  broken   formatters        LLDB does not start, Fatal Python error: "),
             words(outcome));
    QVERIFY2(outcome.output.contains("\n  fine     installation "), words(outcome));
}

void TestInstalled::programsUseItsLibrary_data()
{
    QTest::addColumn<QStringList>("command"); // in a shell, with the program's source folder as $1, the prefix as $2
    QTest::newRow("pkg-config") << QStringList{"sh", "-ec",
                                               "cc \"$1/pmix-tool.c\" -o tool $(PKG_CONFIG_PATH=\"$2/" DBGR_LIBRARIES
                                               "/pkgconfig\" pkg-config --cflags --libs dbgrpmix)"};
    QTest::newRow("CMake") << QStringList{
        "sh", "-ec",
        "printf '%s\\n' 'cmake_minimum_required(VERSION 3.16)' 'project(t C)' 'find_package(dbgrpmix 0.1 REQUIRED)'"
        " \"add_executable(tool \\\"$1/pmix-tool.c\\\")\" 'target_link_libraries(tool dbgrpmix::dbgrpmix)'"
        " >CMakeLists.txt; cmake -S . -B . -DCMAKE_PREFIX_PATH=\"$2\" && cmake --build ."};
}

/// The example, built outside of the tree, finds the installed library and does what it can without a launcher.
void TestInstalled::programsUseItsLibrary()
{
    QFETCH(QStringList, command);
    const bool blanksAreFine = QString(QTest::currentDataTag()) == "CMake";
    const QString prefix = blanksAreFine ? m_first.prefix() : m_link;
    const QTemporaryDir folder("/tmp/dbgr-XXXXXX");
    const QString sources = prefix + "/share/doc/dbgr/examples/pmix-tool";
    const Outcome built = runProgram(command.first(), command.mid(1) + QStringList{"sh", sources, prefix},
                                     QProcessEnvironment::systemEnvironment(), folder.path());
    QVERIFY2(built.status == 0, words(built));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LD_LIBRARY_PATH", prefix + "/" DBGR_LIBRARIES);
    const Outcome linked = runProgram("ldd", {folder.filePath("tool")}, environment);
    QVERIFY2(linked.output.contains(prefix + "/" DBGR_LIBRARIES "/libdbgrpmix.so.0"), words(linked));
    const Outcome used =
        runProgram(folder.filePath("tool"), {"file:/no/such/launcher.uri", "2", "/bin/true"}, environment);
    QVERIFY2(used.status == 1 && used.errors.contains("PMIX_ERR"), words(used));
}

void TestInstalled::shellsComplete_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("among"); // what is offered, besides others
    for (const QString shell : {"bash", "zsh", "fish"}) {
        const auto row = [&](const char* line, const QStringList& among) {
            QTest::addRow("%s: %s", qPrintable(shell), line) << shell << line << among;
        };
        const QString value = shell == "fish" ? "--stop=" : "";
        row("dbgr --launch-t", {"--launch-timeout"});
        row("dbgr --stop=", {value + "init", value + "exec", value + "app", value + "none"});
        row("dbgr --json --command breakp", {"breakpoints"});
        row("dbgr docto", {"doctor"});
        row("dbgr doctor --js", {"--json"});
        row("dbgr report --with", {"--with-log"});
        row("dbgrun --bind-", {"--bind-to"});
        row("dbgrun -n 4 --map-by ", {"l2cache", "package"});
        row("dbgr --batch dbgrun --map-", {shell == "bash" ? "command at 2" : "--map-by"});
        row("dbgrun -n 2 ls --directory --alm", {shell == "bash" ? "command at 3" : "--almost-all"});
    }
}

void TestInstalled::shellsComplete()
{
    QFETCH(QString, shell);
    QFETCH(QString, line);
    QFETCH(QStringList, among);
    const QTemporaryDir home("/tmp/dbgr-XXXXXX");
    const QStringList words = offered(shell, line, m_first, home.path());
    for (const QString& word : among)
        QVERIFY2(words.contains(word), qPrintable(word + " is not in:\n" + words.join('\n')));
}

void TestInstalled::desktopsKnowIt()
{
    const Outcome entry = runProgram("desktop-file-validate", {m_first.path("share/applications/dbgr.desktop")});
    QVERIFY2(entry.status == 0, words(entry));
    const Outcome shop =
        runProgram("appstreamcli", {"validate", "--no-net", "--override=cid-desktopapp-is-not-rdns=info",
                                    m_first.path("share/metainfo/dbgr.metainfo.xml")});
    QVERIFY2(shop.status == 0, words(shop));
    for (const char* icon :
         {"48x48/apps/dbgr.png", "128x128/apps/dbgr.png", "256x256/apps/dbgr.png", "scalable/apps/dbgr.svg"})
        QVERIFY2(QFileInfo(m_first.path("share/icons/hicolor/") + icon).size() > 200, icon);
    const QTemporaryDir folder("/tmp/dbgr-XXXXXX");
    const Outcome copied = runProgram("cp", {"-rL", "--no-preserve=mode", m_first.path("share/mime"), folder.path()});
    QVERIFY2(copied.status == 0, words(copied));
    const Outcome types = runProgram("update-mime-database", {"-V", folder.filePath("mime")});
    QVERIFY2(types.status == 0, words(types));
    QFile globs(folder.filePath("mime/globs2"));
    QVERIFY(globs.open(QIODevice::ReadOnly));
    QVERIFY(globs.readAll().contains("text/x-dbgr:*.dbgr"));
    for (const char* page : {"dbgr", "dbgrun", "dbgr-exec"}) {
        const Outcome manual = runProgram("man", {"-M", m_first.path("share/man"), "-w", page});
        QVERIFY2(manual.status == 0 && manual.output.startsWith(m_first.prefix()), words(manual));
    }
}

/// By the licence that stands in the first line of each of its sources.
void TestInstalled::saysWhatItMayBeUsedUnder()
{
    const QDir licences(m_first.path("share/doc/dbgr/LICENSES"));
    const QHash<QString, QByteArray> expected{
        {"GPL-3.0-or-later.txt", "GNU GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007"},
        {"BSD-3-Clause.txt", "Redistributions in binary form must reproduce the above copyright"}};
    QCOMPARE(licences.entryList(QDir::Files).size(), expected.size());
    for (auto entry = expected.begin(); entry != expected.end(); ++entry) {
        QFile file(licences.filePath(entry.key()));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(entry.key()));
        QVERIFY2(file.readAll().contains(entry.value()), qPrintable(entry.key()));
    }
}

/// Nothing above has written there. (Whoever runs the tests may be root, whom no permission stops.)
void TestInstalled::isAsItWasInstalled()
{
    QCOMPARE(m_first.contents(), m_contents);
}

DBGR_TEST(TestInstalled, QCoreApplication);

} // namespace tst_installed

#include "tst_installed.moc"
