// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is typed becomes a tree, or an error that says what is wrong and whose business it is.
#include "tests/unit/values/tree_text.h"

#include "tests/support/run/test_class.h"
#include "values/expr/parser.h"
#include "values/values_error.h"

#include <QtTest>

#include <random>

namespace tst_values_parser {

using namespace dbgr;
using namespace dbgr::values;

namespace {

QString read(const QString& text, Language language)
{
    const auto tree = parse(text.toStdString(), language);
    if (tree)
        return QString::fromStdString(test::treeText(tree->root()));
    const bool isForeign = tree.error().code == Errc::NotOurs;
    return (isForeign ? "not ours: " : "! ") + QString::fromStdString(tree.error().detail);
}

QString repeated(const char* text, int count)
{
    return QString(text).repeated(count);
}

} // namespace

class TestValuesParser : public QObject
{
    Q_OBJECT

private slots:
    void bindsOperatorsOfFortran_data()
    {
        addColumns();
        addFortranTrees();
    }
    void bindsOperatorsOfFortran() { compare(Language::Fortran); }

    void bindsOperatorsOfC_data()
    {
        addColumns();
        addTreesOfC();
        addCastsOfC();
    }
    void bindsOperatorsOfC() { compare(Language::Cxx); }

    /// What is a cast if the names are types, and if they are not.
    void readsWhatDependsOnNamesInEachWay_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("withVariables");
        QTest::addColumn<QString>("withTypes");
        const auto row = [](const char* text, const char* variables, const char* types) {
            QTest::addRow("%s", text) << text << variables << types;
        };
        row("(T)-x", "(- T x)", "(cast T (- x))");
        row("(T)+x", "(+ T x)", "(cast T (+ x))");
        row("(T)*p", "(* T p)", "(cast T (deref p))");
        row("(T)&x", "(& T x)", "(cast T (address x))");
        row("(T)-x*y", "(- T (* x y))", "(* (cast T (- x)) y)");
        row("a*(T)*p", "(* (* a T) p)", "(* a (cast T (deref p)))");
        row("(a::T)-x", "(- a::T x)", "(cast a::T (- x))");
        row("(T)-(T)-x", "(- (- T T) x)", "(cast T (- (cast T (- x))))");
        row("(T)-(U)-x", "(- (- T U) x)", "(cast T (- (cast U (- x))))");
    }
    void readsWhatDependsOnNamesInEachWay()
    {
        QFETCH(QString, expression);
        const auto tree = parse(expression.toStdString(), Language::Cxx);
        QVERIFY(tree);
        QTEST(QString::fromStdString(test::treeText(tree->root())), "withVariables");
        QVERIFY(tree->ambiguity());
        const auto& readings = tree->ambiguity()->readings;
        QCOMPARE(readings.size() + 1, std::size_t{1} << tree->ambiguity()->names.size());
        QVERIFY(readings.back());
        QTEST(QString::fromStdString(test::treeText(*readings.back())), "withTypes");
    }

    void knowsWhatContainersAreAsked_data()
    {
        addColumns();
        row("v.size()", "v.size[]");
        row("p->at(i + 1) * 2", "(* p->at[(+ i 1)] 2)");
        row("m.count(\"a\") > 0", "(> m.count['a'] 0)");
        row("a.b.c_str()[2]", "a.b.c_str[](2)");
        row("*v.data()", "(deref v.data[])");
        row("v.size", "v.size");
        row("std::get<1>(t).x", "(get 1 t).x");
        row("::std::get<0>(a.b)", "(get 0 a.b)");
        row("get < 1", "(< get 1)");
        row("v.at(", "! an expression is expected behind '('");
    }
    void knowsWhatContainersAreAsked() { compare(Language::Cxx); }

    void leavesTooManyNamesThatMayBeTypesToOthers()
    {
        const auto tree = parse("(A)-(B)-(C)-(D)-x", Language::Cxx);
        QVERIFY(!tree);
        QVERIFY(tree.error().code == Errc::NotOurs);
    }

