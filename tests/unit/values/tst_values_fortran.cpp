// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about arrays, pointers and texts of gfortran's programs, and changing them.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/halted_program.h"
#include "tests/unit/values/stopped_program.h"

#include <QtTest>

namespace tst_values_fortran {

using namespace dbgr;
using namespace dbgr::test;

namespace {

const char* const kArrays = R"(program arrays
  implicit none
  integer, target :: a(10) = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  integer, target :: m(4, 6) = 1, one = 5, two = 6
  real, target :: same_bytes(10) = 1
  type :: pair
    integer :: x = 1, y = 2
  end type
  type(pair), target :: pairs(3)
  integer, pointer :: all(:), thirds(:), back(:), shifted(:), single(:), none(:), empty(:), of_pairs(:), row(:)
  integer, pointer :: block(:, :), scalar, nothing
  integer, allocatable, target :: zero(:)
  all => a
  thirds => a(1:10:3)
  back => a(10:1:-1)
  shifted(0:) => a
  single => a(1:1)
  nullify(none, nothing)
  allocate(zero(0))
  empty => zero
  of_pairs => pairs%x
  row => m(2, :)
  block => m(2:3, ::2)
  scalar => one
  call show(a)
  print *, same_bytes, two
contains
  subroutine show(open)
    integer, target :: open(-1:*)
    call stop_here()
  end subroutine
end program
)";

/// gfortran 12 records the ends of what contained procedures are given in no case, and else where they are used.
const char* const kSizes = R"(module sizes
contains
  subroutine show(n, open, wide, columns)
    integer :: n, open(-1:*), wide(n, 0:*), columns(0:n, -2:*)
    columns(2, -1) = sum(wide(:, 2)) + sum(columns(:, -2)) - 16 + open(0)
    call inner(n, columns)
  contains
    subroutine inner(n, lost)
      integer :: n, lost(0:n - 1, *)
      lost(0, 1) = 3
      call stop_here()
    end subroutine
  end subroutine
end module
program main
  use sizes
  implicit none
  integer :: a(10) = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], m(4, 6) = 1, flat(24) = 3
  call show(4, a, m, flat)
end program
)";

struct Row
{
    const char* expression;
    const char* expected;
};

const char* const kEnd = "! nobody knows where the array ends: its last dimension is *";

const Row kOfAssociation[] = {
    {"associated(all, a)", ".true."},
    {"associated(all, a(:))", ".true."},
    {"associated(all, a(1:9))", ".false."},
    {"associated(all, a(1:10:3))", ".false."},
    {"associated(thirds, a)", ".false."},
    {"associated(thirds, a(1:10:3))", ".true."},
    {"associated(thirds, a(1:4))", ".false."}, // as many, elsewhere
    {"associated(thirds, a(::3))", ".true."},
    {"associated(back, a)", ".false."},
    {"associated(back, a(10:1:-1))", ".true."},
    {"associated(back, a(10:10))", ".false."},
    {"associated(shifted, a)", ".true."}, // bounds do not matter
    {"associated(shifted, all)", ".true."},
    {"associated(single, a(1:1))", ".true."},
    {"associated(single, a(1:2:5))", ".true."}, // with one element there is no way to the next one
    {"associated(single, a(1))", ".false."},    // no array
    {"associated(all, same_bytes)", ".false."},
    {"associated(none)", ".false."},
    {"associated(none, a)", ".false."},
    {"associated(empty)", ".true."},
    {"associated(empty, zero)", ".false."}, // without a size
    {"associated(of_pairs, pairs%x)", ".true."},
    {"associated(of_pairs, pairs%y)", ".false."},
    {"associated(row, m(2,:))", ".true."},
    {"associated(row, m(:,2))", ".false."},
    {"associated(block, m(2:3,::2))", ".true."},
    {"associated(block, m(2:3,1:3))", ".false."},
    {"associated(block, m(2,:))", ".false."},
    {"associated(scalar, one)", ".true."},
    {"associated(scalar, two)", ".false."},
    {"associated(scalar, a(1))", ".false."},
    {"associated(nothing, one)", ".false."},
    {"associated(all, open)", kEnd},
};

