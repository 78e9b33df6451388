// SPDX-License-Identifier: GPL-3.0-or-later
// Names of real programs: procedures of Fortran as people call them, and what the index of a file finds.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/compiled_program.h"
#include "values/file/debug_file.h"
#include "values/names/procedures.h"

#include <QtTest>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tst_values_names {

using namespace dbgr::test;
using namespace dbgr::values;

namespace {

/// Of the innermost procedure of Fortran.
std::string nameAt(DebugFile& file, FileAddress pc)
{
    const std::vector<ProcedureHere> procedures = proceduresAt(file, pc);
    return procedures.empty() ? "" : procedures.front().name;
}

const char* const kModules = R"(module solver_mod
  implicit none
  integer :: counter = 7
  type :: point
    integer :: x
  end type point
  interface
    module subroutine far(n)
      integer, intent(inout) :: n
    end subroutine far
  end interface
contains
  subroutine Relax(n)
    integer, intent(inout) :: n
    type(point), save :: here
    here%x = n
    call inner(n)
    n = n + here%x
  contains
    subroutine inner(m)
      integer, intent(inout) :: m
      m = m + here%x
    end subroutine inner
  end subroutine Relax
  function energy(x) result(e)
    real, intent(in) :: x
    real :: e
    e = 2 * x
  end function energy
end module solver_mod

submodule (solver_mod) solver_far
contains
  module subroutine far(n)
    integer, intent(inout) :: n
    n = n + 3
  end subroutine far
end submodule solver_far

module other_mod
  implicit none
  integer :: unused = 1
contains
  subroutine relax(n)
    integer, intent(inout) :: n
    n = n - 1
  end subroutine relax
end module other_mod
)";

const char* const kProgram = R"(program Main_Prog
  use solver_mod, only : relax, far, energy
  use other_mod, only : relax_other => relax
  implicit none
  integer :: n
  n = 1
  call relax(n)
  call relax_other(n)
  call far(n)
  call lone(n)
  call inner(n)
  print *, n, energy(1.0)
contains
  subroutine inner(k)
    integer, intent(inout) :: k
    k = k * n
  end subroutine inner
end program Main_Prog

subroutine lone(n)
  integer, intent(inout) :: n
  n = n * 2
end subroutine lone
)";

const char* const kC = R"(struct Point { int x; };
struct Point thePoint = {1};
static int hidden = 2;
void relax_in_c(void) { thePoint.x += hidden; }
void lone_c(void) { relax_in_c(); }
)";

QString joined(std::vector<std::string> names)
{
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : " ") + name;
    return QString::fromStdString(text);
}

} // namespace

class TestValuesNames : public QObject
{
    Q_OBJECT

    CompiledFolder m_folder;
    std::unique_ptr<DebugFile> m_plain, m_optimised;

    void build(const QString& name, const QString& level, std::unique_ptr<DebugFile>& file)
    {
        QVERIFY(!m_folder.run("gfortran", {"-g", level, "-o", name, "modules.f90", "program.f90", "c.o"}).isNull());
        auto opened = DebugFile::open(m_folder.path(name), "");
        QVERIFY2(opened, opened ? "" : opened.error().message().c_str());
        file = *std::move(opened);
    }

private slots:
    void initTestCase()
    {
        NEED_TOOL("gfortran");
        NEED_TOOL("gcc");
        NEED_TOOL("nm");
        m_folder.write("modules.f90", kModules);
        m_folder.write("program.f90", kProgram);
        m_folder.write("c.c", kC);
        QVERIFY(!m_folder.run("gcc", {"-g", "-c", "c.c"}).isNull());
        build("plain", "-O0", m_plain);
        build("optimised", "-O2", m_optimised);
    }

