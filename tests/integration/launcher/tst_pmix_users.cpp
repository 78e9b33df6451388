// SPDX-License-Identifier: GPL-3.0-or-later
// Of which programs dbgrun knows by their files that they cannot call PMIx_Init. They are made here, with the system's
// compiler; the libraries that they need are empty ones of the names that count.
#include "launcher/pmix_users.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace dbgr::launcher;

class TestPmixUsers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void areFound_data();
    void areFound();
    void damagedFilesMayBeAnything();

private:
    void write(const QString& name, const QByteArray& text);
    void compile(const QStringList& arguments);
    [[nodiscard]] bool mayCall(const QString& name, const QByteArray& variable = {}) const;

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

bool TestPmixUsers::mayCall(const QString& name, const QByteArray& variable) const
{
    std::vector<std::string> environment{"PATH=/usr/bin:/bin"};
    if (!variable.isEmpty())
        environment.push_back(QByteArray(variable).replace("FOLDER", m_folder.path().toUtf8()).toStdString());
    const QString path = name.startsWith('/') ? name : m_folder.filePath(name);
    return mayCallPmixInit(path.toStdString(), environment, m_folder.path().toStdString());
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
    write("script", "#!/bin/sh\nexec ./plain\n");
    compile({"plain.c", "-o", "plain"});
    compile({"quiet.c", "-static", "-o", "static"});
    compile({"quiet.c", "-static", "-s", "-o", "stripped"});
    compile({"init.c", "-static", "-o", "static_mpi"});
    compile({"becomes.c", "-o", "becomes"});
    compile({"loads.c", "-o", "loads"});
    compile({"library.c", "-shared", "-fPIC", "-o", "libmpi_made.so"});
    compile({"library.c", "-shared", "-fPIC", "-o", "libplain.so"});
    compile({"loader.c", "-shared", "-fPIC", "-o", "libloader.so"});
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
    QTest::addColumn<bool>("may");
    const auto row = [](const char* what, const char* program, bool may, const char* variable = "") {
        QTest::newRow(what) << program << QByteArray(variable) << may;
    };
    row("plain", "plain", false);
    row("one of the system", "/bin/true", false);
    row("static", "static", false);
    row("static, without names", "stripped", true);
    row("static, with MPI_Init", "static_mpi", true);
    row("becomes another program", "becomes", true);
    row("loads code", "loads", true);
    row("a shell", "/bin/sh", true);
    row("env", "/usr/bin/env", true);
    row("a script", "script", true);
    row("no program", "plain.c", true);
    row("nothing there", "missing", true);
    row("a folder", "/tmp", true);
    row("needs MPI", "direct", true);
    row("a library of its own needs MPI", "through", true);
    row("has a library of its own", "own", false);
    row("its library is not found", "elsewhere", true);
    row("its library is found by LD_LIBRARY_PATH", "elsewhere", false, "LD_LIBRARY_PATH=FOLDER");
    row("its library is found in the working folder", "elsewhere", false, "LD_LIBRARY_PATH=:/nowhere");
    row("its library loads code", "with_loader", true);
    row("MPI is preloaded", "plain", true, "LD_PRELOAD=FOLDER/libmpi_made.so");
    row("something else is preloaded", "plain", false, "LD_PRELOAD=FOLDER/libplain.so");
}

void TestPmixUsers::areFound()
{
    QFETCH(QString, program);
    QFETCH(QByteArray, variable);
    QFETCH(bool, may);
    QCOMPARE(mayCall(program, variable), may);
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
            (void)mayCall("damaged"); // whatever it says, it comes back
            QVERIFY(!cut || mayCall("damaged"));
        }
}

QTEST_GUILESS_MAIN(TestPmixUsers)
#include "tst_pmix_users.moc"
