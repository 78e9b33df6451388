// SPDX-License-Identifier: GPL-3.0-or-later
// Objects of the C++ library in a running program: what they hold, whichever compiler and settings made them, and that
// what was overwritten says so.
#include "tests/unit/values/live_program.h"

#include "tests/support/run/test_class.h"
#include "values/compare/content.h"
#include "values/containers/containers.h"
#include "values/describe/value_tree.h"
#include "values/print/type_text.h"

#include <QtTest>

#include <map>

namespace tst_values_containers {

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

namespace {

constexpr TextLimits kLimits{3, 4, 1000};

struct Build
{
    const char* name;
    QString compiler;
    QStringList options;
};

const std::vector<Build>& builds()
{
    static const std::vector<Build> all{
        {"gcc", "g++", {"-std=c++20", "-O0"}},
        {"gcc optimised", "g++", {"-std=c++20", "-O1", "-gdwarf-4", "-fdebug-types-section"}},
        {"gcc old texts", "g++", {"-std=c++17", "-O0", "-DPLAIN", "-D_GLIBCXX_USE_CXX11_ABI=0"}},
        {"gcc checked", "g++", {"-std=c++17", "-O0", "-DPLAIN", "-D_GLIBCXX_DEBUG"}},
        {"clang", clangCompiler(), {"-std=c++17", "-O1", "-DPLAIN"}},
    };
    return all;
}

/// Of the program's source: what each variable shows.
std::vector<std::pair<QString, QString>> expectations()
{
    QFile file(QString(DBGR_SOURCE_DIR) + "/tests/debuggees/values/containers.cpp");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    std::vector<std::pair<QString, QString>> found;
    bool isNew = false;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
        isNew = line.startsWith("#ifndef PLAIN") || (isNew && !line.startsWith("#endif"));
        const qsizetype mark = line.indexOf(" // -> ");
        if (mark < 0)
            continue;
        const QString declaration = line.left(mark);
        const qsizetype brace = declaration.indexOf(QRegularExpression("[{;=(\\[]"), declaration.lastIndexOf("> ") + 1);
        const QString name = declaration.left(brace).trimmed().section(QRegularExpression("[ &]"), -1);
        found.emplace_back((isNew ? "+" : "") + name, line.mid(mark + 7));
    }
    return found;
}

} // namespace

constexpr const char* kKokkosProgram = R"(
#include <Kokkos_Core.hpp>
#include <cstdio>
using Right = Kokkos::LayoutRight;
using Left = Kokkos::LayoutLeft;
Kokkos::View<double*> row;
Kokkos::View<const double*> constant;
Kokkos::View<int**, Right> right;
Kokkos::View<int**, Left> left;
Kokkos::View<float*[3], Left> half;
Kokkos::View<short[2][3]> fixed;
Kokkos::View<int***, Left> cube;
Kokkos::View<int***, Right> block;
Kokkos::View<int**, Kokkos::LayoutStride> strided;
Kokkos::View<int*, Kokkos::LayoutStride> column;
Kokkos::View<double> scalar;
Kokkos::View<int**> none;
Kokkos::View<int**> noRows;
Kokkos::View<int**, Left, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> borrowed;
int memory[6] = {1, 4, 2, 5, 3, 6};
template <class V> void count(V v)
{
    for (int i = 0; i < int(v.extent(0)); ++i)
        for (int j = 0; j < int(v.extent(1)); ++j)
            v(i, j) = i * int(v.extent(1)) + j + 1;
}
template <class V> void count3(V v)
{
    for (int i = 0; i < 12; ++i)
        v(i / 6, i / 2 % 3, i % 2) = i;
}
int main(int argc, char** argv)
{
    Kokkos::initialize(argc, argv);
    row = Kokkos::View<double*>("row", 3);
    for (int i = 0; i < 3; ++i) row(i) = i + 0.5;
    constant = row;
    right = Kokkos::View<int**, Right>("right", 2, 3);
    left = Kokkos::View<int**, Left>("left", 2, 3);
    half = Kokkos::View<float*[3], Left>(Kokkos::view_alloc("half", Kokkos::AllowPadding), 2);
    fixed = Kokkos::View<short[2][3]>("fixed");
    count(right); count(left); count(half); count(fixed);
    cube = Kokkos::View<int***, Left>(Kokkos::view_alloc("cube", Kokkos::AllowPadding), 2, 3, 2);
    block = Kokkos::View<int***, Right>(Kokkos::view_alloc("block", Kokkos::AllowPadding), 2, 3, 2);
    count3(cube); count3(block);
    strided = Kokkos::subview(right, Kokkos::ALL, std::make_pair(1, 3));
    column = Kokkos::subview(right, Kokkos::ALL, 1);
    scalar = Kokkos::View<double>("scalar");
    scalar() = 2.5;
    noRows = Kokkos::View<int**>("noRows", 0, 3);
    borrowed = decltype(borrowed)(memory, 2, 3);
    std::printf("%d\n", borrowed(1, 1));
    std::fflush(stdout);
    return std::getchar();
}
)";