    void saysWhatIsWrongInFortran_data()
    {
        addColumns();
        row("", "! an expression is expected");
        row("  ", "! an expression is expected");
        row("1 +", "! an expression is expected behind '+'");
        row("1 + * 2", "! an expression is expected behind '+', before '* 2'");
        row(")", "! an expression is expected before ')'");
        row("(1 + 2", "! ')' is missing at the end");
        row("a(1", "! ')' is missing at the end");
        row("a(1 2)", "! ')' is missing before '2)'");
        row("a(1,", "! an expression is expected behind ','");
        row("a%", "! a name is expected behind '%', at the end");
        row("a%1", "! a name is expected behind '%', before '1'");
        row("1 2", "! an operator is expected before '2'");
        row("a b", "! an operator is expected before 'b'");
        row("a.b", "! '.' has no meaning before 'b'");
        row("'abc", "! the text has no ' at its end");
        row("z'FG'", "! 'FG' is no number of base 16");
        row("z''", "! '' is no number of base 16");
        row("b'12", "! the number has no ' at its end");
        row("1_", "! a kind is expected behind '1_'");
        row("1x", "! '1x' is no number");
        row("1.5d0_8", "! a number with the exponent 'd' has its kind from there");
        row("1_3", "! there are no integers of kind 3");
        row("99999999999999999999999999999999999999999", "! the number 99999999999999999999999999999999999999999 "
                                                         "is too large");
        row("a & b", "! '&' has no meaning before ' b'");
        row("[1, 2]", "! lists of values are not read here, before '[1, 2]'");
        row("a = 1", "not ours: assignments are not expressions");
        row("p => a", "not ours: assignments are not expressions");
    }
    void saysWhatIsWrongInFortran() { compare(Language::Fortran); }

    void saysWhatIsWrongInC_data()
    {
        addColumns();
        row("", "! an expression is expected");
        row("1 +", "! an expression is expected behind '+'");
        row("(1", "! ')' is missing at the end");
        row("a[1", "! ']' is missing at the end");
        row("a[", "! an expression is expected behind '['");
        row("a ? 1", "! ':' is missing at the end");
        row("a.", "! a name is expected behind '.', at the end");
        row("a->", "! a name is expected behind '->', at the end");
        row("a.1", "! an operator is expected before '.1'");
        row("a b", "! an operator is expected before 'b'");
        row("a::", "! a name is expected behind '::', at the end");
        row("::", "! a name is expected behind '::', at the end");
        row("0x", "! '0x' is no number");
        row("08", "! '08' is no number");
        row("1abc", "! '1abc' is no number");
        row("1.2.3", "! '1.2.3' is no number");
        row("1e", "! '1e' is no number");
        row("18446744073709551616", "! the number is too large for 64 bits");
        row("1e400", "! the number 1e400 is too large for a real of 8 bytes");
        row("1e39f", "! the number 1e39 is too large for a real of 4 bytes");
        row("1e5000l", "! the number 1e5000 is too large for a real of 10 bytes");
        row("''", "! one character is expected between ' and '");
        row("'a", "! the text has no ' at its end");
        row("\"a", "! the text has no \" at its end");
        row("\"\\q\"", "! '\\q' stands for no character");
        row("\"\\", "! '\\' stands for no character");
        row("(int long double)1", "! 'double long' is no type");
        row("(unsigned float)1", "! 'float unsigned' is no type");
        row("\x01", "! a byte 1 has no meaning at the end");
        row("a \\ b", "! '\\' has no meaning before ' b'");
    }
    void saysWhatIsWrongInC() { compare(Language::Cxx); }

