// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/start/shell_words.h"

#include <QDir>

namespace tst_shell_words {

using namespace dbgr::ui;

class TestShellWords : public QObject
{
    Q_OBJECT

private slots:
    void splitsAsAShellDoes_data();
    void splitsAsAShellDoes();
    void refusesWhatHasNoEnd_data();
    void refusesWhatHasNoEnd();
    void joinedWordsAreReadBack_data();
    void joinedWordsAreReadBack();
    void plainWordsGetNoQuotes();
};

void TestShellWords::splitsAsAShellDoes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("nothing") << "" << QStringList();
    QTest::newRow("blanks") << " \t " << QStringList();
    QTest::newRow("words") << " mpiexec  -n 4\t./ring " << QStringList{"mpiexec", "-n", "4", "./ring"};
    QTest::newRow("double quotes") << R"(./a "b c" d)" << QStringList{"./a", "b c", "d"};
    QTest::newRow("single quotes") << R"(./a 'b "c"')" << QStringList{"./a", R"(b "c")"};
    QTest::newRow("quotes inside a word") << R"(--name="a b"c)" << QStringList{"--name=a bc"};
    QTest::newRow("an empty word") << R"(./a '' "")" << QStringList{"./a", "", ""};
    QTest::newRow("backslash") << R"(./a\ b \"c)" << QStringList{"./a b", R"("c)"};
    QTest::newRow("backslash in double quotes") << R"("a\"b\n")" << QStringList{R"(a"b\n)"};
    QTest::newRow("backslash in single quotes") << R"('a\')" << QStringList{R"(a\)"};
    QTest::newRow("quoted shell characters") << R"('a|b' "c>d" e\;f)" << QStringList{"a|b", "c>d", "e;f"};
    QTest::newRow("home") << "~/bin/mpiexec ~ a~b '~/x'"
                          << QStringList{QDir::homePath() + "/bin/mpiexec", QDir::homePath(), "a~b", "~/x"};
}

void TestShellWords::splitsAsAShellDoes()
{
    QFETCH(QString, text);
    QFETCH(QStringList, words);
    const auto split = splitWords(text);
    QVERIFY(split.has_value());
    QCOMPARE(*split, words);
}

void TestShellWords::refusesWhatHasNoEnd_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("problem");
    QTest::newRow("double quote") << R"(./a "b)"
                                  << "A quote has no end.";
    QTest::newRow("single quote") << R"(./a 'b\')" + QString("'") << "A quote has no end.";
    QTest::newRow("backslash") << R"(./a \)"
                               << "A backslash stands at the end.";
    QTest::newRow("pipe") << "./a | tee log"
                          << "| & ; < > need a shell, and there is none here.";
    QTest::newRow("redirection") << "./a 2>&1"
                                 << "| & ; < > need a shell, and there is none here.";
}

void TestShellWords::refusesWhatHasNoEnd()
{
    QFETCH(QString, text);
    QFETCH(QString, problem);
    const auto split = splitWords(text);
    QVERIFY(!split.has_value());
    QCOMPARE(QString::fromStdString(split.error().message()), problem);
    QVERIFY(!split.error().advice.empty());
}

void TestShellWords::joinedWordsAreReadBack_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("blank") << QStringList{"a b", "c"};
    QTest::newRow("empty") << QStringList{"", "c"};
    QTest::newRow("quotes") << QStringList{"it's", R"(say "x")", R"('"')"};
    QTest::newRow("shell") << QStringList{"a|b", "~/x", "$HOME", R"(\)", "*"};
}

void TestShellWords::joinedWordsAreReadBack()
{
    QFETCH(QStringList, words);
    QCOMPARE(splitWords(joinWords(words)).value(), words);
}

void TestShellWords::plainWordsGetNoQuotes()
{
    QCOMPARE(joinWords({"mpiexec", "-n", "4", "--x=1", "./ring"}), "mpiexec -n 4 --x=1 ./ring");
}

DBGR_TEST(TestShellWords, QCoreApplication);

} // namespace tst_shell_words

#include "tst_shell_words.moc"
