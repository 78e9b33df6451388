// SPDX-License-Identifier: GPL-3.0-or-later
// Where names that stand in lines of real programs are declared: what each line sees, wherever a rank stands.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/compiled_program.h"
#include "values/describe/declaration.h"
#include "values/reader.h"

#include <QtTest>

#include <algorithm>
#include <span>
#include <string>

namespace tst_values_declarations {

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

namespace {

const char* const kCxx = R"(
#include <memory>
#include <vector>
struct Base { int id; };
struct Inner {
  int deep;
};
struct Whole : Base {
  Inner inner;
  Inner* link;
  union {
    int either;
    float other;
  };
  static int shared;
  int method(int by)
  {
    return by + id + either + shared;
  }
};
int Whole::shared = 3;
enum class Shade { Dark, Light };
enum Plain { First, Second };
namespace geo {
int cells = 2;
typedef double Real;
}
template <class T> T twice(T what)
{
  T doubled = what + what;
  return doubled;
}
int value = 1;
int global() { return value; }
__attribute__((noinline)) int shadows(int value)
{
  int sum = value;
  for (int value = 0; value < sum; ++value)
    sum += value * 2;
  {
    long value = sum;
    sum += value * 3;
  }
  return sum + value * 4;
}
__attribute__((noinline)) int paths(Whole& whole, Whole* pointer, Whole (&many)[3], Shade shade)
{
  geo::Real real = geo::cells;
  auto onlyHere = [&](int given) { int inLambda = given + whole.id; return inLambda; };
  many[1].inner.deep = pointer->link->deep;
  whole.either = pointer->inner.deep + onlyHere(2);
  struct Local { int ofLocal; } local = {4};
  if (shade == Shade::Light && Second) { int within = 5; local.ofLocal += within; }
  return local.ofLocal + static_cast<int>(real);
}
int held(std::vector<Inner>& inners, std::unique_ptr<Inner> owned)
{
  return inners[0].deep + owned->deep;
}
int main()
{
  Whole whole; Whole many[3]; Inner inner{3};
  whole.link = &inner;
  return shadows(2) + paths(whole, &whole, many, Shade::Dark) + whole.method(2) + twice(3) + (int)twice(2.0) + global() + (whole.id > 9 ? held(*new std::vector<Inner>(1), nullptr) : 0);
}
)";

const char* const kC = R"(
typedef struct node node_t;
struct node {
  int weight;
  node_t *next;
};
static int count;
enum colour { RED, GREEN };
int walk(node_t *head, enum colour tint)
{
  int total = 0;
  while (head) {
    int count = head->weight;
    total += count;
    head = head->next;
  }
  return total + count + (tint == GREEN);
}
int main(void)
{
  node_t one = {3, 0};
  return walk(&one, RED);
}
)";

const char* const kFortran = R"(
module shapes
  implicit none
  type :: base_t
    integer :: id = 1
  end type
  type, extends(base_t) :: cell_t
    real :: x
  end type
  type :: field_t
    type(cell_t), allocatable :: cells(:)
  end type
  integer :: counter = 0
contains
  subroutine relax(field, n)
    integer, intent(in) :: n
    type(field_t), intent(inout) :: field
    integer :: k
    do k = 1, n
      FIELD%Cells(k)%X = field%cells(k)%x + n
      field%cells(k)%id = counter
    end do
    call inside(k)
  contains
    subroutine inside(k)
      integer, intent(inout) :: k
      k = k + n
    end subroutine
  end subroutine
end module
program main
  use shapes
  type(field_t) :: own
  allocate(own%cells(3))
  call relax(own, 3)
  print *, counter
end program
)";

/// Every register and byte holds something, as in the engine.
class Something final : public Memory
{
public:
    [[nodiscard]] bool read(Address, std::span<std::byte> out) override
    {
        std::ranges::fill(out, std::byte{1});
        return ++m_reads < 1000;
    }

private:
    int m_reads = 0;
};

class Anywhere final : public Frame
{
public:
    explicit Anywhere(Address pc) : m_pc(pc) {}
    [[nodiscard]] Address pc() const override { return m_pc; }
    [[nodiscard]] bool isCaller() const override { return false; }
    [[nodiscard]] std::optional<Address> cfa() override { return Address{0x0101'0101'0101}; }
    bool readRegister(unsigned, std::span<std::byte> out) override
    {
        std::ranges::fill(out, std::byte{1});
        return true;
    }
    [[nodiscard]] Frame* caller() override { return nullptr; }

private:
    Address m_pc;
};