    void leavesToOthersWhatNeedsACompiler_data()
    {
        QTest::addColumn<QString>("expression");
        for (const char* const text : {"f(1)",
                                       "f()",
                                       "a.f()",
                                       "a->f(2)",
                                       "a.size(2)",
                                       "a.at()",
                                       "a.at(1, 2)",
                                       "a.B::size()",
                                       "size()",
                                       "std::get<int>(t)",
                                       "std::get<-1>(t)",
                                       "std::get<1>",
                                       "foo::get<1>(t)",
                                       "(*f)(1)",
                                       "a = 1",
                                       "a += 1",
                                       "a <<= 1",
                                       "a++",
                                       "++a",
                                       "--a",
                                       "a--",
                                       "new int",
                                       "delete p",
                                       "std::vector<int>",
                                       "std::vector<int>(3)",
                                       "f<3>(x)",
                                       "foo<int>::bar",
                                       "foo<a>::bar",
                                       "[]{ return 1; }",
                                       "{1, 2}",
                                       "int{3}",
                                       "int()",
                                       "int(1, 2)",
                                       "(std::vector<int>*)p",
                                       "static_cast<A<int>>(x)",
                                       "dynamic_cast<A*>(p)",
                                       "f(1, 2)",
                                       "a, b = 1",
                                       "(unsigned long foo)x",
                                       "typeid(x)",
                                       "decltype(x)",
                                       "x.~T()",
                                       "x.operator+",
                                       "p->*q",
                                       "a; b",
                                       "a <=> b",
                                       "L\"wide\"",
                                       "u8\"text\"",
                                       "R\"(raw)\"",
                                       "'ab'",
                                       "int x",
                                       "a[1, 2]",
                                       "(int (*)(int))p",
                                       "auto x",
                                       "throw 1"})
            QTest::addRow("%s", text) << text;
    }
    void leavesToOthersWhatNeedsACompiler()
    {
        QFETCH(QString, expression);
        const auto tree = parse(expression.toStdString(), Language::Cxx);
        QVERIFY(!tree);
        QVERIFY2(tree.error().code == Errc::NotOurs, tree.error().detail.c_str());
    }

    void refusesWhatIsTooDeepOrTooLong_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addRow("parentheses") << repeated("(", 20000) + "1" + repeated(")", 20000);
        QTest::addRow("open parentheses") << repeated("(", 60000);
        QTest::addRow("minus") << repeated("- ", 30000) + "1";
        QTest::addRow("sum") << "1" + repeated("+1", 20000);
        QTest::addRow("too long") << repeated(" ", 70000);
    }
    void refusesWhatIsTooDeepOrTooLong()
    {
        QFETCH(QString, expression);
        for (const Language language : {Language::C, Language::Fortran}) {
            const auto tree = parse(expression.toStdString(), language);
            QVERIFY(!tree);
            QVERIFY2(tree.error().code == Errc::TooLarge, tree.error().detail.c_str());
        }
    }

    void refusesDeepExpressionsOfOneLanguage_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<int>("language");
        const auto c = int(Language::Cxx);
        const auto fortran = int(Language::Fortran);
        QTest::addRow("conditionals") << repeated("a?", 20000) << c;
        QTest::addRow("else of conditionals") << repeated("a?b:", 16000) + "c" << c;
        QTest::addRow("dereferences") << repeated("*", 60000) + "p" << c;
        QTest::addRow("addresses") << repeated("& ", 30000) + "p" << c;
        QTest::addRow("casts") << repeated("(int)", 12000) + "p" << c;
        QTest::addRow("sizes") << repeated("sizeof ", 9000) + "p" << c;
        QTest::addRow("nots") << repeated("!", 60000) + "p" << c;
        QTest::addRow("subscripts in subscripts") << repeated("a[", 30000) << c;
        QTest::addRow("subscripts behind subscripts") << "a" + repeated("[1]", 20000) << c;
        QTest::addRow("members") << "a" + repeated(".b", 20000) << c;
        QTest::addRow("components") << "a" + repeated("%b", 20000) << fortran;
        QTest::addRow("powers") << repeated("2**", 20000) + "2" << fortran;
        QTest::addRow("elements of elements") << repeated("a(", 30000) << fortran;
        QTest::addRow("nots of Fortran") << repeated(".not.", 13000) + "a" << fortran;
    }
    void refusesDeepExpressionsOfOneLanguage()
    {
        QFETCH(QString, expression);
        QFETCH(int, language);
        const auto tree = parse(expression.toStdString(), Language(language));
        QVERIFY(!tree);
        QVERIFY2(tree.error().code == Errc::TooLarge, tree.error().detail.c_str());
    }

    void acceptsWhatPeopleWrite()
    {
        QVERIFY(parse(std::string(150, '(') + "1" + std::string(150, ')'), Language::Fortran));
        std::string sum = "1";
        for (int i = 0; i < 300; ++i)
            sum += "+1";
        QVERIFY(parse(sum, Language::C));
    }

    void takesAnyBytes()
    {
        std::mt19937 random(1); // NOLINT(cert-msc32-c,cert-msc51-cpp): always the same
        const std::string bits = "a1.()[]*&+-,:%<>=!?'\"_ez@ \t\\\x80\xff.eq.sizeof(int)0x1e5::->";
        for (int round = 0; round < 20000; ++round) {
            std::string text;
            for (unsigned length = random() % 24; length > 0; --length)
                text += bits[random() % bits.size()];
            for (const Language language : {Language::C, Language::Cxx, Language::Fortran}) {
                const auto tree = parse(text, language);
                QVERIFY2(tree || !tree.error().detail.empty(), text.c_str());
            }
        }
    }