class TestValuesContainers : public QObject
{
    Q_OBJECT

    std::map<QString, std::unique_ptr<LiveProgram>> m_programs;

    LiveProgram* program(const QString& name)
    {
        if (const auto known = m_programs.find(name); known != m_programs.end())
            return known->second.get();
        for (const Build& build : builds()) {
            if (build.name != name)
                continue;
            auto program = std::make_unique<LiveProgram>();
            if (!program->start(build.compiler, QStringList(build.options) << source()))
                program.reset();
            return (m_programs[name] = std::move(program)).get();
        }
        return nullptr;
    }

private slots:
    void cleanupTestCase() { m_programs.clear(); }

    void showWhatTheyHold_data()
    {
        QTest::addColumn<bool>("isThere");
        for (const Build& build : builds())
            QTest::newRow(build.name) << !QStandardPaths::findExecutable(build.compiler).isEmpty();
    }
    void showWhatTheyHold()
    {
        QFETCH(bool, isThere);
        if (!isThere)
            QSKIP("the compiler is missing");
        const QString build = QTest::currentDataTag();
        LiveProgram* const live = program(build);
        QVERIFY(live);
        int wrong = 0;
        const auto all = expectations();
        QVERIFY(all.size() > 130);
        for (const auto& [name, expected] : all) {
            const bool isPlain = build.contains("old") || build.contains("checked") || build.contains("clang");
            if (name.startsWith('+') && isPlain)
                continue;
            const QString shown =
                QString::fromStdString(live->text(name.mid(name.startsWith('+')).toStdString(), kLimits));
            const QString form = "^" + QRegularExpression::escape(expected).replace("ADDRESS", "0x[0-9a-f]+") + "$";
            const bool isPart = expected.startsWith("size=300");
            if (QRegularExpression(isPart ? form.chopped(1) : form).match(shown).hasMatch())
                continue;
            ++wrong;
            qWarning("%s is %s, not %s", qPrintable(name), qPrintable(shown), qPrintable(expected));
        }
        QCOMPARE(wrong, 0);
    }

