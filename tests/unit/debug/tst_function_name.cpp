// SPDX-License-Identifier: GPL-3.0-or-later
// What liblldb and the C++ library have demangled is spelled the same.
#include "debug/function_name.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <string>

namespace tst_function_name {

using namespace dbgr::debug;

class TestFunctionName : public QObject
{
    Q_OBJECT

private slots:
    void bothAreSpelledTheSame_data()
    {
        QTest::addColumn<QString>("liblldbs");
        QTest::addColumn<QString>("librarys");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* one, const char* other, const char* shown) {
            QTest::newRow(one) << one << other << shown;
        };
        row("ns::f(int, char) const", "ns::f(int, char) const", "ns::f");
        row("f<a<int>>()::'lambda'()::operator()() const", "void f<a<int> >()::{lambda()#1}::operator()() const",
            "f<a<int>>()::'lambda'()::operator()");
        row("decltype(::new((void*)(0)) t(declval<int&>())) make<t, int&>(t*, int&)",
            "decltype (::new ((void*)(0)) t((declval<int&>)())) make<t, int&>(t*, int&)",
            "decltype(...) make<t, int&>");
        row("f<decltype(a() + b())>(int)", "f<decltype (a()+b())>(int)", "f<decltype(...)>");
        row("decltype(auto) f<int>(int)", "decltype(auto) f<int>(int)", "decltype(auto) f<int>");
        row("my_decltype(int)", "my_decltype(int)", "my_decltype");
    }
    void bothAreSpelledTheSame()
    {
        QFETCH(QString, liblldbs);
        QFETCH(QString, librarys);
        QFETCH(QString, shown);
        QCOMPARE(QString::fromStdString(shownFunction(liblldbs.toStdString())), shown);
        QCOMPARE(QString::fromStdString(shownFunction(librarys.toStdString())), shown);
    }

    /// Whatever a program calls its functions.
    void whatDoesNotEndIsLeftAsItIs()
    {
        for (const char* name :
             {"decltype", "decltype ", "decltype(", "decltype((a)", "decltype (a) f<", "f<decltype(a>"})
            QCOMPARE(oneSpelling(name).empty(), false);
        QCOMPARE(oneSpelling("decltype((a)"), std::string("decltype((a)"));
    }
};

DBGR_TEST(TestFunctionName, QCoreApplication);

} // namespace tst_function_name

#include "tst_function_name.moc"
