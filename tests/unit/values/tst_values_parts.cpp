// SPDX-License-Identifier: GPL-3.0-or-later
// What values open to, in programs that stand still: names of the parts, what they are, and that the expressions which
// are said to lead to them do.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/stopped_program.h"
#include "values/parts/path.h"

#include <QtTest>

namespace tst_values_parts {

using namespace dbgr;
using namespace dbgr::test;

namespace {

const char* const kOfCxx = R"(
#include <cstddef>
namespace geo {
struct Point { double x; double y; };
struct Base { virtual ~Base() = default; int id = 7; };
struct Other { int other = 8; };
struct Derived : Base, Other { int id = 70; int own = 9; };
struct Left : virtual Base { int left = 1; };
struct Right : virtual Base { int right = 2; };
struct Diamond : Left, Right { int top = 3; };
}
template <class T> struct Box { T item; };
struct Boxed : Box<int> { int more = 5; };
struct Mixed {
  int before;
  union { int bits; float number; };
  struct { int inner; };
  unsigned low : 3;
  int& reference;
  struct Hidden;
  Hidden* opaque;
};
struct Node { int value; Node* next; };
struct Empty {};
static int answer() { return 42; }
int main()
{
  struct Local { int deep; } local{11};
  geo::Point point{1.5, 2.5};
  geo::Point* pointer = &point;
  geo::Point** twice = &pointer;
  geo::Point& reference = point;
  geo::Point points[3] = {{0, 1}, {2, 3}, {4, 5}};
  geo::Point* no = nullptr;
  geo::Point* lost = reinterpret_cast<geo::Point*>(8);
  geo::Derived derived;
  geo::Base* base = &derived;
  geo::Base& asBase = derived;
  geo::Diamond diamond;
  geo::Base* ofDiamond = &diamond;
  Boxed boxed{{4}};
  int number = 5;
  Mixed mixed{1, {2}, {3}, 4, number, nullptr};
  int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int (*row)[3] = matrix;
  int* scalar = &number;
  int** toScalar = &scalar;
  const char* letters = "abc";
  const char** toLetters = &letters;
  char name[6] = "hello";
  void* nothing = &number;
  int (*function)() = answer;
  Node first{1, nullptr};
  first.next = &first;
  Empty empty;
  int large[1000];
  for (int i = 0; i < 1000; ++i) large[i] = i * i;
  __asm__ volatile("int3");
  return number + local.deep + int(reference.x + (*twice)->x);
}
)";

const char* const kOfC = R"(
struct point { int x, y; };
struct shape { struct point corner[2]; union { int a; float b; } u; struct { int inner; }; const char *label; };
int main(void)
{
  struct shape s = {{{1, 2}, {3, 4}}, {5}, {6}, "box"};
  struct shape *p = &s;
  __asm__ volatile("int3");
  return p->inner;
}
)";

const char* const kOfFortran = R"(
program parts
  implicit none
  external stop_here
  type :: base_t
    integer :: id = 7
  end type
  type, extends(base_t) :: point_t
    real(8) :: x = 1.5d0, y = 2.5d0
  end type
  type :: mesh_t
    integer, allocatable :: cells(:,:)
    type(point_t), pointer :: first => null()
    type(point_t) :: corners(2)
  end type
  integer :: grid(2,0:2), i
  integer, allocatable :: none(:)
  character(len=5) :: word = 'hello'
  complex(8) :: z = (1d0, 2d0)
  type(point_t) :: p
  type(point_t), target :: where
  type(point_t), pointer :: q
  type(mesh_t) :: mesh
  grid = reshape([(i, i = 1, 6)], [2, 3])
  allocate(mesh%cells(2,2))
  mesh%cells = reshape([1, 2, 3, 4], [2, 2])
  q => where
  call stop_here
  print *, grid, word, z, p%x, q%x, mesh%cells, allocated(none)
end program
)";

} // namespace

class TestValuesParts : public QObject
{
    Q_OBJECT