const Row kOfAssumedSize[] = {
    {"lbound(open)", "(-1)"},
    {"lbound(open, 1)", "-1"},
    {"lbound(wide)", "(1, 0)"},
    {"lbound(columns)", "(0, -2)"},
    {"lbound(columns, 2)", "-2"},
    {"ubound(columns, 1)", "4"},
    {"size(columns, 1)", "5"},
    {"columns(2, -1)", "5"},
    {"lbound(lost)", "! the compiler did not record the bounds of all dimensions"},
    {"lost(0, 1)", "! the compiler did not record the bounds of all dimensions"},
    {"rank(columns)", "2"},
    {"ubound(open)", kEnd},
    {"ubound(open, 1)", kEnd},
    {"ubound(columns, 2)", kEnd},
    {"size(open)", kEnd},
    {"size(columns, 2)", kEnd},
    {"shape(wide)", kEnd},
    {"open(8)", "10"},
    {"open(-2)", "! subscript -2 is outside of -1:-2"},
};

const char* const kTexts = R"(program texts
  implicit none
  integer, parameter :: wide = selected_char_kind('ISO_10646')
  character(kind=wide, len=6) :: w, v, many(2)
  character(len=6) :: narrow = 'ab'
  w = char(int(z'e4'), wide) // char(int(z'20ac'), wide) // wide_'x'
  v = w
  many = w
  many(2)(2:2) = wide_'q'
  call stop_here()
  print *, len_trim(w), len_trim(v), len_trim(many), narrow
end program
)";

const Row kOfWideTexts[] = {
    {"len(w)", "6"},
    {"len_trim(w)", "3"},
    {"len(trim(w))", "3"},
    {"trim(w)", "'ä€x'"},
    {"len_trim(many)", "(3, 3)"},
    {"len(w // v)", "12"},
    {"len(trim(w) // trim(v))", "6"},
    {"len_trim(w(2:))", "2"},
    {"w(2:2)", "'€'"},
    {"len(w(2:2))", "1"},
    {"w == v", ".true."},
    {"w(1:1) == 'ä'", ".true."},
    {"w(2:2) > w(1:1)", ".true."},
    {"w(1:1) > 'z'", ".true."},
    {"trim(w) == w", ".true."},
    {"len(narrow)", "6"},
    {"len_trim(narrow)", "2"},
};

/// Each as it is then; "!": refused.
struct Change
{
    const char* target;
    const char* value;
    const char* expected;
};

const Change kChangesOfTexts[] = {
    {"w", "'o'", "'o     '"},
    {"w", "'öé€'", "'öé€   '"},
    {"w(2:3)", "'€'", "'ä€    '"},
    {"w", "narrow", "'ab    '"},
    {"w", "'1234567'", "! the text has 7 characters, and there is room for 6"},
    {"w", "'äöüäöü'", "'äöüäöü'"},
    {"many", "'€'", "('€     ', '€     ')"},
    {"many(2)", "w", "'ä€x   '"},
    {"narrow", "w", "! the text has characters that do not fit into one byte"},
    {"narrow", "w(3:3)", "'x     '"},
    {"w", "5", "! a number cannot be stored as character(kind=4)"},
};

const char* const kRecords = R"(program records
  implicit none
  type :: point
    integer :: x = 1, y = 2
  end type
  type, extends(point) :: named
    character(4) :: name = 'old'
    real(8) :: weights(2) = [1d0, 2d0]
  end type
  type :: other
    integer :: x = 7, y = 8
  end type
  type :: linked
    integer :: n = 1
    integer, pointer :: list(:) => null()
  end type
  type :: owner
    integer :: n = 1
    integer, allocatable :: list(:)
  end type
  type :: around
    type(owner) :: inside
  end type
  type :: unknown
    integer, pointer :: one => null()
  end type
  type(point) :: p, q, ps(3), qs(2)
  type(named) :: a, b
  type(other) :: o
  type(linked) :: l, k
  type(owner) :: w, v
  type(around) :: r, s
  type(unknown) :: u, t
  integer, target :: numbers(3) = [4, 5, 6]
  type(point), pointer :: far
  type(point), allocatable :: here
  allocate(far, here)
  q%x = 11
  q%y = 12
  qs(1)%x = 21
  qs(2)%x = 22
  b%name = 'new'
  b%weights = 9
  b%x = 5
  k%list => numbers(1:3:2)
  far%x = 31
  here%x = 41
  allocate(w%list(2), v%list(3))
  u%one => numbers(1)
  t%one => numbers(2)
  call stop_here()
  print *, p, q, ps, qs, a, b, o, l%n, k%n, w%n, v%n, r%inside%n, s%inside%n, u%one, t%one, o