private:
    static void addColumns()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
    }
    static void row(const char* expression, const char* expected)
    {
        QTest::addRow("%s", expression) << expression << expected;
    }
    static void addFortranTrees();
    static void addTreesOfC();
    static void addCastsOfC();
    static void compare(Language language)
    {
        QFETCH(QString, expression);
        QFETCH(QString, expected);
        QCOMPARE(read(expression, language), expected);
    }
};

void TestValuesParser::addFortranTrees()
{
    row("a+b*c", "(+ a (* b c))");
    row("a*b+c", "(+ (* a b) c)");
    row("a-b-c", "(- (- a b) c)");
    row("a/b*c", "(* (/ a b) c)");
    row("a**b**c", "(** a (** b c))");
    row("-a**b", "(- (** a b))");
    row("-a*b", "(- (* a b))");
    row("-a+b", "(+ (- a) b)");
    row("a*-b+c", "(+ (* a (- b)) c)");
    row("a//b//c", "(// (// a b) c)");
    row("a+b//c", "(// (+ a b) c)");
    row("a//b==c", "(== (// a b) c)");
    row("a<b.and.c>d", "(and (< a b) (> c d))");
    row("a.or.b.and.c", "(or a (and b c))");
    row(".not.a.and.b", "(and (not a) b)");
    row(".not.a==b", "(not (== a b))");
    row("a.eqv.b.or.c", "(eqv a (or b c))");
    row("a.NEQV.b", "(neqv a b)");
    row("A%B%c", "a.b.c");
    row("a(1)%b(2,3)", "a(1).b(2,3)");
    row("a(:)", "a(:)");
    row("a(1:)", "a(1:)");
    row("a(:2)", "a(:2)");
    row("a(1:2:3)", "a(1:2:3)");
    row("a(::3)", "a(::3)");
    row("a(1::3)", "a(1::3)");
    row("a(:,k)", "a(:,k)");
    row("a( 1 : 2 )(3:4)", "a(1:2)(3:4)");
    row("m::x", "m::x");
    row("m :: x + 1", "(+ m::x 1)");
    row("f(a, dim=1)", "f(a,dim=1)");
    row("f()", "f()");
    row("(1.0, -2.0)", "(complex 1 (- 2))");
    row("((a))", "a");
    row("1.e2", "100");
    row("1.e2.lt.2.", "(< 100 2)");
    row("1.d0", "1");
    row("1_dp", "1_dp");
    row(".TRUE.", ".true.");
    row("\"it's\"", "'it''s'");
}

void TestValuesParser::addTreesOfC()
{
    row("a+b*c", "(+ a (* b c))");
    row("a-b-c", "(- (- a b) c)");
    row("a|b^c&d", "(| a (^ b (& c d)))");
    row("a==b<c", "(== a (< b c))");
    row("a<b<<c", "(< a (<< b c))");
    row("a&&b||c&&d", "(or (and a b) (and c d))");
    row("a?b:c?d:e", "(? a b (? c d e))");
    row("a?b?c:d:e", "(? a (? b c d) e)");
    row("-a*b", "(* (- a) b)");
    row("!a==b", "(== (not a) b)");
    row("*p++1", "not ours: assignments are not expressions");
    row("*p.x", "(deref p.x)");
    row("(*p).x", "(deref p).x");
    row("p->x.y", "p->x.y");
    row("&a[1]", "(address a(1))");
    row("a[1][2]", "a(1)(2)");
    row("a[1:2]", "a(1:2)");
    row("a[:2]", "a(:2)");
    row("*p@10", "(@ (deref p) 10)");
    row("*p@n+1", "(@ (deref p) (+ n 1))");
    row("a-->b", "not ours: assignments are not expressions");
    row("a- -b", "(- a (- b))");
    row("a&&b", "(and a b)");
    row("a& &b", "(& a (address b))");
    row("a::b::c", "a::b::c");
    row("::c", "::c");
}

