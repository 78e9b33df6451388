// SPDX-License-Identifier: GPL-3.0-or-later
// What names and types of C++ mean in a function of a real program. It never runs: its variables have the values that
// are in the file.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/compiled_program.h"
#include "values/expr/leading_name.h"
#include "values/expr/parser.h"
#include "values/print/printer.h"
#include "values/reader.h"
#include "values/target/code_frame.h"
#include "values/values_error.h"

#include <QtTest>

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <set>
#include <span>
#include <string>

namespace tst_values_cxx_names {

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

namespace {

const char* const kFirst = R"(
int cells = 1;
int inner = 90;
static int hidden = 2;
extern int elsewhere;
thread_local int perThread = 9;
enum Signal { Red = -2, Green };
namespace { int quiet = 3; }
namespace geo {
int cells = 12;
inline namespace v2 { double scale = 2.5; }
enum class Shape : unsigned char { Round = 1, Square = 200 };
typedef unsigned short Small;
struct Base
{
  constexpr Base() = default;
  virtual int work(int factor);
  static int s_count;
  static constexpr int kLimit = 99;
  struct Nested { int deep; char more; };
  int m_id = 21;
  Nested m_nested{22, 'c'};
};
int Base::s_count = 6;
struct Other { constexpr Other() = default; virtual int other() { return 1; } int m_other = 31; };
struct Derived : Base, Other
{
  constexpr Derived() = default;
  int work(int factor) override;
  int other() override { return m_own; }
  int m_own = 41;
};
Derived object;
Base* base = &object;
Other* other = &object;
struct Plain { int x; } plain = {5};
int Base::work(int factor) { return factor + s_count + kLimit; }
int Derived::work(int factor) { return factor + m_own + static_cast<int>(scale) + Small(1); }
}
template <class T, int N> struct Fixed { T items[N]; int all() const { return N + items[0]; } };
namespace app {
namespace alias = geo;
int cells = 80;
int used(int n) { using namespace geo; if (n > 3) { int inner = 5; n += inner; } return n + static_cast<int>(scale) + alias::cells + cells; }
}
geo::Shape shape = geo::Shape::Square;
Signal signalled = Green;
geo::Small few = 3;
Fixed<char, 4> fixed{{1, 2, 3, 4}};
int main() { return app::used(hidden + quiet + elsewhere + perThread) + fixed.all() + geo::base->work(1); }
)";

const char* const kSecond = R"(
int elsewhere = 70;
static int hidden = 71;
static int onlyThere = 72;
struct Opaque { int inside; };
Opaque opaque{1};
int useThem() { return hidden + onlyThere + elsewhere + opaque.inside; }
)";

/// The file as it would be mapped, without the changes that running makes.
class FileMemory final : public Memory
{
public:
    explicit FileMemory(QByteArray file) : m_file(std::move(file)) {}
    [[nodiscard]] bool read(Address address, std::span<std::byte> out) override
    {
        Elf64_Ehdr header;
        std::memcpy(&header, m_file.constData(), sizeof header);
        for (unsigned i = 0; i < header.e_phnum; ++i) {
            Elf64_Phdr segment;
            std::memcpy(&segment, m_file.constData() + header.e_phoff + i * sizeof segment, sizeof segment);
            const std::uint64_t offset = address.value - segment.p_vaddr;
            if (segment.p_type != PT_LOAD || address.value < segment.p_vaddr || offset + out.size() > segment.p_filesz)
                continue;
            std::memcpy(out.data(), m_file.constData() + segment.p_offset + offset, out.size());
            return true;
        }
        return false;
    }

private:
    QByteArray m_file;
};

class OneModule final : public ModuleMap
{
public:
    explicit OneModule(const std::string& path) { m_module.path = path, m_module.end = Address{1U << 30}; }
    [[nodiscard]] std::span<const Module> modules() override { return {&m_module, 1}; }

private:
    Module m_module;
};

} // namespace

