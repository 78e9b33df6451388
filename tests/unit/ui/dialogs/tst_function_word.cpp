// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/dialogs/function_word.h"

namespace tst_function_word {

using namespace dbgr::ui;

class TestFunctionWord : public QObject
{
    Q_OBJECT

private slots:
    void isWhatStandsWhereItIsCalled_data()
    {
        QTest::addColumn<QString>("word");
        const auto row = [](const char* name, const char* word) { QTest::newRow(name) << word; };
        row("work", "work");
        row("solver_mod::relax", "relax");
        row("a::b::twice()", "twice");
        row("int geo::twice<int>(int)", "twice");
        row("void fold<int>(int)", "fold");
        row("fold<int>", "fold");
        row("std::vector<int, std::allocator<int> > make<int>()", "make");
        row("to_string[abi:cxx11](int)", "to_string");
        row("shop::Cart<int>::add(int) const", "add");
        row("shop::Cart<int>::~Cart()", "~Cart");
        row("(anonymous namespace)::inner(int)", "inner");
        row("int (anonymous namespace)::pick<double>(double)", "pick");
        row("unsigned long count<3ul>()", "count");
        row("int& Table::at<int>(std::map<int, int>&)", "at");
        row("void (*chosen<int>(int))(double)", "chosen");
        row("decltype ((fp)+(fp0)) add<int, int>(int, int)", "add");
        row("geo::operator+(geo::V const&, geo::V const&)", "operator+");
        row("geo::V::operator()(int) const", "operator()");
        row("bool operator< <int>(P<int>, P<int>)", "operator<");
        row("std::ostream& operator<< <int>(std::ostream&, P<int>)", "operator<<");
        row("geo::V::operator int() const", "operator int");
        row("operator new[](unsigned long)", "operator new[]");
        row("operators(int)", "operators");
        row("main::{lambda(int)#1}::operator()(int) const", "operator()");
        row("void run<main::{lambda()#1}>(main::{lambda()#1})", "run");
        row("", "");
        row("(anonymous namespace)", "");
        row("<", "");
        row("operator", "operator");
    }
    void isWhatStandsWhereItIsCalled() { QTEST(functionWord(QString::fromUtf8(QTest::currentDataTag())), "word"); }

    void onlyFortranIgnoresCase()
    {
        QVERIFY(isWordOf("RELAX", "solver_mod::relax", "/src/solver.f90"));
        QVERIFY(isWordOf("Relax", "relax", "/src/relax.f"));
        QVERIFY(!isWordOf("Relax", "relax(int)", "/src/relax.cpp"));
        QVERIFY(isWordOf("relax", "relax(int)", "/src/relax.cpp"));
        QVERIFY(!isWordOf("", "", "/src/relax.cpp"));
    }

    void theWordOperatorIsAnyOfThem()
    {
        QVERIFY(isWordOf("operator", "geo::operator+(geo::V)", "a.h"));
        QVERIFY(isWordOf("operator", "geo::V::operator int() const", "a.h"));
        QVERIFY(!isWordOf("operator", "operators(int)", "a.h"));
    }
};

DBGR_TEST(TestFunctionWord);

} // namespace tst_function_word

#include "tst_function_word.moc"