class ProgramOnly final : public ModuleMap
{
public:
    explicit ProgramOnly(const std::string& path) { m_module.path = path, m_module.end = Address{1U << 30}; }
    [[nodiscard]] std::span<const Module> modules() override { return {&m_module, 1}; }

private:
    Module m_module;
};

/// Of the first line with that text; 0 there is none.
std::uint32_t lineWith(const QByteArray& source, const QByteArray& text)
{
    const qsizetype at = source.indexOf(text);
    return at < 0 ? 0 : static_cast<std::uint32_t>(source.left(at).count('\n') + 1);
}

} // namespace

class TestValuesDeclarations : public QObject
{
    Q_OBJECT

    CompiledFolder m_folder;

    struct Source
    {
        const char* file;
        const char* text;
    };
    static Source sourceOf(const QString& language)
    {
        return language == "c++" ? Source{"a.cpp", kCxx}
               : language == "c" ? Source{"a.c", kC}
                                 : Source{"a.f90", kFortran};
    }
    /// The text of the line that the answer names, or what is wrong. \param near as of codeOfLine()
    QString declared(const QString& language, const QString& level, const QByteArray& standsIn, const QString& name,
                     std::uint64_t near = 0)
    {
        const Source source = sourceOf(language);
        const std::string path = m_folder.path(source.file);
        DebugFileStore store;
        ProgramOnly modules(m_folder.path(language + level));
        Something memory;
        Reader reader(store, modules, memory);
        const auto code = codeOfLine(reader.files(), Address{near}, path, lineWith(source.text, standsIn));
        if (!code)
            return "! " + QString::fromStdString(code.error().detail);
        Anywhere frame(*code);
        const auto found = declarationOfLast(reader, {&frame, kInnermostFrame}, name.toStdString());
        if (!found)
            return "! " + QString::fromStdString(found.error().detail);
        const QString place = QString::fromStdString(found->place);
        const QList<QByteArray> lines = QByteArray(source.text).split('\n');
        const int line = place.mid(place.lastIndexOf(':') + 1).toInt();
        if (place != QString::fromStdString(path) + ':' + QString::number(line) || line < 1 || line > lines.size())
            return "elsewhere: " + place;
        return QString::fromUtf8(lines[line - 1].trimmed());
    }

private slots:
    void initTestCase()
    {
        NEED_TOOL("g++");
        NEED_TOOL("gfortran");
        for (const char* const language : {"c++", "c", "fortran"}) {
            const Source source = sourceOf(language);
            m_folder.write(source.file, source.text);
            const QString compiler = QLatin1String(language) == "c++" ? "g++"
                                     : QLatin1String(language) == "c" ? "gcc"
                                                                      : "gfortran";
            for (const char* const level : {"-O0", "-O2"})
                QVERIFY(!m_folder
                             .run(compiler, {"-g", level, "-no-pie", "-o", QLatin1String(language) + level,
                                             QString::fromStdString(m_folder.path(source.file))})
                             .isNull());
        }
    }