    void elementsCanBeAskedForFromAnyOn_data()
    {
        QTest::addColumn<int>("count");
        for (const auto& [name, count] : std::vector<std::pair<const char*, int>>{{"sMany", 5},
                                                                                  {"bMany", 130},
                                                                                  {"bLarge", 70},
                                                                                  {"aThree", 3},
                                                                                  {"dMany", 1000},
                                                                                  {"lMany", 3},
                                                                                  {"fSome", 2},
                                                                                  {"mMany", 500},
                                                                                  {"mSet", 3},
                                                                                  {"hMany", 300},
                                                                                  {"pThree", 3},
                                                                                  {"oInt", 1},
                                                                                  {"uInt", 1},
                                                                                  {"uNull", 0},
                                                                                  {"kStack", 2}})
            QTest::newRow(name) << count;
    }
    void elementsCanBeAskedForFromAnyOn()
    {
        NEED_TOOL("g++");
        QFETCH(int, count);
        LiveProgram* const live = program("gcc");
        QVERIFY(live);
        const Value object = live->value(QTest::currentDataTag());
        const std::vector<QString> all = items(*live, object, 0);
        QCOMPARE(int(all.size()), count);
        for (const int first : {1, 2, count / 2, count / 2 + 1, count - 2, count - 1, count, count + 1}) {
            if (first < 0)
                continue;
            const std::vector<QString> rest = items(*live, object, static_cast<std::uint64_t>(first));
            const auto begin = all.begin() + std::min(first, count);
            QVERIFY2(rest == std::vector<QString>(begin, all.end()), qPrintable(QString::number(first)));
        }
    }

    void whatWasOverwrittenSaysSo_data()
    {
        QTest::addColumn<QString>("pattern");
        for (const char* const pattern : {"near", "ones", "letters", "itself", "small"}) {
            for (const char* const name :
                 {"tShort", "tLong", "vPart",  "sOne",   "sRows",  "sTexts", "bSome",   "dSome", "lOne",    "lMany",
                  "fSome",  "mAges", "mEmpty", "mSet",   "hOne",   "hEmpty", "aValues", "aSpan", "uShared", "uWeak",
                  "oText",  "xText", "yText",  "kStack", "sEmpty", "lEmpty", "dEmpty",  "tEmpty"})
                QTest::newRow(qPrintable(QString(name) + " " + pattern)) << pattern;
        }
    }
    void whatWasOverwrittenSaysSo()
    {
        NEED_TOOL("g++");
        QFETCH(QString, pattern);
        LiveProgram* const live = program("gcc");
        QVERIFY(live);
        const std::string name = QString(QTest::currentDataTag()).section(' ', 0, 0).toStdString();
        const Value object = live->value(name);
        for (std::uint64_t at = 0; at < object.type->bytes; at += 8) {
            const std::uint64_t word = pattern == "near"      ? 0x1000 + at
                                       : pattern == "ones"    ? ~std::uint64_t{0}
                                       : pattern == "letters" ? 0x4141414141414141
                                       : pattern == "itself"  ? object.address.value
                                                              : 5;
            live->memory().lay(object.address.plus(static_cast<std::int64_t>(at)), word);
        }
        const QString shown = shownAnew(*live, name);
        const bool says = shown.contains("cannot be read") || shown.contains("not set up yet") ||
                          shown.contains("did not record") || shown == "<valueless>";
        QVERIFY2(says, qPrintable(shown));
    }