class TestValuesCxxNames : public QObject
{
    Q_OBJECT

    CompiledFolder m_folder;
    QByteArray m_program;

    /// In the function that has this symbol.
    QString evaluated(const QByteArray& function, const QString& expression)
    {
        DebugFileStore store;
        OneModule modules(m_folder.path("program"));
        FileMemory memory(m_program);
        Reader reader(store, modules, memory);
        CodeFrame frame(Address{m_folder.address("program", function)});
        const auto tree = parse(expression.toStdString(), Language::Cxx);
        const auto answer = tree ? reader.evaluate({&frame, 0}, *tree) : util::fail(tree.error());
        if (!answer)
            return (answer.error().code == Errc::NotOurs ? "not ours: " : "! ") +
                   QString::fromStdString(answer.error().detail);
        return QString::fromStdString(Printer(reader.values(), {}).text(*answer, Language::Cxx));
    }

private slots:
    void initTestCase()
    {
        NEED_TOOL("g++");
        NEED_TOOL("nm");
        m_folder.write("first.cpp", kFirst);
        m_folder.write("second.cpp", kSecond);
        QVERIFY(!m_folder.run("g++", {"-g", "-O0", "-std=c++20", "-no-pie", "-o", "program", "first.cpp", "second.cpp"})
                     .isNull());
        QFile file(QString::fromStdString(m_folder.path("program")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_program = file.readAll();
    }

    void meansWhatTheLanguageSays_data()
    {
        QTest::addColumn<QByteArray>("function");
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* function, const char* expression, const char* expected) {
            QTest::addRow("%s: %s", function, expression) << QByteArray(function) << expression << expected;
        };
        const char* const main = "main";
        const char* const derived = "_ZN3geo7Derived4workEi";
        const char* const used = "_ZN3app4usedEi";
        const char* const there = "_Z7useThemv";
        const char* const fixed = "_ZNK5FixedIcLi4EE3allEv";
        row(main, "cells", "1");
        row(derived, "cells", "12");
        row(used, "cells", "80");
        row(used, "::cells", "1");
        row(used, "geo::cells", "12");
        row(used, "::geo::cells", "12");
        row(used, "alias::cells", "12");
        row(main, "alias::cells", "! there is no 'alias::cells' here");
        row(used, "scale", "2.5");
        row(main, "scale", "! there is no 'scale' here");
        row(main, "geo::v2::scale", "2.5");
        row(main, "hidden", "2");
        row(there, "hidden", "71");
        row(main, "onlyThere", "72");
        row(main, "elsewhere", "70");
        row(main, "quiet", "3");
        row(main, "useThem", "not ours: 'useThem' is a function, which needs a compiler");
        row(main, "geo::base->work", "! no member named 'work' in Base");
        row(main, "bogus", "! there is no 'bogus' here");
        row(main, "geo::bogus", "! there is no 'geo::bogus' here");
        row(main, "Red", "Red");
        row(main, "Green + 1", "0");
        row(main, "signalled == Green", "true");
        row(main, "geo::Shape::Square", "Square");
        row(main, "shape == geo::Shape::Square", "true");
        row(derived, "Shape::Round", "Round");
        row(main, "geo::Round", "! there is no 'geo::Round' here");
        row(derived, "s_count", "6");
        row(derived, "Base::s_count", "6");
        row(main, "geo::Derived::s_count", "6");
        row(main, "geo::Base::kLimit", "99");
        row(main, "geo::Base::m_id", "not ours: geo::Base::m_id is a member of each object of its class");
        row(fixed, "N", "4");
        row(fixed, "sizeof(T)", "1");
        row(main, "perThread + 1", "not ours: it is thread-local");
    }
    void meansWhatTheLanguageSays() { compare(); }

    void knowsWhatAllCallsShare_data()
    {
        QTest::addColumn<QByteArray>("function");
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* function, const char* expression, const char* expected) {
            QTest::addRow("%s: %s", function, expression) << QByteArray(function) << expression << expected;
        };
        const char* const derived = "_ZN3geo7Derived4workEi";
        const char* const used = "_ZN3app4usedEi";
        row(used, "cells", "80");
        row(used, "cells + scale", "82.5");
        row(used, "n", "! each call has its own n");
        row(used, "n + 1", "! each call has its own n");
        row(used, "inner", "! each call has its own inner"); // of a block that comes later
        row(used, "::inner", "90");
        row(used, "bogus", "! there is no 'bogus' here");
        row(derived, "s_count", "6");
        row(derived, "m_own", "! each object has its own m_own");
        row(derived, "this->m_own", "! each call has its own this");
        row("", "cells", "1");
        row("", "inner", "90");
    }
    void knowsWhatAllCallsShare()
    {
        QFETCH(QByteArray, function);
        QFETCH(QString, expression);
        DebugFileStore store;
        OneModule modules(m_folder.path("program"));
        FileMemory memory(m_program);
        Reader reader(store, modules, memory);
        const std::uint64_t code = function.isEmpty() ? 0 : m_folder.address("program", function);
        const auto answer = reader.evaluateAt(Address{code}, *parse(expression.toStdString(), Language::Cxx));
        const std::string text =
            answer ? Printer(reader.values(), {}).text(*answer, Language::Cxx) : "! " + answer.error().detail;
        QTEST(QString::fromStdString(text), "expected");
    }

