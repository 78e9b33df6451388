// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/program_list.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <algorithm>

namespace tst_program_list {

using namespace dbgr::doctor;

class TestProgramList : public QObject
{
    Q_OBJECT

private slots:
    void hasWhatTheBuildFilesSay();
    void answersAreRead_data();
    void answersAreRead();
};

void TestProgramList::hasWhatTheBuildFilesSay()
{
    const auto kindOf = [](const char* name) {
        const auto& list = programList();
        const auto found = std::ranges::find(list, name, &ListedProgram::name);
        return found == list.end() ? std::optional<ProgramKind>() : found->kind;
    };
    QVERIFY(kindOf("dbgr") == ProgramKind::User);
    QVERIFY(kindOf("dbgr-exec") == ProgramKind::Node);
    QVERIFY(kindOf("dbgd") == ProgramKind::Helper);
    QVERIFY(!kindOf("") && !kindOf("ring"));
}

void TestProgramList::answersAreRead_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("tooLate");
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("errors");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("details");
    QTest::addColumn<QString>("failure"); // a part of it
    const auto row = [](const char* name, int status, const char* output, const char* errors, const char* version,
                        const char* details, const char* failure, bool tooLate = false) {
        QTest::newRow(name) << status << tooLate << output << errors << version << details << failure;
    };
    row("a version", 0, "dbgd 1.2.3\n", "", "1.2.3", "", "");
    row("with details", 0, "dbgd 1.2.3\nLLDB: 22\n", "", "1.2.3", "LLDB: 22\n", "");
    row("not there", 127, "", "/x/dbgd: No such file or directory", "", "", "No such file");
    row("a library is missing", 127, "", "dbgd: error while loading shared libraries: liblldb\nmore", "", "",
        "liblldb");
    row("it fails and says nothing", 1, "", "", "", "", "status 1");
    row("it crashes behind its version", 139, "dbgd 1.2.3\n", "", "", "", "dbgd 1.2.3");
    row("another program", 0, "dbgd-guard 1.2.3\n", "", "", "", "answers \"dbgd-guard 1.2.3\"");
    row("nothing", 0, "", "", "", "", "answers \"\"");
    row("too late", 0, "dbgd 1.2.3\n", "", "", "", "within 20 s", true);
}

void TestProgramList::answersAreRead()
{
    QFETCH(int, status);
    QFETCH(bool, tooLate);
    QFETCH(QString, output);
    QFETCH(QString, errors);
    QFETCH(QString, version);
    QFETCH(QString, details);
    QFETCH(QString, failure);
    const ProgramAnswer answer =
        readAnswer("dbgd", "/x/dbgd", {status, tooLate, output.toStdString(), errors.toStdString()});
    QCOMPARE(QString::fromStdString(answer.version), version);
    QCOMPARE(QString::fromStdString(answer.details), details);
    QVERIFY2(QString::fromStdString(answer.failure).contains(failure), answer.failure.c_str());
    QCOMPARE(answer.failure.empty(), !version.isEmpty());
}

DBGR_TEST(TestProgramList);

} // namespace tst_program_list

#include "tst_program_list.moc"