    StoppedProgram m_cxx, m_c, m_fortran;

private slots:
    void initTestCase()
    {
        NEED_TOOL("g++");
        NEED_TOOL("gcc");
        QVERIFY(m_cxx.start("g++", kOfCxx, {"-O0"}));
        QVERIFY(m_c.start("gcc", kOfC, {"-O0"}));
        NEED_TOOL("gfortran");
        QVERIFY(m_fortran.start("gfortran", kOfFortran, {"-O0"}));
    }

    void partsOfCxx_data()
    {
        QTest::addColumn<QString>("parts");
        QTest::newRow("point") << "x = 1.5, y = 2.5";
        QTest::newRow("pointer") << "x = 1.5, y = 2.5";
        QTest::newRow("reference") << "x = 1.5, y = 2.5";
        QTest::newRow("*twice") << "x = 1.5, y = 2.5";
        QTest::newRow("points") << "[0] = {x = 0, y = 1}, [1] = {x = 2, y = 3}, [2] = {x = 4, y = 5}";
        QTest::newRow("points+1") << "! no value";
        QTest::newRow("*(points+1)") << "x = 2, y = 3";
        QTest::newRow("pointer[0:0]") << "[0] = {x = 1.5, y = 2.5}";
        QTest::newRow("points[1:2]") << "[0] = {x = 2, y = 3}, [1] = {x = 4, y = 5}";
        QTest::newRow("*points@2") << "[0] = {x = 0, y = 1}, [1] = {x = 2, y = 3}";
        QTest::newRow("no") << "";
        QTest::newRow("matrix") << "[0] = {1, 2, 3}, [1] = {4, 5, 6}";
        QTest::newRow("matrix[1]") << "[0] = 4, [1] = 5, [2] = 6";
        QTest::newRow("row") << "[0] = 1, [1] = 2, [2] = 3";
        QTest::newRow("scalar") << "*scalar = 5";
        QTest::newRow("letters") << "";
        QTest::newRow("name") << "[0] = 'h', [1] = 'e', [2] = 'l', [3] = 'l', [4] = 'o', [5] = '\\0'";
        QTest::newRow("nothing") << "";
        QTest::newRow("function") << "";
        QTest::newRow("number") << "";
        QTest::newRow("empty") << "";
        QTest::newRow("local") << "deep = 11";
        QTest::newRow("derived") << "Base = {id = 7}, Other = {other = 8}, id = 70, own = 9";
        QTest::newRow("static_cast<geo::Base&>(derived)") << "id = 7";
        QTest::newRow("boxed") << "Box<int> = {item = 4}, more = 5";
    }
    void partsOfCxx()
    {
        QFETCH(QString, parts);
        const std::string expression = QTest::currentDataTag();
        QCOMPARE(QString::fromStdString(m_cxx.parts(expression)), parts);
    }
    void pathsOfCxx_data()
    {
        QTest::addColumn<QString>("paths");
        QTest::newRow("point") << "point.x, point.y";
        QTest::newRow("pointer") << "pointer->x, pointer->y";
        QTest::newRow("*pointer") << "pointer->x, pointer->y";
        QTest::newRow("twice") << "*twice";
        QTest::newRow("*twice") << "(*twice)->x, (*twice)->y";
        QTest::newRow("*points@2") << "(*points@2)[0], (*points@2)[1]";
        QTest::newRow("row") << "(*row)[0], (*row)[1], (*row)[2]";
        QTest::newRow("matrix[1]") << "matrix[1][0], matrix[1][1], matrix[1][2]";
        QTest::newRow("toScalar") << "*toScalar";
        QTest::newRow("*toScalar") << "**toScalar";
        QTest::newRow("toLetters") << "*toLetters";
        QTest::newRow("derived")
            << "static_cast<geo::Base&>(derived), static_cast<geo::Other&>(derived), derived.id, derived.own";
        QTest::newRow("static_cast<geo::Base&>(derived)") << "static_cast<geo::Base&>(derived).id";
        QTest::newRow("(geo::Base&)derived") << "((geo::Base&)derived).id";
        QTest::newRow("boxed") << "-, boxed.more";
        QTest::newRow("base") << "static_cast<geo::Base&>(static_cast<geo::Derived&>(*base)), "
                                 "static_cast<geo::Other&>(static_cast<geo::Derived&>(*base)), "
                                 "static_cast<geo::Derived&>(*base).id, base->own";
        QTest::newRow("mixed")
            << "mixed.before, mixed.bits, mixed.number, mixed.inner, mixed.low, mixed.reference, mixed.opaque";
    }
    void pathsOfCxx()
    {
        QFETCH(QString, paths);
        QCOMPARE(QString::fromStdString(m_cxx.paths(QTest::currentDataTag())), paths);
    }

