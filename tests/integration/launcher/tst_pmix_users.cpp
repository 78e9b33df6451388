// SPDX-License-Identifier: GPL-3.0-or-later
// Of which programs dbgrun knows by their files that they cannot call PMIx_Init. They are made here, with the system's
// compiler; the libraries that they need are empty ones of the names that count.
#include "programs/pmix_users.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_pmix_users {

using namespace dbgr::programs;

class TestPmixUsers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void areFound_data();
    void areFound();
    void damagedFilesMayBeAnything();
    void areFoundByTheirProcess();

private:
    void write(const QString& name, const QByteArray& text);
    void compile(const QStringList& arguments);
    [[nodiscard]] InitCalls callsOf(const QString& name, const QByteArray& variable = {}) const;

    QTemporaryDir m_folder;
};

void TestPmixUsers::write(const QString& name, const QByteArray& text)
{
    QFile file(m_folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

void TestPmixUsers::compile(const QStringList& arguments)
{
    QProcess compiler;
    compiler.setWorkingDirectory(m_folder.path());
    compiler.start("cc", arguments);
    QVERIFY2(compiler.waitForFinished(60000) && compiler.exitCode() == 0,
             "cc " + arguments.join(' ').toUtf8() + ": " + compiler.readAllStandardError());
}

InitCalls TestPmixUsers::callsOf(const QString& name, const QByteArray& variable) const
{
    std::vector<std::string> environment{"PATH=/usr/bin:/bin"};
    if (!variable.isEmpty())
        environment.push_back(QByteArray(variable).replace("FOLDER", m_folder.path().toUtf8()).toStdString());
    const QString path = name.startsWith('/') ? name : m_folder.filePath(name);
    return pmixInitCallsOf(path.toStdString(), environment, m_folder.path().toStdString());
}

void TestPmixUsers::initTestCase()
{
    write("plain.c", "#include <stdlib.h>\nint main(void) { return system(\"true\"); }\n");
    write("quiet.c", "#include <stdio.h>\nint main(void) { return puts(\"x\"); }\n");
    write("becomes.c", "#include <unistd.h>\nint main(int c, char** v) { return execvp(v[1], v + 1); }\n");
    write("loads.c", "#include <dlfcn.h>\nint main(int c, char** v) { return dlopen(v[1], RTLD_NOW) == 0; }\n");
    write("uses.c", "extern int f(void);\nint main(void) { return f(); }\n");
    write("library.c", "int f(void) { return 0; }\n");
    write("loader.c", "#include <dlfcn.h>\nint f(void) { return dlopen(\"x\", RTLD_NOW) == 0; }\n");
    write("init.c", "int MPI_Init(void) { return 0; }\nint main(void) { return MPI_Init(); }\n");
    write("mpi.c", "int MPI_Init(void) { return 0; }\nint MPI_Initialized(void) { return 0; }\n"
                   "int mpi_init_(void) { return 0; }\nint f(void) { return 0; }\n");
    write("begins.c", "extern int MPI_Init(void);\nint main(void) { return MPI_Init(); }\n");
    write("fortran.c", "extern int mpi_init_(void);\nint main(void) { return mpi_init_(); }\n");
    write("asks.c", "extern int MPI_Initialized(void);\nint main(void) { return MPI_Initialized(); }\n");
    write("begins_for_others.c", "extern int MPI_Init(void);\nint f(void) { return MPI_Init(); }\n");
    write("begins_or_becomes.c", "#include <unistd.h>\nextern int MPI_Init(void);\n"
                                 "int main(int c, char** v) { return c > 1 ? execvp(v[1], v + 1) : MPI_Init(); }\n");
    write("by_name.c", "#include <dlfcn.h>\nint f(void);\n"
                       "int main(void) { return f() + (dlsym(RTLD_DEFAULT, \"MPI_Init\") == 0); }\n");
    write("script", "#!/bin/sh\nexec ./plain\n");
    compile({"plain.c", "-o", "plain"});
    compile({"quiet.c", "-static", "-o", "static"});
    compile({"quiet.c", "-static", "-s", "-o", "stripped"});
    compile({"init.c", "-static", "-o", "static_mpi"});
    compile({"becomes.c", "-o", "becomes"});
    compile({"loads.c", "-o", "loads"});
    compile({"mpi.c", "-shared", "-fPIC", "-o", "libmpi_made.so"}); // of a name that nobody knows
    compile({"mpi.c", "-shared", "-fPIC", "-o", "libmpi.so"});
    compile({"library.c", "-shared", "-fPIC", "-o", "libplain.so"});
    compile({"loader.c", "-shared", "-fPIC", "-o", "libloader.so"});
    const auto withMpi = [this](const char* source, const char* program) {
        compile({source, "-o", program, "-Wl,--no-as-needed", "-L.", "-lmpi", "-Wl,-rpath,$ORIGIN"});
    };
    withMpi("begins.c", "begins");
    withMpi("fortran.c", "fortran");
    withMpi("asks.c", "asks");
    withMpi("quiet.c", "has_mpi");
    withMpi("loads.c", "has_mpi_and_loads");
    withMpi("by_name.c", "by_name");
    withMpi("begins_or_becomes.c", "begins_or_becomes");
    compile({"begins_for_others.c", "-shared", "-fPIC", "-o", "libbegins.so"});
    compile({"uses.c", "-o", "by_a_library", "-L.", "-lbegins", "-lmpi", "-Wl,-rpath,$ORIGIN"});
    compile({"mpi.c", "-shared", "-fPIC", "-o", "libhidden.so"});
    compile({"begins.c", "-o", "hidden", "-L.", "-lhidden", "-Wl,-rpath,$ORIGIN"});
    compile({"quiet.c", "-o", "own_c_library", "-Wl,-rpath,$ORIGIN/lib"});
    QVERIFY(QDir(m_folder.path()).mkdir("lib"));
    compile({"loader.c", "-shared", "-fPIC", "-nostdlib", "-o", "lib/libc.so.6"});
    compile({"uses.c", "-shared", "-fPIC", "-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN", "-L.", "-lmpi_made", "-o",
             "libmiddle.so"});
    compile({"uses.c", "-o", "direct", "-L.", "-lmpi_made"}); // which is not found: it need not be
    compile({"uses.c", "-o", "through", "-L.", "-lplain", "-Wl,--no-as-needed", "-lmiddle", "-Wl,-rpath,${ORIGIN}",
             "-Wl,--unresolved-symbols=ignore-all"});
    compile({"uses.c", "-o", "own", "-L.", "-lplain", "-Wl,-rpath,$ORIGIN"});
    compile({"uses.c", "-o", "elsewhere", "-L.", "-lplain"});
    compile({"uses.c", "-o", "with_loader", "-L.", "-lloader", "-Wl,-rpath,$ORIGIN"});
}

void TestPmixUsers::areFound_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<InitCalls>("calls");
    const auto row = [](const char* what, const char* program, InitCalls calls, const char* variable = "") {
        QTest::newRow(what) << program << QByteArray(variable) << calls;
    };
    using enum InitCalls;
    row("plain", "plain", Never);
    row("one of the system", "/bin/true", Never);
    row("static", "static", Never);
    row("static, without names", "stripped", Perhaps);
    row("static, with MPI_Init", "static_mpi", Likely);
    row("becomes another program", "becomes", Perhaps);
    row("loads code", "loads", Perhaps);
    row("a shell", "/bin/sh", Perhaps);
    row("env", "/usr/bin/env", Perhaps);
    row("a script", "script", Perhaps);
    row("no program", "plain.c", Perhaps);
    row("nothing there", "missing", Perhaps);
    row("a folder", "/tmp", Perhaps);
    row("needs a library of MPI's that is not found", "direct", Perhaps);
    row("a library of its own needs MPI", "through", Likely);
    row("begins with MPI", "begins", Likely);
    row("begins with MPI, in Fortran", "fortran", Likely);
    row("begins with MPI, or becomes another program", "begins_or_becomes", Likely);
    row("a library of its own begins with MPI", "by_a_library", Likely);
    row("begins with MPI that has another name", "hidden", Perhaps);
    row("has a C library of its own", "own_c_library", Never);
    row("only asks whether somebody has begun", "asks", Never);
    row("has MPI for nothing", "has_mpi", Never);
    row("has MPI for nothing, and loads code", "has_mpi_and_loads", Perhaps);
    row("has MPI, and finds functions by name", "by_name", Perhaps);
    row("has a library of its own", "own", Never);
    row("its library is not found", "elsewhere", Perhaps);
    row("its library is found by LD_LIBRARY_PATH", "elsewhere", Never, "LD_LIBRARY_PATH=FOLDER");
    row("its library is found in the working folder", "elsewhere", Never, "LD_LIBRARY_PATH=:/nowhere");
    row("its library loads code", "with_loader", Perhaps);
    row("MPI is preloaded", "plain", Likely, "LD_PRELOAD=FOLDER/libmpi_made.so");
    row("something else is preloaded", "plain", Never, "LD_PRELOAD=FOLDER/libplain.so");
}

void TestPmixUsers::areFound()
{
    QFETCH(QString, program);
    QFETCH(QByteArray, variable);
    QFETCH(InitCalls, calls);
    QCOMPARE(callsOf(program, variable), calls);
}

void TestPmixUsers::damagedFilesMayBeAnything()
{
    QFile file(m_folder.filePath("plain"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    for (const qsizetype size : {0, 4, 63, 64, 500, 1000})
        for (const bool cut : {true, false}) {
            QByteArray bytes = cut ? whole.left(size) : whole;
            if (!cut)
                bytes.replace(size, 40, QByteArray(40, '\xff'));
            write("damaged", bytes);
            (void)callsOf("damaged"); // whatever it says, it comes back
            QVERIFY(!cut || callsOf("damaged") == InitCalls::Perhaps);
        }
}

void TestPmixUsers::areFoundByTheirProcess()
{
    const auto callsOfProcess = [&](const QString& program, const QStringList& arguments, const QString& preload = {}) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LD_PRELOAD", preload);
        process.setProcessEnvironment(environment);
        process.start(program, arguments);
        process.waitForStarted();
        // A process that is about to be executed is started, and has no environment for a moment.
        const QString environ = QString("/proc/%1/environ").arg(process.processId());
        const bool isThere = QTest::qWaitFor([&] {
            QFile file(environ);
            return file.open(QIODevice::ReadOnly) && !file.readAll().isEmpty();
        });
        if (!isThere)
            qFatal("%s stays empty", qPrintable(environ));
        const InitCalls calls = pmixInitCallsOf(dbgr::util::Pid(static_cast<int>(process.processId())));
        process.kill();
        process.waitForFinished();
        return calls;
    };
    QCOMPARE(callsOfProcess("/bin/sleep", {"60"}), InitCalls::Never);
    QCOMPARE(callsOfProcess("/bin/sh", {"-c", "sleep 60; true"}), InitCalls::Perhaps);
    QCOMPARE(callsOfProcess("/bin/sleep", {"60"}, m_folder.filePath("libmpi_made.so")), InitCalls::Likely);
    QCOMPARE(pmixInitCallsOf(dbgr::util::Pid(1 << 22)), InitCalls::Perhaps); // there never is such a one
}

DBGR_TEST(TestPmixUsers, QCoreApplication);

} // namespace tst_pmix_users

#include "tst_pmix_users.moc"
