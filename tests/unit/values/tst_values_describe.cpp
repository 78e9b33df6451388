// SPDX-License-Identifier: GPL-3.0-or-later
// Types in words, lists of names, and values part by part: of programs that compilers made, and at the limits.
#include "debug/scope_words.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/values/compiled_program.h"
#include "tests/unit/values/fake_process.h"
#include "values/describe/code_lists.h"
#include "values/describe/describe.h"
#include "values/describe/value_tree.h"
#include "values/names/code_names.h"
#include "values/names/listing.h"
#include "values/values_error.h"

#include <QDirIterator>
#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <memory>

namespace tst_values_describe {

using namespace dbgr::test;
using namespace dbgr::values;
using dbgr::debug::Description;
using dbgr::debug::ValueTree;

namespace {

constexpr auto kSource = R"(
namespace shop { int stock = 3; struct Base { long id; }; namespace in { int deep; } }
struct Node : shop::Base { unsigned low : 3; int mid : 5; union { int i; float f; }; Node* next; double many[4]; };
enum Colour { Red, Green = 5 };
typedef double real_t;
static int hidden = 1;
real_t g_real;
Node g_node;
int counted() { static int calls; Colour c = Green; return ++calls + hidden + c; }
int main() { return counted() + shop::stock + shop::in::deep + (int)g_real + g_node.mid; }
)";

/// Each sort of place that a variable may have outside of calls.
constexpr auto kPlaces = R"(
namespace shop { inline namespace v2 { int stock = 3; static int hidden = 1; namespace { int unnamed = 2; } } }
thread_local int g_each = 5;
struct Shelf { static int count; int take(int n) { static int taken; return taken += n; } static int lend(); };
int Shelf::count = 7;
int Shelf::lend() { static thread_local int lent; return ++lent; }
struct Calls { void (*plain)(); int (*two)(int, const char*); int (*more)(const char*, ...); double (*(*deep)(void (*)(Calls*)))(int);
               int (Shelf::*member)(int) = &Shelf::take; };
Calls g_calls;
int main() { Shelf s; return s.take(shop::stock + shop::hidden + shop::unnamed + g_each + Shelf::count) + Shelf::lend(); }
)";

/// A program of its own, and the modules of one that has it.
class Program : public ModuleMap
{
public:
    explicit Program(const char* source = kSource, const QString& compiler = "g++", const QStringList& options = {})
    {
        m_folder.write("a.cpp", source);
        m_isMade = !m_folder.run(compiler, QStringList{"-g", "-O0", "-o", "a", "a.cpp"} + options).isNull();
        m_module.path = m_folder.path("a");
        m_module.end = Address{~std::uint64_t{0} >> 1};
    }
    [[nodiscard]] std::span<const Module> modules() override { return std::span(&m_module, 1); }
    [[nodiscard]] std::string sourcePath() const { return m_folder.path("a.cpp"); }
    [[nodiscard]] bool isMade() const { return m_isMade; }
    [[nodiscard]] const LoadedFile& file() { return *m_files.all().front(); }
    [[nodiscard]] LoadedFiles& files() { return m_files; }

private:
    CompiledFolder m_folder;
    bool m_isMade = false;
    Module m_module;
    DebugFileStore m_store;
    LoadedFiles m_files{m_store, *this};
};

std::vector<std::string> namesOf(const Description& description)
{
    std::vector<std::string> names;
    for (const auto& one : description.names)
        names.push_back(one.name);
    return names;
}