    /// The addresses differ from run to run.
    void pointersToPointersOpenStepByStep()
    {
        QVERIFY(m_cxx.parts("twice").starts_with("*twice = 0x"));
        QVERIFY(m_cxx.parts("toScalar").starts_with("*toScalar = 0x"));
        QVERIFY(m_cxx.parts("toLetters").ends_with("\"abc\""));
        QVERIFY(m_cxx.parts("first").starts_with("value = 1, next = 0x"));
        QCOMPARE(m_cxx.parts("first.next->next->next"), m_cxx.parts("first"));
    }
    void unnamedMembersAreThoseOfTheWhole()
    {
        const QString parts = QString::fromStdString(m_cxx.parts("mixed"));
        QVERIFY2(parts.startsWith("before = 1, bits = 2, number = ") &&
                     parts.endsWith(", inner = 3, low = 4, reference = 5, opaque = 0x0"),
                 qPrintable(parts));
        QCOMPARE(m_cxx.parts("mixed.opaque"), "");
    }
    void objectsOpenAsTheClassThatTheyHave()
    {
        const std::string parts = "Base = {id = 7}, Other = {other = 8}, id = 70, own = 9";
        QCOMPARE(m_cxx.parts("base"), parts);
        QCOMPARE(m_cxx.parts("asBase"), parts);
        QCOMPARE(m_cxx.parts("*base"), parts);
        QCOMPARE(m_cxx.evaluated("*base"), "{Base = {id = 7}, Other = {other = 8}, id = 70, own = 9}");
        QCOMPARE(m_cxx.evaluated("asBase"), m_cxx.evaluated("*base"));
        QCOMPARE(m_cxx.evaluated("static_cast<geo::Base&>(*base)"), "{id = 7}");
    }
    void virtualBasesAreFoundFromBothSides()
    {
        QCOMPARE(m_cxx.parts("diamond"),
                 "Left = {Base = {id = 7}, left = 1}, Right = {Base = {id = 7}, right = 2}, top = 3");
        QCOMPARE(m_cxx.parts("ofDiamond"), m_cxx.parts("diamond"));
        QCOMPARE(m_cxx.paths("ofDiamond"),
                 "static_cast<geo::Left&>(static_cast<geo::Diamond&>(*ofDiamond)), "
                 "static_cast<geo::Right&>(static_cast<geo::Diamond&>(*ofDiamond)), ofDiamond->top");
    }
    void whatCannotBeReadSaysSo()
    {
        QCOMPARE(m_cxx.count("lost"), 2u);
        QVERIFY(m_cxx.parts("lost").starts_with("x = <"));
    }
    void onlyTheRangeIsRead()
    {
        QCOMPARE(m_cxx.count("large"), 1000u);
        QCOMPARE(m_cxx.parts("large", 998, 10), "[998] = 996004, [999] = 998001");
        QCOMPARE(m_cxx.parts("large", 3, 2), "[3] = 9, [4] = 16");
        QCOMPARE(m_cxx.parts("large", 1000, 2), "");
        QCOMPARE(m_cxx.parts("point", 1, 5), "y = 2.5");
        QCOMPARE(m_cxx.parts("point", ~0ULL, ~0ULL), "");
    }