    void isWhatTheLineSees_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* language, const char* line, const char* name, const char* expected) {
            QTest::addRow("%s: %s in %s", language, name, line)
                << language << QByteArray(line) << QString(name) << expected;
        };
        // The innermost of those that have the name.
        row("c++", "int sum = value;", "value", "__attribute__((noinline)) int shadows(int value)");
        row("c++", "value * 2;", "value", "for (int value = 0; value < sum; ++value)");
        row("c++", "value * 3;", "value", "long value = sum;");
        row("c++", "value * 4;", "value", "__attribute__((noinline)) int shadows(int value)");
        row("c++", "int global()", "value", "int value = 1;");
        row("c++", "value * 3;", "sum", "int sum = value;");
        row("c++", "int within", "within",
            "if (shade == Shade::Light && Second) { int within = 5; local.ofLocal += within; }");
        row("c++", "return sum +", "within", "! there is no 'within' here");
        // Arguments, members by each way to them.
        row("c++", "many[1].inner", "many",
            "__attribute__((noinline)) int paths(Whole& whole, Whole* pointer, Whole (&many)[3], Shade shade)");
        row("c++", "many[1].inner", "many[1].inner", "Inner inner;");
        row("c++", "many[1].inner", "many[1].inner.deep", "int deep;");
        row("c++", "many[1].inner", "pointer->link", "Inner* link;");
        row("c++", "many[1].inner", "pointer->link->deep", "int deep;");
        row("c++", "whole.either", "whole.either", "int either;");
        row("c++", "whole.either", "whole.id", "struct Base { int id; };");
        row("c++", "whole.either", "whole.shared", "static int shared;");
        row("c++", "whole.either", "whole.bogus", "! there is no member 'bogus'");
        row("c++", "return by +", "by", "int method(int by)");
        row("c++", "return by +", "id", "struct Base { int id; };");
        row("c++", "return by +", "either", "int either;");
        row("c++", "return by +", "shared", "int Whole::shared = 3;");
        row("c++", "return local.ofLocal +", "local.ofLocal", "struct Local { int ofLocal; } local = {4};");
        row("c++", "return doubled", "doubled", "T doubled = what + what;");
        row("c++", "return doubled", "what", "template <class T> T twice(T what)");
        row("c++", "return inners", "inners[0].deep", "int deep;");
        row("c++", "return inners", "owned->deep", "int deep;");
        // Enumerators, types, namespaces.
        row("c++", "if (shade", "Shade::Light", "enum class Shade { Dark, Light };");
        row("c++", "if (shade", "Second", "enum Plain { First, Second };");
        row("c++", "geo::Real real", "geo::cells", "int cells = 2;");
        row("c++", "geo::Real real", "geo::Real", "typedef double Real;");
        row("c++", "Whole whole; Whole", "Whole", "struct Whole : Base {");
        row("c++", "struct Local", "Local", "struct Local { int ofLocal; } local = {4};");
        row("c++", "many[1].inner", "Base::id", "struct Base { int id; };");
        // C.
        row("c", "total += count", "count", "int count = head->weight;");
        row("c", "return total", "count", "static int count;");
        row("c", "return total", "GREEN", "enum colour { RED, GREEN };");
        row("c", "total += count", "head->next->weight", "int weight;");
        row("c", "return walk", "one.next", "node_t *next;");
        row("c", "while (head)", "tint", "int walk(node_t *head, enum colour tint)");
        // Fortran, in any case. gfortran has no lines of components, and its arguments are in the line of their
        // procedure.
        row("fortran", "FIELD%Cells", "FIELD%Cells(k)%X", "type, extends(base_t) :: cell_t");
        row("fortran", "FIELD%Cells", "field%cells", "type :: field_t");
        row("fortran", "field%cells(k)%id =", "field%cells(k)%id", "type :: base_t");
        row("fortran", "field%cells(k)%id =", "counter", "integer :: counter = 0");
        row("fortran", "FIELD%Cells", "N", "subroutine relax(field, n)");
        row("fortran", "FIELD%Cells", "k", "integer :: k");
        row("fortran", "k = k + n", "k", "subroutine inside(k)");
        row("fortran", "k = k + n", "n", "subroutine relax(field, n)");
        row("fortran", "call relax(own", "own%cells", "type :: field_t");
    }
    void isWhatTheLineSees()
    {
        QFETCH(QString, language);
        QFETCH(QByteArray, line);
        QFETCH(QString, name);
        QTEST(declared(language, "-O0", line, name), "expected");
    }

    /// What the compiler left out has no declaration; of the rest none is another one's.
    void optimisedCodeDoesNotLie_data() { isWhatTheLineSees_data(); }
    void optimisedCodeDoesNotLie()
    {
        QFETCH(QString, language);
        QFETCH(QByteArray, line);
        QFETCH(QString, name);
        QFETCH(QString, expected);
        const QString found = declared(language, "-O2", line, name);
        if (!found.startsWith('!'))
            QCOMPARE(found, expected);
        else if (name == "many" || name == "pointer->link")
            QCOMPARE(found, expected); // what is certainly there
        else if (name == "value" && found.startsWith("! whether"))
            QVERIFY(found.contains("a.cpp:" + QString::number(lineWith(kCxx, "long value = sum;"))));
    }

    void linesOutsideOfFunctionsSeeNoLocals()
    {
        QVERIFY(declared("c++", "-O0", "namespace geo {", "value").startsWith("! no function with code has "));
        QVERIFY(declared("c", "-O0", "static int count;", "head").startsWith("! no function with code has "));
        QVERIFY(declared("c", "-O0", "return walk", "").startsWith("! the expression ends with no name"));
    }

    /// Also where a rank stands in the unit already.
    void whereTheRankStandsDoesNotMatter()
    {
        const std::uint64_t main = m_folder.address("c++-O0", "main");
        QVERIFY(main != 0);
        QCOMPARE(declared("c++", "-O0", "value * 3;", "value", main), QString("long value = sum;"));
    }
};

DBGR_TEST(TestValuesDeclarations, QCoreApplication);

} // namespace tst_values_declarations

#include "tst_values_declarations.moc"