end program
)";

const Change kChangesOfRecords[] = {
    {"p", "q", "{x = 11, y = 12}"},
    {"p", "far", "{x = 31, y = 2}"},
    {"far", "q", "{x = 11, y = 12}"},
    {"here", "far", "{x = 31, y = 2}"},
    {"p", "here", "{x = 41, y = 2}"},
    {"ps(2)", "q", "{x = 11, y = 12}"},
    {"ps", "q", "({x = 11, y = 12}, {x = 11, y = 12}, {x = 11, y = 12})"},
    {"ps(1:3:2)", "qs", "({x = 21, y = 2}, {x = 22, y = 2})"},
    {"ps(2:1:-1)", "qs", "({x = 21, y = 2}, {x = 22, y = 2})"},
    {"ps", "qs", "! the shapes differ: (3) is to be (2)"},
    {"p", "qs", "! one value is expected, and there is an array of them"},
    {"a", "b", "{point = {x = 5, y = 2}, name = 'new ', weights = (9, 9)}"},
    {"a%point", "q", "{x = 11, y = 12}"},
    {"p", "o", "! a point cannot be changed to a other"},
    {"p", "a", "! a point cannot be changed to a named"},
    {"p", "5", "! a whole point cannot be changed to that: name one of its components"},
    {"ps", "5", "! a whole point cannot be changed to that: name one of its components"},
    {"l", "k", "{n = 1, list = (4, 6)}"},
    {"w", "v",
     "! its component list is allocatable, and a copy would share its memory: change the components one by one"},
    {"r", "s",
     "! its component list is allocatable, and a copy would share its memory: change the components one by one"},
    {"u", "t", "! nobody knows whether its component one is allocatable: change the components one by one"},
};

} // namespace

class TestValuesFortran : public QObject
{
    Q_OBJECT

    static void compare(StoppedProgram& program, std::span<const Row> rows)
    {
        for (const Row& row : rows)
            QCOMPARE(QString::fromStdString(std::string(row.expression) + ": " + program.evaluated(row.expression)),
                     QString(row.expression) + ": " + row.expected);
    }
    static void change(StoppedProgram& program, std::span<const Change> changes)
    {
        for (const Change& one : changes) {
            const std::string what = std::string(one.target) + " = " + one.value + ": ";
            const std::string before = program.evaluated(one.target);
            const std::string is = program.assigned(one.target, one.value);
            const std::string whole = one.target == std::string("w(2:3)") ? program.evaluated("w") : is;
            QCOMPARE(QString::fromStdString(what + whole), QString::fromStdString(what + one.expected));
            if (!is.starts_with('!'))
                QVERIFY(program.takeBack());
            QCOMPARE(QString::fromStdString(what + program.evaluated(one.target)),
                     QString::fromStdString(what + before));
        }
    }
    static bool start(StoppedProgram& program, const char* source)
    {
        return program.start("gfortran", source, {"-O0", "-Wl,-z,noexecstack"});
    }

private slots:
    void initTestCase()
    {
        NEED_TOOL("gfortran");
        if (!kCanStopPrograms)
            QSKIP("programs cannot be stopped here");
    }

    void associatedComparesElements()
    {
        StoppedProgram program;
        QVERIFY(start(program, kArrays));
        compare(program, kOfAssociation);
    }
    void assumedSizesHaveNoEnd()
    {
        StoppedProgram program;
        QVERIFY(start(program, kSizes));
        compare(program, kOfAssumedSize);
    }
    void wideTextsAreCountedInCharacters()
    {
        StoppedProgram program;
        QVERIFY(start(program, kTexts));
        compare(program, kOfWideTexts);
    }
    void wideTextsCanBeChanged()
    {
        StoppedProgram program;
        QVERIFY(start(program, kTexts));
        change(program, kChangesOfTexts);
    }
    void recordsCanBeChanged()
    {
        StoppedProgram program;
        QVERIFY(start(program, kRecords));
        change(program, kChangesOfRecords);
    }
};

DBGR_TEST(TestValuesFortran, QCoreApplication);

} // namespace tst_values_fortran

#include "tst_values_fortran.moc"