    void linksThatDoNotAgreeSaySo_data()
    {
        QTest::addColumn<QString>("object");
        QTest::addColumn<int>("offset");
        QTest::addColumn<QString>("target");
        QTest::newRow("a list's first node is its own next one") << "lMany" << 0 << "=0+0";
        QTest::newRow("a list's first node has no next one") << "lMany" << 0 << "0+0";
        QTest::newRow("a list's second node points back to itself") << "lMany" << 8 << "=0+8";
        QTest::newRow("a list has more nodes than it says") << "lMany" << -1 << "16:2";
        QTest::newRow("a list has fewer nodes than it says") << "lMany" << -1 << "16:4";
        QTest::newRow("a list says that it is empty") << "lMany" << -1 << "16:0";
        QTest::newRow("a list has no end of nodes") << "lMany" << -1 << "16:ffffffffffff";
        QTest::newRow("a forward list goes in a circle") << "fSome" << 0 << "=0+0";
        QTest::newRow("a map has more nodes than it says") << "mMany" << -1 << "40:1ef";
        QTest::newRow("a map has fewer nodes than it says") << "mAges" << -1 << "40:3";
        QTest::newRow("a map says that it is empty") << "mAges" << -1 << "40:0";
        QTest::newRow("a map has no root") << "mAges" << -1 << "16:0";
        QTest::newRow("a map's first node is its root") << "mAges" << -1 << "24:5";
        QTest::newRow("a map's first node is its own child") << "mAges" << 24 << "=24+24";
        QTest::newRow("a map's first node has no parent") << "mSet" << 24 << "0+8";
        QTest::newRow("a hash table has more nodes than it says") << "hEqual" << -1 << "24:1";
        QTest::newRow("a hash table has fewer nodes than it says") << "hOne" << -1 << "24:2";
        QTest::newRow("a hash table goes in a circle") << "hEqual" << 16 << "=16+0";
        QTest::newRow("a hash table says that it is empty") << "hOne" << -1 << "24:0";
        QTest::newRow("a vector ends before it begins") << "sMany" << -1 << "8:10";
        QTest::newRow("a text is longer than its room") << "tShort" << -1 << "8:10";
        QTest::newRow("a text has no end") << "tShort" << -1 << "8:2";
        QTest::newRow("a deque's map is elsewhere") << "dSome" << -1 << "40:5";
    }
    void linksThatDoNotAgreeSaySo()
    {
        NEED_TOOL("g++");
        QFETCH(QString, object);
        QFETCH(int, offset);
        QFETCH(QString, target);
        LiveProgram* const live = program("gcc");
        QVERIFY(live);
        const Value value = live->value(object.toStdString());
        if (offset < 0) { // WORD:VALUE of the object itself
            live->memory().lay(value.address.plus(target.section(':', 0, 0).toInt()),
                               target.section(':', 1).toULongLong(nullptr, 16));
        } else { // in the node that a word of the object leads to: the same node, or nothing, at an offset in it
            const auto node = live->reader().values().memory().getUnsigned(value.address.plus(offset), 8).value();
            const std::uint64_t word = target.startsWith('=') ? node : 0;
            live->memory().lay(Address{node}.plus(target.section('+', 1).toInt()), word);
        }
        const TextLimits all{3, 1000, 100'000};
        live->forget();
        const QString shown = QString::fromStdString(live->text(object.toStdString(), all));
        live->memory().over.clear();
        live->forget();
        QVERIFY2(shown.contains("cannot be read") || shown.contains("not set up yet"), qPrintable(shown));
    }

    void typesAreThoseOfPeople_data()
    {
        QTest::addColumn<QString>("type");
        QTest::newRow("tShort") << "Text";
        QTest::newRow("tWide") << "std::wstring";
        QTest::newRow("vPart") << "std::string_view";
        QTest::newRow("sMany") << "std::vector<int>";
        QTest::newRow("sTexts") << "std::vector<std::string>";
        QTest::newRow("sConst") << "const std::vector<int>";
        QTest::newRow("sDeep") << "std::vector<std::vector<std::vector<std::vector<int>>>>";
        QTest::newRow("sPoints") << "std::vector<my::Point>";
        QTest::newRow("mAges") << "std::map<std::string, int>";
        QTest::newRow("hPoints") << "std::unordered_set<my::Point, my::Hash>";
        QTest::newRow("kStack") << "std::stack<int>";
        QTest::newRow("uClosed") << "std::unique_ptr<int, my::Closer>";
        QTest::newRow("uArray") << "std::unique_ptr<long[]>";
        QTest::newRow("aSpan") << "std::span<int>";
        QTest::newRow("aThree") << "std::array<int, 3>";
        QTest::newRow("plain") << "int[3]";
        QTest::newRow("zOwn") << "my::vector<int>";
        QTest::newRow("sTexts[0]") << "std::string";
    }
    void typesAreThoseOfPeople()
    {
        NEED_TOOL("g++");
        QFETCH(QString, type);
        LiveProgram* const live = program("gcc");
        QVERIFY(live);
        const QString name = QTest::currentDataTag();
        if (!name.contains('['))
            QCOMPARE(QString::fromStdString(typeText(live->value(name.toStdString()))), type);
        else
            QCOMPARE(QString::fromStdString(typeText(*elementsOf(*live, live->value("sTexts")).at(0).type)), type);
    }

    void contentsDoNotDependOnPlaces()
    {
        NEED_TOOL("g++");
        LiveProgram* const live = program("gcc");
        LiveProgram other; // its heap is elsewhere
        QVERIFY(live && other.startAgain(*live));
        for (const auto& [name, shown] : expectations()) {
            const std::string variable = name.mid(name.startsWith('+')).toStdString();
            const debug::Content here = content(*live, variable);
            const debug::Content there = content(other, variable);
            QVERIFY2(here == there, variable.c_str());
            const bool isOpen = variable == "uArray" || variable == "uSharedArray";
            QVERIFY2(here.partial == isOpen, variable.c_str());
        }
    }

    void contentsDifferWhereOneElementDoes_data()
    {
        QTest::addColumn<int>("unused");
        for (const char* const name :
             {"tLong",   "sMany", "sTexts", "sRows",   "bSome",   "dMany",  "lMany",    "fSome",
              "mAges",   "mMany", "mSet",   "hMany",   "hText",   "pThree", "oText",    "xPoint",
              "yVector", "uInt",  "uMade",  "uClosed", "zDouble", "aRows",  "kPriority"})
            QTest::newRow(name) << 0;
    }
    void contentsDifferWhereOneElementDoes()
    {
        NEED_TOOL("g++");
        LiveProgram* const live = program("gcc");
        QVERIFY(live);
        const std::string name = QTest::currentDataTag();
        const debug::Content before = content(*live, name);
        QCOMPARE(content(*live, name), before);
        Value last = live->value(name);
        for (std::vector<Value> parts = elementsOf(*live, last); !parts.empty(); parts = elementsOf(*live, last))
            last = live->reader().values().settled(parts.back()).value();
        const auto byte = live->reader().values().memory().getUnsigned(last.address, 1).value();
        live->memory().over[last.address.value] =
            static_cast<std::byte>(byte ^ 1U << (last.bitField ? last.bitField->offset : 0));
        live->forget();
        const debug::Content after = content(*live, name);
        live->memory().over.clear();
        live->forget();
        QVERIFY(after != before);
    }

    void unorderedOnesAreEqualInAnyOrder()
    {
        NEED_TOOL("g++");
        LiveProgram* const live = program("gcc");
        QVERIFY(live);
        // the first two nodes of the chain change places
        const debug::Content before = content(*live, "hMany");
        const Address object = live->value("hMany").address;
        StopMemory& memory = live->reader().values().memory();
        const auto word = [&](Address at) { return memory.getUnsigned(at, 8).value(); };
        const std::uint64_t first = word(object.plus(16));
        const std::uint64_t second = word(Address{first});
        const std::uint64_t third = word(Address{second});
        live->memory().lay(object.plus(16), second);
        live->memory().lay(Address{second}, first);
        live->memory().lay(Address{first}, third);
        live->forget();
        const debug::Content after = content(*live, "hMany");
        live->memory().over.clear();
        live->forget();
        QCOMPARE(after, before);
        QVERIFY(!before.partial);
    }

    void matricesOfEigenAreShownRowByRow()
    {
        NEED_TOOL("g++");
        const QString headers = "/usr/include/eigen3";
        if (!QFile::exists(headers + "/Eigen/Core"))
            QSKIP("Eigen is missing");
        LiveProgram live;
        live.folder().write("eigen.cpp", R"(
#include <Eigen/Core>
#include <cstdio>
Eigen::Matrix<int, 2, 3> fixed;
Eigen::Matrix<int, 2, 3, Eigen::RowMajor> byRows;
Eigen::MatrixXd dynamic, empty;
Eigen::Matrix<float, Eigen::Dynamic, 2> tall(3, 2);
Eigen::Matrix<float, 2, Eigen::Dynamic, Eigen::RowMajor> wide;
Eigen::Matrix<int, Eigen::Dynamic, Eigen::Dynamic, 0, 4, 4> bounded;
Eigen::Vector3d vector(0.5, 1.5, 2.5);
Eigen::ArrayXXf array = Eigen::ArrayXXf::Constant(2, 2, 0.25F);
std::vector<Eigen::Vector4d, Eigen::aligned_allocator<Eigen::Vector4d>> many(1, Eigen::Vector4d(1, 2, 3, 4));
int look() { return fixed(0) + byRows(0) + int(dynamic(0) + tall(0) + wide(0) + bounded(0) + vector(0) + array(0)); }
int main()
{
    fixed << 1, 2, 3, 4, 5, 6;
    byRows = fixed;
    dynamic = fixed.cast<double>();
    tall << 1, 2, 3, 4, 5, 6;
    wide = tall.transpose();
    bounded = fixed;
    std::printf("%d\n", look());
    std::fflush(stdout);
    return std::getchar() + int(empty.rows() + many.size());
}
)");
        QVERIFY(live.start("g++", {"-std=c++17", "-O0", "-isystem", headers, "eigen.cpp"}));
        const TextLimits limits{3, 100, 1000};
        for (const auto& [name, shown] :
             std::vector<std::pair<const char*, const char*>>{{"fixed", "2x3 {1, 2, 3, 4, 5, 6}"},
                                                              {"byRows", "2x3 {1, 2, 3, 4, 5, 6}"},
                                                              {"dynamic", "2x3 {1, 2, 3, 4, 5, 6}"},
                                                              {"empty", "0x0"},
                                                              {"tall", "3x2 {1, 2, 3, 4, 5, 6}"},
                                                              {"wide", "2x3 {1, 3, 5, 2, 4, 6}"},
                                                              {"bounded", "2x3 {1, 2, 3, 4, 5, 6}"},
                                                              {"vector", "3x1 {0.5, 1.5, 2.5}"},
                                                              {"array", "2x2 {0.25, 0.25, 0.25, 0.25}"},
                                                              {"many", "size=1 {4x1 {1, 2, 3, 4}}"}})
            QCOMPARE(QString::fromStdString(live.text(name, limits)), QString(shown));
        live.memory().lay(live.value("dynamic").address.plus(8), std::uint64_t{1} << 60);
        live.forget();
        QCOMPARE(live.text("dynamic", limits), std::string("<it is not set up yet, or was overwritten>"));
    }

    void viewsOfKokkosAreShownRowByRow()
    {
        NEED_TOOL("g++");
        const QString headers = "/usr/include/trilinos";
        if (!QFile::exists(headers + "/Kokkos_Core.hpp")) {
            if (qEnvironmentVariableIsSet("DBGR_REQUIRE"))
                QFAIL("Kokkos is missing (libtrilinos-kokkos-dev)");
            QSKIP("Kokkos is missing");
        }
        LiveProgram live;
        live.folder().write("kokkos.cpp", kKokkosProgram);
        QVERIFY(live.start("g++",
                           {"-std=c++17", "-O0", "-isystem", headers, "kokkos.cpp", "-ltrilinos_kokkoscore", "-ldl"}));
        const TextLimits limits{3, 100, 1000};
        for (const auto& [name, shown] :
             std::vector<std::pair<const char*, const char*>>{{"row", "3 {0.5, 1.5, 2.5}"},
                                                              {"constant", "3 {0.5, 1.5, 2.5}"},
                                                              {"right", "2x3 {1, 2, 3, 4, 5, 6}"},
                                                              {"left", "2x3 {1, 2, 3, 4, 5, 6}"},
                                                              {"half", "2x3 {1, 2, 3, 4, 5, 6}"},
                                                              {"fixed", "2x3 {1, 2, 3, 4, 5, 6}"},
                                                              {"cube", "2x3x2 {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}"},
                                                              {"block", "2x3x2 {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}"},
                                                              {"strided", "2x2 {2, 3, 5, 6}"},
                                                              {"column", "2 {2, 5}"},
                                                              {"scalar", "size=1 {2.5}"},
                                                              {"none", "(not allocated)"},
                                                              {"noRows", "0x3"},
                                                              {"borrowed", "2x3 {1, 2, 3, 4, 5, 6}"}})
            QCOMPARE(QString::fromStdString(live.text(name, limits)), QString(shown));
        // a size that no view can have, and a pointer to nowhere
        const Address left = live.value("left").address;
        live.memory().lay(left.plus(16), std::uint64_t{1} << 60);
        live.forget();
        QCOMPARE(live.text("left", limits), std::string("<it is not set up yet, or was overwritten>"));
        live.memory().over.clear();
        live.memory().lay(left.plus(8), std::uint64_t{16});
        live.forget();
        QVERIFY(live.text("left", limits).find("cannot be read") != std::string::npos);
    }

    void typesThatOneUnitOnlyDeclaresAreFoundInOthers_data()
    {
        QTest::addColumn<QString>("compiler");
        QTest::newRow("gcc") << "g++";
        QTest::newRow("clang") << clangCompiler();
    }
    void typesThatOneUnitOnlyDeclaresAreFoundInOthers()
    {
        QFETCH(QString, compiler);
        if (QStandardPaths::findExecutable(compiler).isEmpty())
            QSKIP("the compiler is missing");
        LiveProgram live;
        live.folder().write("holder.h", R"(
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
struct Part;
struct Holder
{
    Holder();
    ~Holder();
    std::vector<Part> vector;
    std::list<Part> list;
    std::map<int, Part> map;
    std::unique_ptr<Part> unique;
    std::shared_ptr<Part> shared;
    std::vector<std::optional<std::string>>* texts;
};
Holder* made();
)");
        live.folder().write("first.cpp", R"(
#include <cstdio>
Holder* holder = made();
int look() { return holder ? 1 : 0; }
int main() { std::printf("%d\n", look()); std::fflush(stdout); return std::getchar(); }
)");
        live.folder().write("second.cpp", R"(
struct alignas(32) Part { int n = 7; std::string text = "part"; };
Holder::Holder() : vector(2), list(1), unique(new Part), shared(std::make_shared<Part>())
{
    map[3];
    texts = new std::vector<std::optional<std::string>>{"a", std::nullopt};
}
Holder::~Holder() = default;
Holder* made() { return new Holder; }
)");
        QVERIFY(live.start(compiler, {"-std=c++17", "-O0", "-include", "holder.h", "first.cpp", "second.cpp"}));
        const TextLimits limits{4, 100, 1000};
        const auto text = [&](const char* what) { return QString::fromStdString(live.text(what, limits)); };
        const QString part = "{n = 7, text = \"part\"}";
        QCOMPARE(text("holder->vector"), "size=2 {" + part + ", " + part + "}");
        QCOMPARE(text("holder->list"), "size=1 {" + part + "}");
        QCOMPARE(text("holder->map"), "size=1 {{first = 3, second = " + part + "}}");
        QCOMPARE(text("*holder->texts"), QString("size=2 {\"a\", nullopt}"));
        for (const char* const pointer : {"holder->unique", "holder->shared"}) {
            const std::vector<Value> owned = elementsOf(live, live.value(pointer));
            QCOMPARE(owned.size(), std::size_t{1});
            QCOMPARE(QString::fromStdString(Printer(live.reader().values(), limits).text(owned[0])), part);
        }
    }

    void treesHaveParts_data()
    {
        QTest::addColumn<QString>("tree");
        QTest::newRow("sMany") << "array 0:5 [integer 1, integer 2, integer 3, integer 4, +1]";
        QTest::newRow("tShort") << "text \"abc\"";
        QTest::newRow("mAges") << "array 0:2 [record [key text \"ann\", value integer 31], record [key text \"bob\", "
                                  "value integer 42]]";
        QTest::newRow("mSet") << "array 0:3 [integer 1, integer 2, integer 3]";
        QTest::newRow("pPair") << "record [first integer 1, second real 2.5]";
        QTest::newRow("pThree") << "record [[0] integer 1, [1] real 2.5, [2] text \"x\"]";
        QTest::newRow("oNone") << "other nullopt";
        QTest::newRow("oInt") << "integer 5";
        QTest::newRow("xPoint") << "record [x integer 3, y real 4]";
        QTest::newRow("uNull") << "pointer 0x0";
        QTest::newRow("zDouble") << "complex 1 + 2i";
        QTest::newRow("zNothing") << "record [n integer 4]";
        QTest::newRow("aRows") << "array 0:2 [array 0:2 [integer 1, integer 2], array 0:2 [integer 3, integer 4]]";
    }
    void treesHaveParts()
    {
        NEED_TOOL("g++");
        QFETCH(QString, tree);
        LiveProgram* const live = program("gcc");
        QVERIFY(live);
        const auto found = live->answer(QTest::currentDataTag());
        QVERIFY(found);
        debug::ValueTree made = treeOf(live->reader().values(), *found, Language::Cxx, kLimits, Format::Natural);
        QCOMPARE(QString::fromStdString(made.name), QString(QTest::currentDataTag()));
        made.name.clear();
        QCOMPARE(wordsOf(made), tree);
    }

private:
    static QString source() { return QString(DBGR_SOURCE_DIR) + "/tests/debuggees/values/containers.cpp"; }
    static debug::Content content(LiveProgram& live, const std::string& name)
    {
        return contentOf(live.reader().values(), live.value(name), {1 << 20, 20'000});
    }
    static std::vector<Value> elementsOf(LiveProgram& live, const Value& object)
    {
        std::vector<Value> found;
        Containers containers(live.reader().values());
        const auto opened = containers.open(object);
        if (!opened || !*opened)
            return found;
        const auto done = containers.forEach(**opened, 0, [&](const Item& item) {
            found.push_back(item.value);
            return true;
        });
        return done ? found : std::vector<Value>();
    }
    static QString wordsOf(const debug::ValueTree& tree)
    {
        QString words = QString::fromStdString((tree.name.empty() ? "" : tree.name + " ") + debug::name(tree.kind));
        for (const auto& [lower, count] : tree.bounds)
            words += " " + QString::number(lower) + ":" + QString::number(count);
        if (!tree.value.empty() || !tree.problem.empty())
            return words + " " + QString::fromStdString(tree.value + tree.problem);
        QStringList parts;
        for (const debug::ValueTree& part : tree.parts)
            parts.push_back(wordsOf(part));
        if (tree.left > 0)
            parts.push_back("+" + QString::number(tree.left));
        return words + " [" + parts.join(", ") + "]";
    }
    static QString shownAnew(LiveProgram& live, const std::string& name)
    {
        live.forget();
        QString shown = QString::fromStdString(live.text(name, kLimits));
        live.memory().over.clear();
        live.forget();
        return shown;
    }
    static std::vector<QString> items(LiveProgram& live, const Value& object, std::uint64_t first)
    {
        std::vector<QString> found;
        Containers containers(live.reader().values());
        const auto opened = containers.open(object);
        if (!opened || !*opened)
            return {"not opened"};
        Printer printer(live.reader().values(), kLimits);
        const auto done = containers.forEach(**opened, first, [&](const Item& item) {
            found.push_back(QString::fromStdString(printer.text(item.value)));
            return true;
        });
        if (!done)
            found.push_back(QString::fromStdString(done.error().message()));
        return found;
    }
};

DBGR_TEST(TestValuesContainers, QCoreApplication);

} // namespace tst_values_containers

#include "tst_values_containers.moc"