bool has(const Description& description, const std::string& name)
{
    const auto names = namesOf(description);
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

class TestValuesDescribe : public QObject
{
    Q_OBJECT

private slots:
    /// Faces know states by their words.
    void statesAreKnownByTheirWords()
    {
        for (int code = 1; code < 30; ++code) {
            const std::error_code error = make_error_code(static_cast<Errc>(code));
            QCOMPARE(dbgr::debug::saysState(error.message()), isState(error));
        }
        for (const char* const why : {"", "nothing is recorded of the call"}) {
            const dbgr::util::Error error = optimizedOut(why).value();
            QVERIFY(isState(error.code));
            QVERIFY2(dbgr::debug::saysState(error.message()), error.message().c_str());
        }
        QVERIFY(!dbgr::debug::saysState("not allocated here"));
        QVERIFY(!dbgr::debug::saysState("nobody knows: optimised out"));
    }
    /// What is optimised out is said by one function only, which begins with the words of the state.
    void reasonsStandBehindTheWordsOfTheState()
    {
        const QRegularExpression other("fail\\(\\s*Errc::OptimizedOut");
        int files = 0;
        QDirIterator each(DBGR_SOURCE_DIR "/core/values", {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
        while (each.hasNext()) {
            QFile file(each.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const bool isIt = file.fileName().endsWith("/values_error.cpp");
            QVERIFY2(isIt || !QString::fromUtf8(file.readAll()).contains(other), qPrintable(file.fileName()));
            ++files;
        }
        QVERIFY(files > 100);
    }

    void initTestCase()
    {
        NEED_TOOL("g++");
        m_program = std::make_unique<Program>();
        QVERIFY(m_program->isMade());
    }

    void membersHaveOffsetsAndSizes()
    {
        const auto node = describeTypeNamed(m_program->files(), "struct Node", 100);
        QVERIFY(node);
        QVERIFY2(node->text.starts_with("Node, "), node->text.c_str());
        QVERIFY(node->names.size() == 8); // base, low, mid, the union and its two, next, many
        QCOMPARE(node->names[0].place, std::string("base class"));
        QCOMPARE(node->names[1].name, std::string("low"));
        QCOMPARE(node->names[1].bits, 3U);
        QVERIFY(!node->names[1].bytes);
        QCOMPARE(node->names[2].bits, 5U);
        QCOMPARE(node->names[2].bitOffset, 3U);
        QCOMPARE(node->names[4].name, std::string("i"));
        QCOMPARE(node->names[4].level, 1U);
        QCOMPARE(node->names[5].offset, node->names[4].offset); // of a union
        QCOMPARE(node->names[6].type, std::string("Node *"));
        QCOMPARE(node->names[7].bytes, std::optional<std::uint64_t>(32));
    }

    void typesAreFoundByAllTheirNames()
    {
        for (const char* name : {"Node", "struct Node", " Base ", "shop::Base", "Colour", "enum Colour", "real_t"})
            QVERIFY2(describeTypeNamed(m_program->files(), name, 100), name);
        QCOMPARE(describeTypeNamed(m_program->files(), "real_t", 100)->text, std::string("real_t = double, 8 bytes"));
        const auto colour = describeTypeNamed(m_program->files(), "Colour", 100);
        QCOMPARE(namesOf(*colour), (std::vector<std::string>{"Red", "Green"}));
        QCOMPARE(colour->names[1].type, std::string("= 5"));
        const auto none = describeTypeNamed(m_program->files(), "Nothing", 100);
        QVERIFY(!none && none.error().code == Errc::NoSuchName);
    }

    void whatIsLeftOutIsCounted()
    {
        const auto node = describeTypeNamed(m_program->files(), "Node", 3);
        QCOMPARE(node->names.size(), std::size_t(3));
        QCOMPARE(node->left, std::uint64_t(5));
        const Description all = describeNames(m_program->file(), Listed::Globals, "", 100);
        const Description one = describeNames(m_program->file(), Listed::Globals, "", 1);
        QCOMPARE(one.names.size(), std::size_t(1));
        QCOMPARE(one.left + 1, std::uint64_t(all.names.size()));
    }

    void namesAreListedSortedAndFiltered()
    {
        const Description globals = describeNames(m_program->file(), Listed::Globals, "", 100);
        QCOMPARE(namesOf(globals), (std::vector<std::string>{"shop::in::deep", "g_node", "g_real", "shop::stock"}));
        QCOMPARE(globals.names[2].type, std::string("real_t"));
        QCOMPARE(namesOf(describeNames(m_program->file(), Listed::Globals, "STOCK", 100)),
                 std::vector<std::string>{"shop::stock"});
        const Description statics = describeNames(m_program->file(), Listed::Statics, "", 100);
        QVERIFY(has(statics, "hidden") && has(statics, "counted::calls") && !has(statics, "g_real"));
        const Description types = describeNames(m_program->file(), Listed::Types, "", 100);
        QVERIFY(has(types, "Node") && has(types, "shop::Base") && has(types, "Colour") && has(types, "real_t"));
        QVERIFY(describeNames(m_program->file(), Listed::Modules, "", 100).names.empty());
        QVERIFY(describeNames(m_program->file(), Listed::Types, "nothing of that name", 100).names.empty());
    }

    void variablesAreListedWhereverTheirPlaceIsWritten_data()
    {
        QTest::addColumn<QString>("compiler");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("gcc") << "g++" << QStringList();
        QTest::newRow("gcc, older") << "g++" << QStringList{"-gdwarf-4"};
        QTest::newRow("gcc, split") << "g++" << QStringList{"-gsplit-dwarf"};
        QTest::newRow("clang") << "clang++" << QStringList{"-gdwarf-5"};
        QTest::newRow("clang, older") << "clang++" << QStringList{"-gdwarf-4"};
        QTest::newRow("clang, split") << "clang++" << QStringList{"-gdwarf-5", "-gsplit-dwarf"};
    }
    void variablesAreListedWhereverTheirPlaceIsWritten()
    {
        QFETCH(const QString, compiler);
        QFETCH(const QStringList, options);
        Program program(kPlaces, compiler, options);
        QVERIFY(program.isMade());
        QCOMPARE(namesOf(describeNames(program.file(), Listed::Globals, "", 100)),
                 (std::vector<std::string>{"Shelf::count", "g_calls", "g_each", "shop::v2::stock"}));
        QCOMPARE(namesOf(describeNames(program.file(), Listed::Statics, "", 100)),
                 (std::vector<std::string>{"shop::v2::hidden", "Shelf::lend::lent", "Shelf::take::taken",
                                           "shop::v2::(anonymous namespace)::unnamed"}));
    }
    void typesOfFunctionsHaveTheirParameters_data() { variablesAreListedWhereverTheirPlaceIsWritten_data(); }
    void typesOfFunctionsHaveTheirParameters()
    {
        QFETCH(const QString, compiler);
        QFETCH(const QStringList, options);
        Program program(kPlaces, compiler, options);
        QVERIFY(program.isMade());
        const auto calls = describeTypeNamed(program.files(), "Calls", 100);
        std::vector<std::string> types;
        for (const auto& one : calls->names)
            types.push_back(one.type);
        QCOMPARE(types,
                 (std::vector<std::string>{"void (*)()", "int (*)(int, const char *)", "int (*)(const char *, ...)",
                                           "double (*(*)(void (*)(Calls *)))(int)", "int (Shelf::*)(int)"}));
    }

    void namesAreListedWithWhereTheyAreDeclared()
    {
        const auto place = [&](Listed what, const char* name) {
            const Description found = describeNames(m_program->file(), what, name, 1);
            return found.names.empty() ? std::string() : found.names.front().place;
        };
        const std::string file = m_program->sourcePath();
        QCOMPARE(place(Listed::Globals, "stock"), file + ":2");
        QCOMPARE(place(Listed::Globals, "g_node"), file + ":8");
        QCOMPARE(place(Listed::Statics, "hidden"), file + ":6");
        QCOMPARE(place(Listed::Statics, "calls"), file + ":9");
        QCOMPARE(place(Listed::Types, "Node"), file + ":3");
        QCOMPARE(place(Listed::Types, "real_t"), file + ":5");
    }

    void namesOfAllFilesAreListed()
    {
        Program library; // of the same names, as if it were another one
        const LoadedFile* const both[] = {&m_program->file(), &library.file()};
        const auto names = [&](Listed what, const char* text) { return namesOf(describeNames(both, what, text, 100)); };
        QCOMPARE(names(Listed::Globals, "stock"), (std::vector<std::string>{"shop::stock", "shop::stock"}));
        QCOMPARE(names(Listed::Types, "Node"), std::vector<std::string>{"Node"}); // it is the same type
    }

    void functionsAndTheirFilesAreListed()
    {
        NEED_TOOL("g++");
        CompiledFolder folder;
        folder.write("twice.h",
                     "namespace geo { template <class T> T twice(T x) { return x + x; }\n"
                     "struct Shape { int area(); int sides() { return 4; } virtual ~Shape() = default; }; }\n");
        folder.write("b.cpp",
                     "#include \"twice.h\"\nnamespace {\nint hidden() { return 1; } struct Local { int one(); }; int "
                     "Local::one() { return 1; }\n}\n"
                     "int geo::Shape::area() { return twice(sides()) + (int)twice(2.5) + hidden() + Local().one(); }\n"
                     "extern \"C\" int plain(int);\nint main() { geo::Shape s; return s.area() + plain(1); }\n");
        folder.write("c.c", "static inline int inlined(int x) { return x + 1; }\n"
                            "int plain(int x) { return inlined(x); }\n");
        for (const char* const level : {"-O0", "-O2"}) {
            QVERIFY(!folder.run("gcc", {"-g", level, "-c", "c.c"}).isNull());
            QVERIFY(!folder.run("g++", {"-g", level, "-fno-inline", "-o", "b", "b.cpp", "c.o"}).isNull());
            const auto file = DebugFile::open(folder.path("b"), "");
            QVERIFY(file);
            std::map<std::string, std::string> places;
            forEachFunction(**file, [&](const FunctionPlace& one) {
                places[one.name] = one.file.substr(one.file.rfind('/') + 1) + ":" + std::to_string(one.line);
                return true;
            });
            for (const auto& [name, place] :
                 std::map<std::string, std::string>{{"main", "b.cpp:7"},
                                                    {"geo::Shape::area()", "b.cpp:5"},
                                                    {"geo::Shape::sides()", "twice.h:2"},
                                                    {"(anonymous namespace)::hidden", "b.cpp:3"},
                                                    {"(anonymous namespace)::Local::one", "b.cpp:3"},
                                                    {"int geo::twice<int>(int)", "twice.h:1"},
                                                    {"double geo::twice<double>(double)", "twice.h:1"},
                                                    {"plain", "c.c:2"},
                                                    {"inlined", "c.c:1"}})
                QVERIFY2(places.contains(name) && places[name] == place,
                         (name + " at " + places[name] + " with " + level).c_str());
            const auto sources = sourcesOf(**file);
            for (const char* const name : {"b.cpp", "c.c", "twice.h"})
                QVERIFY2(sources.contains(folder.path(name)), name);
        }
    }

    void filesWithoutCodeAreListed_data()
    {
        QTest::addColumn<QString>("format");
        QTest::newRow("DWARF 4") << "-gdwarf-4";
        QTest::newRow("DWARF 5") << "-gdwarf-5";
    }
    void filesWithoutCodeAreListed()
    {
        NEED_TOOL("g++");
        QFETCH(QString, format);
        CompiledFolder folder;
        folder.write("types.h", "struct Point { double x, y; };\nenum { kMost = 41 };\n");
        folder.write("data.h", "static const int kTable[] = {1, 2, 3};\n");
        folder.write("d.cpp", "#include \"types.h\"\n#include \"./data.h\"\n"
                              "int main() { Point p{1, kTable[2]}; return (int)p.y - kMost; }\n");
        QVERIFY(!folder.run("g++", {format, "-O0", "-o", "d", "d.cpp"}).isNull());
        const auto file = DebugFile::open(folder.path("d"), "");
        QVERIFY(file);
        const auto sources = sourcesOf(**file);
        for (const char* const name : {"d.cpp", "types.h", "data.h"})
            QVERIFY2(sources.contains(folder.path(name)), name);
        QCOMPARE(sources.size(), std::size_t(3)); // each by one name, and nothing that is no file
    }

    void includedLinesOfFortranAreListed()
    {
        NEED_TOOL("gfortran");
        CompiledFolder folder;
        folder.write("sizes.inc", "integer :: n = 4\n");
        folder.write("i.f90", "program p\n include 'sizes.inc'\n print *, n\nend program\n");
        QVERIFY(!folder.run("gfortran", {"-g", "-O0", "-o", "i", "i.f90"}).isNull());
        const auto file = DebugFile::open(folder.path("i"), "");
        QVERIFY(file);
        for (const char* const name : {"i.f90", "sizes.inc"})
            QVERIFY2(sourcesOf(**file).contains(folder.path(name)), name);
    }

    void functionsOfFortranAreListed()
    {
        NEED_TOOL("gfortran");
        CompiledFolder folder;
        folder.write("g.f90", "module solver\ncontains\n subroutine relax(x)\n real :: x\n x = half(x)\n contains\n"
                              "  real function half(y)\n  real :: y\n  half = y / 2\n  end function\n end subroutine\n"
                              "end module\nprogram p\n use solver\n real :: x = 3\n call relax(x)\n print *, x\n"
                              "end program\n");
        QVERIFY(!folder.run("gfortran", {"-g", "-O0", "-J", ".", "-o", "g", "g.f90"}).isNull());
        const auto file = DebugFile::open(folder.path("g"), "");
        QVERIFY(file);
        std::vector<std::string> names;
        forEachFunction(**file, [&](const FunctionPlace& one) {
            names.push_back(one.name + " " + std::to_string(one.line));
            return true;
        });
        for (const char* const name : {"solver::relax 3", "solver::relax::half 7", "p 13"})
            QVERIFY2(std::find(names.begin(), names.end(), name) != names.end(), name);
    }

    void listsOfCodeAreSortedFilteredAndCounted()
    {
        const LoadedFile* const files[] = {&m_program->file()};
        QCOMPARE(namesOf(describeFunctions(files, "", 100)), (std::vector<std::string>{"counted()", "main"}));
        QCOMPARE(namesOf(describeFunctions(files, "COUNT", 100)), std::vector<std::string>{"counted()"});
        const Description one = describeFunctions(files, "", 1);
        QVERIFY(one.names.size() == 1 && one.left == 1);
        QVERIFY(one.names[0].place.ends_with("/a.cpp:9"));
        QVERIFY(describeSources(files, "a.c", 100).names.at(0).name.ends_with("/a.cpp"));
        QVERIFY(describeSources(files, "nothing of that name", 100).names.empty());
    }

    void namesOfFortran()
    {
        NEED_TOOL("gfortran");
        CompiledFolder folder;
        folder.write("f.f90",
                     "module m\n integer :: state = 1\nend module\nprogram p\n use m\n integer, save :: kept = 2\n"
                     " integer :: c\n common /blk/ c\n c = state + kept\n print *, c\nend program\n");
        QVERIFY(!folder.run("gfortran", {"-g", "-O0", "-J", ".", "-o", "f", "f.f90"}).isNull());
        const auto file = DebugFile::open(folder.path("f"), "");
        QVERIFY(file);
        std::vector<std::string> globals, statics, modules;
        const auto list = [&](Listed what, std::vector<std::string>& to) {
            forEachName(**file, what, [&](const ListedName& one) {
                to.push_back(one.inside + " " + one.name);
                return true;
            });
        };
        list(Listed::Globals, globals);
        list(Listed::Statics, statics);
        list(Listed::Modules, modules);
        QCOMPARE(globals, (std::vector<std::string>{"m state", "/blk/ c"}));
        QCOMPARE(statics, std::vector<std::string>{"p kept"});
        QCOMPARE(modules, std::vector<std::string>{" m"});
        int visits = 0;
        forEachName(**file, Listed::Globals, [&](const ListedName&) { return ++visits < 1; });
        QCOMPARE(visits, 1); // nobody goes on who is told not to
    }

    void partsOfValues()
    {
        FakeProcess process(Language::Fortran);
        const Type& integer = process.type(TypeKind::Signed, 4, "integer(kind=4)");
        process.variable("m", process.arrayOf(integer, {{-1, 0}, {1, 3}}), std::vector<std::int32_t>{1, 2, 3, 4, 5, 6});
        process.variable("off", process.pointerTo(integer), std::vector<std::uint64_t>{0});
        const ValueTree m = process.tree("m", {3, 4, 1000});
        QVERIFY(m.kind == ValueTree::Kind::Array);
        QCOMPARE(m.bounds.size(), std::size_t(2));
        QCOMPARE(m.bounds[0].first, std::int64_t(-1));
        QCOMPARE(m.bounds[1].second, std::uint64_t(3));
        QCOMPARE(m.parts.size(), std::size_t(4));
        QCOMPARE(m.left, std::uint64_t(2));
        QCOMPARE(m.parts[1].value, std::string("2"));
        QVERIFY(m.parts[1].kind == ValueTree::Kind::Integer);
        const ValueTree off = process.tree("off", {3, 4, 1000});
        QCOMPARE(off.problem, std::string("not associated"));
        const ValueTree computed = process.tree("m * 2", {3, 100, 1000});
        QCOMPARE(computed.parts.size(), std::size_t(6));
        QCOMPARE(computed.parts[5].value, std::string("12"));
        const ValueTree shallow = process.tree("m", {0, 100, 1000});
        QVERIFY(shallow.parts.empty());
        QCOMPARE(shallow.left, std::uint64_t(6));
    }

    /// However many a person asks for.
    void treesAreBounded()
    {
        FakeProcess process(Language::Fortran);
        const Type& integer = process.type(TypeKind::Signed, 1, "integer(kind=1)");
        process.variable("huge", process.arrayOf(integer, {{1, 50'000}}), std::vector<std::int8_t>(50'000, 1));
        const ValueTree huge = process.tree("huge", {20, 1'000'000, 1000});
        QVERIFY(huge.parts.size() < ValueTree::kMaxNodes);
        QCOMPARE(huge.parts.size() + huge.left, std::uint64_t(50'000));
    }

private:
    std::unique_ptr<Program> m_program;
};

DBGR_TEST(TestValuesDescribe, QCoreApplication);

} // namespace tst_values_describe

#include "tst_values_describe.moc"