    void leadsToTheVariable_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        for (const auto& [expression, name] : {std::pair{"x", "x"},
                                               {"*state.next->name[3]", "state"},
                                               {"&a[2]", "a"},
                                               {"*p@10", "p"},
                                               {"p[2:5]", "p"},
                                               {"(x)", "x"},
                                               {"x + 1", ""},
                                               {"3", ""},
                                               {"a::b", ""},
                                               {"(int)x", ""},
                                               {"-x", ""}})
            QTest::newRow(expression) << expression << name;
    }
    void leadsToTheVariable()
    {
        QFETCH(QString, expression);
        QTEST(QString::fromStdString(leadingName(*parse(expression.toStdString(), Language::Cxx))), "expected");
    }

    void castsToTypesOfTheProgram_data()
    {
        QTest::addColumn<QByteArray>("function");
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* function, const char* expression, const char* expected) {
            QTest::addRow("%s: %s", function, expression) << QByteArray(function) << expression << expected;
        };
        const char* const main = "main";
        const char* const derived = "_ZN3geo7Derived4workEi";
        row(main, "(geo::Small)-1", "65535");
        row(main, "(few)-1", "2");
        row(derived, "(Small)-1 + 0", "65535");
        row(main, "(Small)-1", "! there is no 'Small' here");
        row(main, "sizeof(geo::Plain)", "4");
        row(main, "sizeof(geo::Derived)", "40"); // has functions of that name
        row(main, "sizeof(geo::Base::Nested)", "8");
        row(derived, "sizeof(Nested)", "8");
        row(main, "sizeof(struct geo::Plain)", "4");
        row(main, "sizeof(enum geo::Plain)", "! 'Plain' is another sort of type");
        row(main, "*(geo::Plain*)&geo::plain", "{x = 5}");
        row(main, "((geo::Plain*)(void*)&geo::plain)->x", "5");
        row(main, "(geo::Shape)1", "Round");
        row(main, "(geo::Derived*)geo::other == &geo::object", "true");
        row(main, "geo::other == &geo::object", "true");
        row(main, "reinterpret_cast<char*>(geo::other) == reinterpret_cast<char*>(&geo::object)", "false");
        row(main, "((geo::Derived*)geo::other)->m_own", "41");
        row(main, "((geo::Base*)(geo::Derived*)geo::other)->m_id", "21");
        row(main, "(geo::Missing*)0", "! there is no type 'geo::Missing' here");
        row(main, "(useThem)(1)", "not ours: calls of functions need a compiler");
        row(main, "sizeof(Opaque)", "4");
        row(main, "(geo::Plain)1", "not ours: objects that are made need a compiler");
        row(main, "geo::plain + 1", "not ours: operators of 'Plain' need a compiler");
    }
    void castsToTypesOfTheProgram() { compare(); }

    void findsMembersOfTheClassThatAnObjectHas_data()
    {
        QTest::addColumn<QByteArray>("function");
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* expression, const char* expected) {
            QTest::addRow("%s", expression) << QByteArray("main") << expression << expected;
        };
        row("geo::base->m_own", "41");
        row("geo::base->m_other", "31");
        row("geo::other->m_own", "41");
        row("geo::other->m_nested.deep", "22");
        row("geo::object.Base::m_id", "21");
        row("geo::object.geo::Other::m_other", "31");
        row("geo::object.Fixed::m_other", "! it has no base class Fixed");
        row("geo::base->no_member", "! no member named 'no_member' in Base");
        row("geo::plain.no_member", "! no member named 'no_member' in Plain");
        row("*(int*)16 + 0", "! the memory at 0x10 cannot be read");
        row("((geo::Plain*)0)->x", "! the pointer is null");
    }
    void findsMembersOfTheClassThatAnObjectHas() { compare(); }

    void knowsTheWholeObject()
    {
        DebugFileStore store;
        OneModule modules(m_folder.path("program"));
        FileMemory memory(m_program);
        Reader reader(store, modules, memory);
        CodeFrame frame(Address{m_folder.address("program", "main")});
        const auto valueOf = [&](const char* expression) {
            const auto answer = reader.evaluate({&frame, 0}, *parse(expression, Language::Cxx));
            return *reader.values().settled(std::get<Value>(*answer));
        };
        const Value object = valueOf("geo::object");
        for (const char* const part : {"*geo::base", "*geo::other"}) {
            const auto whole = reader.values().dynamic(valueOf(part));
            QVERIFY(whole);
            QCOMPARE(whole->type->name, std::string("Derived"));
            QCOMPARE(whole->address.value, object.address.value);
        }
        QVERIFY(!reader.values().dynamic(object));
        QVERIFY(!reader.values().dynamic(valueOf("geo::plain")));
        Value garbage = valueOf("*geo::base"); // with something else than a pointer to functions
        garbage.address = valueOf("geo::plain").address;
        QVERIFY(!reader.values().dynamic(garbage));
        garbage.address = Address{0x10};
        QVERIFY(!reader.values().dynamic(garbage));
    }

    void listsGlobals()
    {
        DebugFileStore store;
        OneModule modules(m_folder.path("program"));
        FileMemory memory(m_program);
        Reader reader(store, modules, memory);
        CodeFrame frame(Address{m_folder.address("program", "_Z7useThemv")});
        const auto globals = reader.globals({&frame, 0});
        QVERIFY(globals);
        std::set<std::string> names;
        for (const Value& value : *globals)
            names.insert(value.name);
        QCOMPARE(names, (std::set<std::string>{"elsewhere", "hidden", "onlyThere", "opaque"}));

        std::set<std::string> found;
        reader.forEachDeclared(NameIndex::Sort::Variable, "cells", [&](const Declared& one) {
            found.insert(one.name + (one.path.ends_with("first.cpp") && one.line > 0 ? "" : " of " + one.path));
            return true;
        });
        QCOMPARE(found, (std::set<std::string>{"app::cells", "cells", "geo::cells"}));
        unsigned visits = 0;
        reader.forEachDeclared(NameIndex::Sort::Type, "", [&](const Declared&) { return ++visits < 2; });
        QCOMPARE(visits, 2U);
    }

private:
    void compare()
    {
        QFETCH(const QByteArray, function);
        QFETCH(const QString, expression);
        QTEST(evaluated(function, expression), "expected");
    }
};

DBGR_TEST(TestValuesCxxNames, QCoreApplication);

} // namespace tst_values_cxx_names

#include "tst_values_cxx_names.moc"