void TestValuesParser::addCastsOfC()
{
    row("(int)a+b", "(+ (cast int4 a) b)");
    row("(unsigned)a", "(cast uint4 a)");
    row("(long unsigned)a", "(cast uint8 a)");
    row("(short int)a", "(cast int2 a)");
    row("(const double)a", "(cast real8 a)");
    row("(char*)a", "(cast int1* a)");
    row("(char const * const)a", "(cast int1* a)");
    row("(double)-a", "(cast real8 (- a))");
    row("(real_t)x", "(cast real_t x)");
    row("(real_t)1 + 2", "(+ (cast real_t 1) 2)");
    row("(real_t*)p", "(cast real_t* p)");
    row("(const real_t *const *)p", "(cast real_t** p)");
    row("(struct s)x", "(cast struct s x)");
    row("(struct s*)p", "(cast struct s* p)");
    row("(enum e)1", "(cast enum e 1)");
    row("(geo::Base*)p", "(cast geo::Base* p)");
    row("(::Base*)p", "(cast ::Base* p)");
    row("(geo::Base)x", "(cast geo::Base x)");
    row("(f)(x)", "(cast f x)");
    row("(T)!x", "(cast T (not x))");
    row("(T)~x", "(cast T (~ x))");
    row("(T)sizeof x", "(cast T (sizeof x))");
    row("(T)x.y", "(cast T x.y)");
    row("((T*)p)->y", "(cast T* p)->y");
    row("*(double(*)[3])p", "(deref (cast real8(*)[3] p))");
    row("(T(*)[2][3])p", "(cast T(*)[2][3] p)");
    row("(int&)x", "(cast int4& x)");
    row("(p * q)", "(* p q)");
    row("(this)->x", "this->x");
    row("(a)[1]", "a(1)");
    row("(a).b", "a.b");
    row("(a)", "a");
    row("(a) ? (b) : (c)", "(? a b c)");
    row("(a)/b", "(/ a b)");
    row("(a)&&b", "(and a b)");
    row("static_cast<int>(x)", "(cast int4 x)");
    row("static_cast<T*>(p)->x", "(cast T* p)->x");
    row("reinterpret_cast<char*>(p)", "(reinterpret int1* p)");
    row("int(x) + 1", "(+ (cast int4 x) 1)");
    row("unsigned(-1)", "(cast uint4 (- 1))");
    row("sizeof(struct s)", "(sizeof struct s)");
    row("sizeof(real_t*)", "(sizeof real_t*)");
    row("sizeof(int[3])", "(sizeof int4[3])");
    row("sizeof(T)-1", "(- (sizeof T) 1)");
    row("sizeof(T)*n", "(* (sizeof T) n)");
    row("a, b, c", "(, (, a b) c)");
    row("(a, b).c", "(, a b).c");
    row("x.A::b", "x.A::b");
    row("p->geo::A::b + 1", "(+ p->geo::A::b 1)");
    row("::a::b", "::a::b");
    row("sizeof(int)", "(sizeof int4)");
    row("sizeof(a)", "(sizeof a)");
    row("sizeof a[1]", "(sizeof a(1))");
    row("sizeof(a)+1", "(+ (sizeof a) 1)");
    row("(a)-1", "(- a 1)");
    row("(a)*b", "(* a b)");
    row("a.x<b.x", "(< a.x b.x)");
    row("1.5f", "1.5");
    row("0x1p-2", "0.25");
    row("1ull", "1");
    row("'a'", "'a'");
    row("true", "true");
    row("this->x", "this->x");
    row("_x$1", "_x$1");
}

DBGR_TEST(TestValuesParser);

} // namespace tst_values_parser

#include "tst_values_parser.moc"