    void findsProcedures_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("symbols");
        const auto row = [](const char* rule, const char* name, const char* symbols) {
            QTest::newRow(rule) << QString(name) << QString(symbols);
        };
        row("in a module", "solver_mod::energy", "__solver_mod_MOD_energy");
        row("without it", "energy", "__solver_mod_MOD_energy");
        row("in all modules", "relax", "__other_mod_MOD_relax __solver_mod_MOD_relax");
        row("in one of them", "solver_mod::relax", "__solver_mod_MOD_relax");
        row("in the other one", "other_mod::relax", "__other_mod_MOD_relax");
        row("in any case", "Solver_MOD::RELAX", "__solver_mod_MOD_relax");
        row("external", "lone", "lone_");
        row("external, in any case", "LONE", "lone_");
        row("the main program", "main_prog", "MAIN__");
        row("the main program in any case", "Main_Prog", "MAIN__");
        row("of a submodule", "far", "__solver_mod_MOD_far");
        row("in another module", "other_mod::energy", "");
        row("an unknown one", "nothing", "");
        row("a part of a name", "rela", "");
        row("a part of a module's name", "mod::relax", "");
        row("no name", "", "");
        row("no name in a module", "solver_mod::", "");
        row("a name in no module", "::relax", "");
        row("only the mark", "::", "");
        row("a module", "solver_mod", "");
        row("a variable", "counter", "");
        row("a function of C", "relax_in_c", "");
        row("a linker's name", "__solver_mod_MOD_relax", "");
    }
    void findsProcedures()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, symbols);
        for (const QString& program : {QStringLiteral("plain"), QStringLiteral("optimised")}) {
            DebugFile& file = program == "plain" ? *m_plain : *m_optimised;
            std::vector<std::string> found, expected;
            for (const FileAddress at : proceduresNamed(file, name.toStdString()))
                found.push_back(textOf(at));
            for (const QString& symbol : symbols.split(' ', Qt::SkipEmptyParts))
                expected.push_back(textOf(FileAddress{m_folder.address(program, symbol.toLatin1())}));
            QCOMPARE(joined(found), joined(expected));
        }
    }

    void findsContainedProcedures_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* rule, const char* name, const char* expected) {
            QTest::newRow(rule) << QString(name) << QString(expected);
        };
        row("of all hosts", "inner", "main_prog::inner relax::inner");
        row("of a host", "relax::inner", "relax::inner");
        row("of a host in a module", "solver_mod::relax::inner", "relax::inner");
        row("of the main program", "MAIN_PROG::Inner", "main_prog::inner");
        row("of another host", "energy::inner", "");
        row("of another host of that name", "other_mod::relax::inner", "");
        row("not of the module", "solver_mod::inner", "");
    }
    void findsContainedProcedures()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, expected);
        std::vector<std::string> found;
        for (const FileAddress at : proceduresNamed(*m_plain, name.toStdString()))
            found.push_back(nameAt(*m_plain, at));
        QCOMPARE(joined(found), expected);
    }

    void namesWhatIsThere_data()
    {
        QTest::addColumn<QByteArray>("symbol");
        QTest::addColumn<QString>("expected");
        QTest::newRow("in a module") << QByteArray("__solver_mod_MOD_relax") << "solver_mod::relax";
        QTest::newRow("of the same name") << QByteArray("__other_mod_MOD_relax") << "other_mod::relax";
        QTest::newRow("external") << QByteArray("lone_") << "lone";
        QTest::newRow("the main program") << QByteArray("MAIN__") << "main_prog";
        QTest::newRow("of C") << QByteArray("relax_in_c") << "";
        QTest::newRow("without debug information") << QByteArray("_start") << "";
    }
    void namesWhatIsThere()
    {
        QFETCH(const QByteArray, symbol);
        QFETCH(const QString, expected);
        for (const QString& program : {QStringLiteral("plain"), QStringLiteral("optimised")}) {
            const std::uint64_t at = m_folder.address(program, symbol);
            QVERIFY(at != 0);
            DebugFile& file = program == "plain" ? *m_plain : *m_optimised;
            QCOMPARE(QString::fromStdString(nameAt(file, FileAddress{at})), expected);
        }
    }

    void findsWhatIsOfASubmoduleByTheNameItShows()
    {
        const std::string name = nameAt(*m_plain, FileAddress{m_folder.address("plain", "__solver_mod_MOD_far")});
        QVERIFY2(QString::fromStdString(name).endsWith("::far"), name.c_str());
        QCOMPARE(proceduresNamed(*m_plain, name).size(), std::size_t{1});
    }

    void aProcedureOfASubmoduleIsOfItsModule()
    {
        QCOMPARE(proceduresNamed(*m_plain, "solver_mod::far").size(), std::size_t{1});
    }

    void namesNothingWhereThereIsNoCode()
    {
        for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{1}, UINT64_MAX})
            QCOMPARE(nameAt(*m_plain, FileAddress{at}), std::string());
        const std::uint64_t variable = m_folder.address("plain", "__solver_mod_MOD_counter");
        QVERIFY(variable != 0);
        QCOMPARE(nameAt(*m_plain, FileAddress{variable}), std::string());
    }

    void indexesModules()
    {
        const NameIndex& index = m_plain->index();
        QCOMPARE(index.modules("solver_mod").size(), std::size_t{1});
        QCOMPARE(index.modules("SOLVER_Mod").size(), std::size_t{1});
        QCOMPARE(index.modules("solver").size(), std::size_t{0});
        QCOMPARE(index.modules("relax").size(), std::size_t{0});
        QCOMPARE(index.modules("").size(), std::size_t{0});
        std::vector<std::string> names;
        for (const Die& module : index.allModules())
            names.push_back(module.name());
        const QString all = joined(names);
        QVERIFY2(all.contains("other_mod") && all.contains("solver_mod"), qPrintable(all));
    }

    void indexesVariables()
    {
        const NameIndex& index = m_plain->index();
        QCOMPARE(index.variables("counter").size(), std::size_t{1});
        QCOMPARE(index.variables("COUNTER").size(), std::size_t{1});
        QCOMPARE(index.variables("__solver_mod_MOD_counter").size(), std::size_t{1});
        QCOMPARE(index.variables("thePoint").size(), std::size_t{1});
        QCOMPARE(index.variables("thepoint").size(), std::size_t{0}); // C has cases
        QCOMPARE(index.variables("hidden").size(), std::size_t{1});
        QCOMPARE(index.variables("nothing").size(), std::size_t{0});
        QCOMPARE(index.variables("").size(), std::size_t{0});
    }

    void indexesTypes()
    {
        const NameIndex& index = m_plain->index();
        QCOMPARE(index.types("Point").size(), std::size_t{2}); // C's, and Fortran's in any case
        QVERIFY(index.types("POINT").size() == 1);             // Fortran's only
        QCOMPARE(index.types("nothing").size(), std::size_t{0});
    }
};

DBGR_TEST(TestValuesNames, QCoreApplication);

} // namespace tst_values_names

#include "tst_values_names.moc"
