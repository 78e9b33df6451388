// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/child_spec.h"
#include "net/net_error.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_child_spec {

using namespace dbgr;

namespace {

void makeFile(const QString& path, bool executable)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n");
    if (executable)
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

} // namespace

class TestChildSpec : public QObject
{
    Q_OBJECT
private slots:
    void variablesAreSetReplacedAndRemoved()
    {
        std::vector<std::string> environment{"A=1", "AB=2", "C"};
        net::setVariable(environment, "A", "x=y");
        net::setVariable(environment, "D", "");
        QVERIFY(net::findVariable(environment, "A") == "x=y");
        QVERIFY(net::findVariable(environment, "AB") == "2");
        QVERIFY(net::findVariable(environment, "D") == "");
        QVERIFY(!net::findVariable(environment, "C"));
        net::unsetVariable(environment, "A");
        QVERIFY(!net::findVariable(environment, "A"));
        QVERIFY(net::findVariable(environment, "AB") == "2");
    }

    void takesTheFirstExecutableAlongThePath()
    {
        const QTemporaryDir first, second;
        makeFile(first.filePath("tool"), false);
        makeFile(second.filePath("tool"), true);
        const std::string path = first.path().toStdString() + ":" + second.path().toStdString();
        QVERIFY(net::findProgram("tool", path) == second.filePath("tool").toStdString());
    }

    void tellsMissingFromNotExecutable()
    {
        const QTemporaryDir folder;
        makeFile(folder.filePath("plain"), false);
        const std::string path = folder.path().toStdString();
        const auto code = [&](const std::string& program) { return net::findProgram(program, path).error().code; };
        QVERIFY(code("plain") == net::Errc::NotExecutable);
        QVERIFY(code("none") == net::Errc::NoSuchProgram);
        QVERIFY(code("") == net::Errc::NoSuchProgram);
        QVERIFY(code(path + "/plain") == net::Errc::NotExecutable);
        QVERIFY(code(path + "/none") == net::Errc::NoSuchProgram);
        QVERIFY(code(path + "/") == net::Errc::NotExecutable); // a folder
        QVERIFY(net::findProgram("none", path).error().detail.find(path) != std::string::npos);
    }

    void relativePathsStartInTheWorkingDirectory()
    {
        const QTemporaryDir folder;
        makeFile(folder.filePath("tool"), true);
        const std::string path = folder.path().toStdString();
        QVERIFY(net::findProgram("./tool", "", path) == "./tool");
        QVERIFY(net::findProgram("tool", "", path) == "./tool"); // an empty part of PATH is the working directory
        QVERIFY(!net::findProgram("./tool", "", "/"));
    }
};

DBGR_TEST(TestChildSpec);

} // namespace tst_child_spec

#include "tst_child_spec.moc"
