// SPDX-License-Identifier: GPL-3.0-or-later
// Names of Fortran behind which there is nothing, and why: each has its own word, and none is left out.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/halted_program.h"
#include "tests/unit/values/stopped_program.h"

#include <QtTest>

namespace tst_values_fortran_nothing {

using namespace dbgr::test;

namespace {

const char* const kLists = R"(module lists
  implicit none
  integer :: shared = 4
contains
  subroutine work(arg)
    integer, intent(in) :: arg
    integer :: used, only_here, arr(3)
    real :: ratio
    character(len=5) :: word
    integer, save :: kept = 6
    namelist /group/ used, only_here, ratio, word, arg, kept, arr, shared
    namelist /unused/ ratio, only_here
    used = arg
    word = 'hello'
    arr = [7, 8, 9]
    call stop_here()
    print *, used, word, arr, kept
  end subroutine
end module
program main
  use lists
  implicit none
  call work(3)
end program
)";

const char* const kAssociates = R"(module associates
  implicit none
  type :: point
    integer :: x = 1, y = 2
  end type
contains
  subroutine work(none, plain, absent, missing)
    real, pointer, intent(in) :: none(:)
    integer, intent(in) :: plain(:)
    integer, optional :: absent(:), missing
    real, pointer :: off
    integer, pointer :: table(:, :)
    type(point), pointer :: spot, spots(:)
    nullify (off, table, spot, spots)
    associate (array => none, scalar => off, two => table, record => spot, records => spots, there => plain, &
               some => plain(2:3), computed => plain(1) + 1)
      call stop_here()
      print *, there, some, computed
    end associate
    call inner
  contains
    subroutine inner
      call stop_here()
      print *, present(absent), present(missing), associated(off)
    end subroutine
  end subroutine
end module
program main
  use associates
  implicit none
  real, pointer :: none(:)
  nullify (none)
  call work(none, [1, 2, 3])
end program
)";

struct Expected
{
    const char* name;
    const char* value;
};

void addLevels()
{
    QTest::addColumn<QString>("level");
    for (const char* const level : {"-O0", "-Og", "-O1", "-O2"})
        QTest::newRow(level) << level;
}

} // namespace

class TestValuesFortranNothing : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        NEED_TOOL("gfortran");
        if (!kCanStopPrograms)
            QSKIP("programs cannot be stopped here");
    }

    /// gfortran gives variables that are used in namelists only no place.
    void eachItemOfANamelistIsNamed_data() { addLevels(); }
    void eachItemOfANamelistIsNamed()
    {
        QFETCH(const QString, level);
        StoppedProgram program;
        QVERIFY(program.start("gfortran", kLists, {level, "-fno-inline"}));
        const QString list = QString::fromStdString(program.evaluated("group"));
        for (const char* const item : {"{used = ", ", only_here = <optimised out>", ", ratio = <optimised out>",
                                       ", word = ", ", arg = ", ", kept = 6", ", arr = ", ", shared = 4}"})
            QVERIFY2(list.contains(item), qPrintable(QString(item) + " is not in " + list));
        QVERIFY2(list.contains("'hello'") && list.contains("(7, 8, 9)"), qPrintable(list));
        QCOMPARE(QString::fromStdString(program.evaluated("unused")),
                 QString("{ratio = <optimised out>, only_here = <optimised out>}"));
        QCOMPARE(QString::fromStdString(program.evaluated("group%ratio")), QString("<optimised out>"));
        QCOMPARE(QString::fromStdString(program.evaluated("group%kept + 1")), QString("7"));
        QCOMPARE(QString::fromStdString(program.evaluated("group%arr(2)")), QString("8"));
    }

    /// An absent dummy is another thing than a pointer to nothing.
    void associateNamesOfNullPointers()
    {
        StoppedProgram program;
        QVERIFY(program.start("gfortran", kAssociates, {"-O0"}));
        const Expected expected[] = {{"array", "<not associated>"},
                                     {"scalar", "<not associated>"},
                                     {"two", "<not associated>"},
                                     {"record", "<not associated>"},
                                     {"records", "<not associated>"},
                                     {"there", "(1, 2, 3)"},
                                     {"some", "(2, 3)"},
                                     {"computed", "2"},
                                     {"none", "<not associated>"},
                                     {"off", "<not associated>"},
                                     {"table", "<not associated>"},
                                     {"spot", "<not associated>"},
                                     {"absent", "<not present>"},
                                     {"missing", "<not present>"},
                                     {"present(absent)", ".false."},
                                     {"present(missing)", ".false."},
                                     {"associated(off)", ".false."}};
        for (const auto& [name, value] : expected)
            QCOMPARE(QString(name) + " " + QString::fromStdString(program.evaluated(name)),
                     QString(name) + " " + value);
        QVERIFY(program.goOn());
        for (const auto& [name, value] : {Expected{"absent", "<not present>"}, Expected{"missing", "<not present>"},
                                          Expected{"off", "<not associated>"}}) // of the host
            QCOMPARE(QString(name) + " " + QString::fromStdString(program.evaluated(name)),
                     QString(name) + " " + value);
    }
};

DBGR_TEST(TestValuesFortranNothing, QCoreApplication);

} // namespace tst_values_fortran_nothing

#include "tst_values_fortran_nothing.moc"