    void partsOfC()
    {
        QCOMPARE(m_c.parts("s.corner"), "[0] = {x = 1, y = 2}, [1] = {x = 3, y = 4}");
        QCOMPARE(m_c.paths("p"), "p->corner, p->u, p->inner, p->label");
        QCOMPARE(m_c.parts("p->corner[1]"), "x = 3, y = 4");
        QCOMPARE(m_c.paths("p->corner"), "p->corner[0], p->corner[1]");
    }

    void partsOfFortran_data()
    {
        QTest::addColumn<QString>("parts");
        QTest::addColumn<QString>("paths");
        QTest::newRow("grid") << "(1,0) = 1, (2,0) = 2, (1,1) = 3, (2,1) = 4, (1,2) = 5, (2,2) = 6"
                              << "grid(1,0), grid(2,0), grid(1,1), grid(2,1), grid(1,2), grid(2,2)";
        QTest::newRow("none") << "! not allocated"
                              << "";
        QTest::newRow("word") << ""
                              << "";
        QTest::newRow("z") << ""
                           << "";
        QTest::newRow("p") << "base_t = {id = 7}, x = 1.5, y = 2.5"
                           << "p%base_t, p%x, p%y";
        QTest::newRow("q") << "base_t = {id = 7}, x = 1.5, y = 2.5"
                           << "q%base_t, q%x, q%y";
        QTest::newRow("p%base_t") << "id = 7"
                                  << "p%base_t%id";
        QTest::newRow("mesh%cells") << "(1,1) = 1, (2,1) = 2, (1,2) = 3, (2,2) = 4"
                                    << "mesh%cells(1,1), mesh%cells(2,1), mesh%cells(1,2), mesh%cells(2,2)";
        QTest::newRow("mesh%corners%x") << "(1) = 1.5, (2) = 1.5"
                                        << "mesh%corners%x(1), mesh%corners%x(2)";
        QTest::newRow("grid(:,1)") << "(1) = 3, (2) = 4"
                                   << "-, -";
    }
    void partsOfFortran()
    {
        QFETCH(QString, parts);
        QFETCH(QString, paths);
        const std::string expression = QTest::currentDataTag();
        QCOMPARE(QString::fromStdString(m_fortran.parts(expression)), parts);
        QCOMPARE(QString::fromStdString(m_fortran.paths(expression)), paths);
    }

    void pathsAreWellFormed()
    {
        QCOMPARE(values::pathOfMember("a - b", "x", values::Language::Cxx), "(a - b).x");
        QCOMPARE(values::pathOfMember("(int)a", "x", values::Language::Cxx), "((int)a).x");
        QCOMPARE(values::pathOfMember("(T)(a)", "x", values::Language::Cxx), "((T)(a)).x");
        QCOMPARE(values::pathOfMember("m[\"] - [\"]", "x", values::Language::Cxx), "m[\"] - [\"].x");
        QCOMPARE(values::pathOfMember("a->b", "x", values::Language::Cxx), "a->b.x");
        QCOMPARE(values::pathOfMember("a%b", "x", values::Language::Cxx), "(a%b).x");
        QCOMPARE(values::pathOfMember("a%b", "x", values::Language::Fortran), "a%b%x");
        QCOMPARE(values::pathOfElement("a(2:5)", "(1)", values::Language::Fortran), "");
        QCOMPARE(values::pathOfTarget("a + 1"), "*(a + 1)");
        QCOMPARE(values::pathOfTarget("**p"), "*(**p)");
        QCOMPARE(values::pathOfMember("", "x", values::Language::Cxx), "");
        QCOMPARE(values::pathOfMember(std::string(3000, 'a'), "x", values::Language::Cxx), "");
        QCOMPARE(values::pathAsClass("a", ""), "");
    }
};

DBGR_TEST(TestValuesParts, QCoreApplication);

} // namespace tst_values_parts

#include "tst_values_parts.moc"
