// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/source/expression_at.h"

namespace tst_expression_at {

using dbgr::ui::expressionAt;

class TestExpressionAt : public QObject
{
    Q_OBJECT

private slots:
    void takesTheNameAndWhatStandsBeforeIt_data();
    void takesTheNameAndWhatStandsBeforeIt();
    void inFortranParenthesesAreSubscripts_data();
    void inFortranParenthesesAreSubscripts();
};

void TestExpressionAt::takesTheNameAndWhatStandsBeforeIt_data()
{
    QTest::addColumn<QString>("line"); // "^" stands before the character pointed at
    QTest::addColumn<QString>("expression");

    QTest::newRow("name") << "x = ^value + 1;"
                          << "value";
    QTest::newRow("in the middle of a name") << "x = val^ue + 1;"
                                             << "value";
    QTest::newRow("member") << "x = state.^rank + 1;"
                            << "state.rank";
    QTest::newRow("owner of a member") << "x = ^state.rank + 1;"
                                       << "state";
    QTest::newRow("through a pointer") << "a->b->^c"
                                       << "a->b->c";
    QTest::newRow("static member") << "std::Limits::^max"
                                   << "std::Limits::max";
    QTest::newRow("element's member") << "x = visits[i + 1].^sum"
                                      << "visits[i + 1].sum";
    QTest::newRow("element of two indices") << "m[i][j].^x"
                                            << "m[i][j].x";
    QTest::newRow("index") << "x = visits[^i].sum"
                           << "i";
    QTest::newRow("member of Fortran in another language's file") << "x = state%^rank"
                                                                  << "state%rank";
    QTest::newRow("remainder") << "a = 7 %^b"
                               << "b";
    QTest::newRow("call") << "^work(state)"
                          << "";
    QTest::newRow("method") << "v.^size ()"
                            << "";
    QTest::newRow("of what a call returns") << "f().^x"
                                            << "";
    QTest::newRow("call in an index") << "v[next()].^x"
                                      << "";
    QTest::newRow("number") << "x = ^12"
                            << "";
    QTest::newRow("blank") << "x ^ = 1"
                           << "";
    QTest::newRow("end of line") << "x = 1^"
                                 << "";
}

void TestExpressionAt::takesTheNameAndWhatStandsBeforeIt()
{
    QFETCH(QString, line);
    const qsizetype column = line.indexOf(QLatin1Char('^'));
    line.remove(column, 1);
    QTEST(expressionAt(line, column, dbgr::ui::SourceLanguage::Cpp), "expression");
}

void TestExpressionAt::inFortranParenthesesAreSubscripts_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expression");

    QTest::newRow("component") << "x = state%^rank"
                               << "state%rank";
    QTest::newRow("array") << "f%^u(i, j) = 1"
                           << "f%u";
    QTest::newRow("component of an element") << "x = parts(i + 1)%^id"
                                             << "parts(i + 1)%id";
    QTest::newRow("element in a subscript") << "x = parts(list(2))%^id"
                                            << "parts(list(2))%id";
    QTest::newRow("subscript") << "x = parts(^i)%id"
                               << "i";
    QTest::newRow("through a module") << "solver_mod::^steps"
                                      << "solver_mod::steps";
    QTest::newRow("parentheses that do not open here") << "x)%^id"
                                                       << "";
    QTest::newRow("number") << "x = ^1.5_dp"
                            << "";
}

void TestExpressionAt::inFortranParenthesesAreSubscripts()
{
    QFETCH(QString, line);
    const qsizetype column = line.indexOf(QLatin1Char('^'));
    line.remove(column, 1);
    QTEST(expressionAt(line, column, dbgr::ui::SourceLanguage::Fortran), "expression");
}

DBGR_TEST(TestExpressionAt, QCoreApplication);

} // namespace tst_expression_at

#include "tst_expression_at.moc"
