// SPDX-License-Identifier: GPL-3.0-or-later
// Variables of Fortran procedures that stay from call to call, of which gfortran may record the first value instead of
// the place; and constants, which look the same.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/halted_program.h"
#include "tests/unit/values/stopped_program.h"

#include <QtTest>

namespace tst_values_saved {

using namespace dbgr;
using namespace dbgr::test;

namespace {

/// gfortran -O0 records of `total` in first and second, and of both in others, the first value only; of kept the place.
const char* const kSaved = R"(subroutine first()
  implicit none
  integer :: total = 41, count = 5
  call inner(1)
contains
  subroutine inner(n)
    integer, intent(in) :: n
    total = total + 8*n
    call stop_here()
    call deeper()
  end subroutine
  subroutine deeper()
    count = count + 1
  end subroutine
end subroutine
module others
contains
  subroutine second(n)
    integer :: n
    integer :: total = SECOND
    integer :: local
    local = n
    call apply(callback)
    n = local
  contains
    subroutine callback()
      total = total + 1
      local = local + total
      call stop_here()
    end subroutine
    subroutine apply(f)
      external :: f
      call f()
    end subroutine
  end subroutine
  subroutine kept(n)
    integer :: n
    integer, save :: total = 100
    total = total + n
    call stop_here()
  end subroutine
end module
program saved
  use others
  implicit none
  integer :: n = 7
  call first()
  call second(n)
  call kept(n)
end program
)";

/// Of -O1 on, calls of constant is 3, and that of the main program 4; the only symbol is that of counts.
const char* const kConstants = R"(module counting
  implicit none
contains
  subroutine counts(n)
    integer, intent(inout) :: n
    integer, save :: calls = 7
    calls = calls + 1
    n = n + calls
    call stop_here()
  end subroutine
  subroutine constant(n)
    integer, intent(inout) :: n
    integer :: calls
    calls = 3
    n = n*calls
    call stop_here()
    n = n*calls
    call around()
  contains
    subroutine around()
      n = n + 1
      call stop_here()
    end subroutine
  end subroutine
end module
program constants
  use counting
  integer :: n = 1
  call counts(n)
  call constant(n)
  call local(n)
  print *, n
contains
  subroutine local(n)
    integer, intent(inout) :: n
    integer :: calls
    calls = 4
    n = n*calls
    call stop_here()
    n = n*calls
  end subroutine
end program
)";

const QStringList kTrampolines{"-Wl,-z,execstack", "-Wl,--no-warn-execstack"};

} // namespace

class TestValuesSaved : public QObject
{
    Q_OBJECT

private slots:
    void placesAreThoseOfTheirSymbols()
    {
        NEED_TOOL("gfortran");
        if (!kCanStopPrograms)
            QSKIP("programs cannot be stopped here");
        StoppedProgram program;
        QVERIFY(program.start("gfortran", kSaved, QStringList{"-O0", "-cpp", "-DSECOND=42"} + kTrampolines));
        QCOMPARE(QString::fromStdString(program.evaluated("total")), QString("49"));
        QCOMPARE(QString::fromStdString(program.evaluated("count")), QString("5"));
        QCOMPARE(QString::fromStdString(program.assigned("total", "50")), QString("50"));
        QVERIFY(program.takeBack());
        QCOMPARE(QString::fromStdString(program.evaluated("total")), QString("49"));
        QVERIFY(program.goOn());
        QCOMPARE(QString::fromStdString(program.evaluated("total")), QString("43"));
        QVERIFY(program.goOn());
        QCOMPARE(QString::fromStdString(program.evaluated("total")), QString("150"));
    }

    void whatIsNotCertainIsSaid()
    {
        NEED_TOOL("gfortran");
        if (!kCanStopPrograms)
            QSKIP("programs cannot be stopped here");
        StoppedProgram program;
        QVERIFY(program.start("gfortran", kSaved, QStringList{"-O0", "-cpp", "-DSECOND=41"} + kTrampolines));
        const QString unknown = "the compiler recorded only the value that it began with, 41, and not where it is";
        QCOMPARE(QString::fromStdString(program.evaluated("total")), "<" + unknown + ">");
        QCOMPARE(QString::fromStdString(program.assigned("total", "50")), "! " + unknown);
        QVERIFY(program.goOn());
        QCOMPARE(QString::fromStdString(program.evaluated("total")), "<" + unknown + ">");
        QVERIFY(program.goOn());
        QCOMPARE(QString::fromStdString(program.evaluated("total")), QString("149"));
    }

    void constantsAreNotTakenForOthers_data()
    {
        QTest::addColumn<QString>("level");
        QTest::newRow("-O1") << "-O1";
        QTest::newRow("-O2") << "-O2";
    }
    void constantsAreNotTakenForOthers()
    {
        NEED_TOOL("gfortran");
        if (!kCanStopPrograms)
            QSKIP("programs cannot be stopped here");
        QFETCH(QString, level);
        StoppedProgram program;
        QVERIFY(program.start("gfortran", kConstants, {level, "-fno-inline", "-fno-optimize-sibling-calls"}));
        QCOMPARE(QString::fromStdString(program.evaluated("calls")), QString("8"));
        for (const char* const value : {"3", "3", "4"}) { // also in the procedure that constant contains
            QVERIFY(program.goOn());
            QCOMPARE(QString::fromStdString(program.evaluated("calls")), QString(value));
            QVERIFY(program.assigned("calls", "9").starts_with("! it cannot be changed"));
        }
    }
};

DBGR_TEST(TestValuesSaved, QCoreApplication);

} // namespace tst_values_saved

#include "tst_values_saved.moc"
