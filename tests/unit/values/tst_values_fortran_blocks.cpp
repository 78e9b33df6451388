// SPDX-License-Identifier: GPL-3.0-or-later
// gfortran's block and associate constructs: before one, a name is that of the procedure, whatever the construct calls
// so. The compiler says that they begin with the procedure.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/halted_program.h"
#include "tests/unit/values/stopped_program.h"

#include <QtTest>

namespace tst_values_fortran_blocks {

using namespace dbgr::test;

namespace {

const char* const kSource = R"(program main
  implicit none
  integer :: grid = 1, other = 2
  call stop_here()
  other = 3
  block
    integer :: grid
    grid = 7
    call stop_here()
    print *, grid
  end block
  print *, grid, other
  call sub(5)
contains
  subroutine sub(n)
    integer :: n, x
    x = n
    call stop_here()
    if (n > 3) then
      block
        real :: x
        x = 2.5
        call stop_here()
        print *, x
      end block
    end if
    call stop_here()
    associate (x => n*2)
      call stop_here()
      print *, x
    end associate
    print *, x, n
  end subroutine
end program
)";

} // namespace

class TestValuesFortranBlocks : public QObject
{
    Q_OBJECT

private slots:
    void namesAreTheProceduresBeforeABlock()
    {
        NEED_TOOL("gfortran");
        if (!kCanStopPrograms)
            QSKIP("programs cannot be stopped here");
        StoppedProgram program;
        QVERIFY(program.start("gfortran", kSource, {"-O0"}));
        const char* const expected[][2] = {{"grid", "1"}, {"grid", "7"}, {"x", "5"},
                                           {"x", "2.5"},  {"x", "5"},    {"x", "10"}};
        for (std::size_t stop = 0; stop < std::size(expected); ++stop) {
            QVERIFY(stop == 0 || program.goOn());
            const auto& [name, value] = expected[stop];
            QCOMPARE(QString::number(stop) + ": " + QString::fromStdString(program.evaluated(name)),
                     QString::number(stop) + ": " + value);
            const auto listed = program.reader->variables(program.frame());
            QVERIFY(listed);
            QCOMPARE(std::ranges::count(*listed, name, &dbgr::values::Value::name),
                     stop == 1 || stop == 3 || stop == 5 ? 2 : 1);
        }
    }
};

DBGR_TEST(TestValuesFortranBlocks, QCoreApplication);

} // namespace tst_values_fortran_blocks

#include "tst_values_fortran_blocks.moc"
