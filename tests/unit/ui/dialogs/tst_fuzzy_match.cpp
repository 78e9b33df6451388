// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/dialogs/fuzzy_match.h"

namespace tst_fuzzy_match {

using namespace dbgr::ui;

class TestFuzzyMatch : public QObject
{
    Q_OBJECT

private slots:
    void matchesLettersInTheirOrder_data();
    void matchesLettersInTheirOrder();
    void theFirstIsTheBetterMatch_data();
    void theFirstIsTheBetterMatch();
    void nothingMatchesEverything();
    void longPatternsAreCut();
};

void TestFuzzyMatch::matchesLettersInTheirOrder_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("marked"); // "" no match
    QTest::newRow("whole") << "kill"
                           << "Kill Job"
                           << "[K][i][l][l] Job";
    QTest::newRow("case") << "KILL"
                          << "kill"
                          << "[k][i][l][l]";
    QTest::newRow("beginnings") << "so"
                                << "Step Over"
                                << "[S]tep [O]ver";
    QTest::newRow("beginnings before what follows") << "fs"
                                                    << "Focus on Stopped"
                                                    << "[F]ocus on [S]topped";
    QTest::newRow("together before scattered") << "over"
                                               << "Move Over"
                                               << "Move [O][v][e][r]";
    QTest::newRow("blanks") << "step o"
                            << "Step Over"
                            << "[S][t][e][p] [O]ver";
    QTest::newRow("order") << "revo"
                           << "Step Over"
                           << "";
    QTest::newRow("missing") << "stepx"
                             << "Step Over"
                             << "";
    QTest::newRow("longer than the text") << "kill job now"
                                          << "Kill"
                                          << "";
    QTest::newRow("no text") << "a"
                             << ""
                             << "";
}

void TestFuzzyMatch::matchesLettersInTheirOrder()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    QFETCH(QString, marked);
    const auto match = fuzzyMatch(pattern, text);
    QCOMPARE(match.has_value(), !marked.isEmpty());
    if (!match)
        return;
    QString shown = text;
    for (auto at = match->positions.rbegin(); at != match->positions.rend(); ++at)
        shown.replace(*at, 1, "[" + shown.mid(*at, 1) + "]");
    QCOMPARE(shown, marked);
}

void TestFuzzyMatch::theFirstIsTheBetterMatch_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("word beginnings") << "so"
                                     << "Step Over"
                                     << "Reset Layout to";
    QTest::newRow("the text's beginning") << "con"
                                          << "Continue"
                                          << "Show Console";
    QTest::newRow("together") << "rest"
                              << "Restart"
                              << "Remove Stopped";
    QTest::newRow("short") << "pause"
                           << "Pause"
                           << "Pause All Ranks of the Job";
}

void TestFuzzyMatch::theFirstIsTheBetterMatch()
{
    QFETCH(QString, pattern);
    QFETCH(QString, better);
    QFETCH(QString, worse);
    const auto worseMatch = fuzzyMatch(pattern, worse);
    QVERIFY(fuzzyMatch(pattern, better)->score > (worseMatch ? worseMatch->score : -1000));
}

void TestFuzzyMatch::nothingMatchesEverything()
{
    QVERIFY(fuzzyMatch("", "Kill").has_value());
    QVERIFY(fuzzyMatch("  ", "").has_value());
}

void TestFuzzyMatch::longPatternsAreCut()
{
    QVERIFY(fuzzyMatch(QString(100, 'a'), QString(64, 'a')).has_value());
}

DBGR_TEST(TestFuzzyMatch, QCoreApplication);

} // namespace tst_fuzzy_match

#include "tst_fuzzy_match.moc"
