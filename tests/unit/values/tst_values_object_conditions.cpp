// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions about objects of the C++ library as programs: what has one, and that it says what our reader says, also of
// objects that are not set up, were overwritten, or lead to memory that is not there.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/judged_condition.h"

#include <QtTest>

#include <array>
#include <cstring>
#include <random>
#include <utility>

namespace tst_values_object_conditions {

using namespace dbgr;
using namespace dbgr::test;

namespace {

const char* const kProgram = R"(
#include <array>
#include <atomic>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>
template <class T> void keep(T& value) { __asm__ volatile("" : : "r"(&value) : "memory"); }
struct Point { int x = 3; double y = 0.5; std::string name = "a point"; std::vector<int> many{1, 2, 3}; };
struct Big { char room[700]; int last; };
struct Solver
{
  std::vector<double> cells{1.5, 2.5, 3.5};
  std::optional<int> limit = 7;
  __attribute__((noinline)) int look();
};
int Solver::look()
{
  std::vector<int> v{10, 20, 30}, none;
  std::vector<std::string> words{"zero", "one", "exactly8", "a text that is too long for the object itself"};
  std::vector<std::vector<int>> rows{{1}, {2, 3}, {}};
  std::vector<Point> points(3);
  std::vector<Point*> pointers{&points[0], nullptr};
  std::vector<bool> bits{true, false, true};
  std::string s = "abc", empty, eight = "exactly8", odd = "thirteen char", longer(100, 'x'), huge(5000, 'y');
  std::string zeros("a\0b", 3);
  std::string_view view = "abcdef";
  std::u16string wide = u"wide";
  std::array<int, 3> a{7, 8, 9};
  std::array<std::array<int, 2>, 2> grid{{{1, 2}, {3, 4}}};
  std::array<int, 0> nothing{};
  std::deque<int> q;
  for (int k = 0; k < 500; ++k) q.push_back(k);
  for (int k = 0; k < 70; ++k) q.pop_front();
  std::deque<int> idle;
  std::deque<Big> large(5);
  large[3].last = 33;
  std::map<int, std::string> m{{1, "one"}, {2, "two"}}, noMap;
  std::set<int> set{1, 2, 3};
  std::unordered_map<std::string, int> u{{"a", 1}}, noHash;
  std::unordered_set<int> hashed{1, 2, 3, 4};
  std::list<int> list{1, 2};
  std::optional<int> o = 5, noOne;
  std::optional<std::string> optionalText = "abc";
  std::optional<Point> place = Point();
  std::unique_ptr<Point> up = std::make_unique<Point>(), noOwner;
  std::unique_ptr<int[]> field(new int[4]{4, 5, 6, 7});
  std::shared_ptr<Point> sp = std::make_shared<Point>(), noShare;
  std::weak_ptr<Point> weak = sp;
  std::shared_ptr<int> inner(sp, &sp->x);
  std::pair<int, std::string> pair{4, "four"};
  std::tuple<int, double, std::string> tuple{1, 2.5, "three"};
  std::atomic<int> atomic{6};
  std::reference_wrapper<int> reference(v[1]);
  std::stack<int> stack;
  stack.push(3);
  std::queue<int> queue;
  queue.push(4);
  std::vector<int>* pv = &v;
  std::vector<int>& alias = v;
  int i = 1;
  unsigned long large_index = ~0ul;
  keep(v); keep(none); keep(words); keep(rows); keep(points); keep(pointers); keep(bits); keep(s); keep(empty); keep(eight);
  keep(odd); keep(longer); keep(huge); keep(zeros); keep(view); keep(wide); keep(a); keep(grid); keep(nothing); keep(q);
  keep(idle); keep(large); keep(m); keep(noMap); keep(set); keep(u); keep(noHash); keep(hashed); keep(list); keep(o);
  keep(noOne); keep(optionalText); keep(place); keep(up); keep(noOwner); keep(field); keep(sp); keep(noShare); keep(weak);
  keep(inner); keep(pair); keep(tuple); keep(atomic); keep(reference); keep(stack); keep(queue); keep(pv); keep(i);
  keep(large_index); keep(*this);
  __asm__ volatile("int3\n\tnop"); // where an inlined function begins nothing is sure
  keep(v); keep(words); keep(s); keep(q); keep(m); keep(o); keep(up); keep(sp); keep(alias);
  return i;
}
int main() { Solver solver; return solver.look() == 0; }
)";

struct Expected
{
    const char* condition;
    Has has;
};

const Expected kConditions[] = {
    // how many
    {"v.size() == 3", Has::Program},
    {"v.size() > 3", Has::Program},
    {"v.size() - 4 > 0", Has::Program}, // no number below 0
    {"none.empty() && none.size() == 0", Has::Program},
    {"pv->size() == 3 && (*pv).size() == 3 && alias.size() == 3", Has::Program},
    {"words.size() == 4 && rows.size() == 3 && bits.size() == 3", Has::Nothing}, // bits are no bytes
    {"s.size() == 3 && s.length() == 3 && !s.empty() && empty.empty()", Has::Program},
    {"view.size() == 6 && wide.size() == 4", Has::Program},
    {"a.size() == 3 && grid.size() == 2 && nothing.empty()", Has::Program},
    {"q.size() == 430 && idle.empty() && large.size() == 5", Has::Program},
    {"m.size() == 2 && noMap.empty() && set.size() == 3", Has::Program},
    {"u.size() == 1 && noHash.empty() && hashed.size() == 4", Has::Program},
    {"list.size() == 2", Has::Nothing},
    {"stack.size() == 1 && !queue.empty()", Has::Program},
    {"cells.size() == 3 && this->cells[2] == 3.5 && limit == 7", Has::Program},
    {"up->many.size() == 3 && sp->name.size() == 7", Has::Program},
    // elements
    {"v[2] == 30 && v[i] == 20 && v.at(0) == 10", Has::Program},
    {"v[3] == 30", Has::Failure},
    {"v[-1] == 30", Has::Failure},
    {"v[large_index] == 30", Has::Failure},
    {"none[0] == 1", Has::Failure},
    {"v.front() == 10 && v.back() == 30", Has::Program},
    {"none.back() == 1", Has::Failure},
    {"none.empty() || none.front() == 1", Has::Program},
    {"v[v.size() - 1] == 30", Has::Program},
    {"v.size() == 3 && v[0] < v[1] && v[1] < v[2]", Has::Program},
    {"rows[1][1] == 3 && rows[2].empty()", Has::Program},
    {"rows[2][0] == 3", Has::Failure},
    {"points[1].x == 3 && points[2].many[0] == 1", Has::Program},
    {"pointers[0]->x == 3 && pointers[1] == 0", Has::Program},
    {"pointers[1]->x == 3", Has::Failure},
    {"a[2] == 9 && grid[1][0] == 3 && a.back() == 9", Has::Program},
    {"a[3] == 9", Has::Failure},
    {"grid[0][2] == 3", Has::Failure},
    {"nothing[0] == 1", Has::Failure},
    {"q[0] == 70 && q[429] == 499 && q[i + 120] == 191", Has::Program},
    {"q[57] == 127 && q[58] == 128", Has::Program},
    {"q[430] == 1", Has::Failure},
    {"q.front() == 70 && q.back() == 499", Has::Program},
    {"idle.front() == 1", Has::Failure},
    {"large[3].last == 33", Has::Program},
    {"stack[0] == 3 && queue.front() == 4", Has::Program},
    {"v.data()[1] == 20 && *v.data() == 10", Has::Program},
    {"view[1] == 'b' && s[2] == 'c'", Has::Program},
    {"bits[0]", Has::Nothing},
    {"m[1] == \"one\"", Has::Nothing},
    {"set.count(3) == 1", Has::Nothing},
    {"std::get<1>(tuple) == 2.5 && std::get<2>(tuple) == \"three\" && std::get<0>(pair) == 4", Has::Program},
    {"std::get<1>(a) == 8", Has::Program},
    {"pair.first == 4 && pair.second == \"four\"", Has::Program},
    // texts
    {"s == \"abc\" && \"abc\" == s && s != \"abd\"", Has::Program},
    {"s == \"ab\" || s == \"abcd\" || s == \"\"", Has::Program},
    {"empty == \"\"", Has::Program},
    {"eight == \"exactly8\" && odd == \"thirteen char\"", Has::Program},
    {"eight == \"exactly9\" || odd == \"thirteen chaR\" || odd == \"Thirteen char\"", Has::Program},
    {"words[3] == \"a text that is too long for the object itself\"", Has::Program},
    {"words[3] == \"a text that is too long for the Object itself\"", Has::Program},
    {"longer == \"x\"", Has::Program},
    {"huge == \"y\"", Has::Failure},
    {"zeros == \"a\"", Has::Program},
    {"view == \"abcdef\"", Has::Program},
    {"s < \"abd\"", Has::Nothing},
    {"s == eight", Has::Nothing},
    // what may be empty, and what leads elsewhere
    {"o.has_value() && *o == 5 && o.value() == 5 && o", Has::Program},
    {"noOne.has_value() || noOne", Has::Program},
    {"*noOne == 1", Has::Failure},
    {"o == 5 && o < 6 && 4 < o && noOne < -100 && noOne != 3", Has::Program},
    {"noOne == 0 || noOne > 0", Has::Program},
    {"optionalText == \"abc\" && optionalText->size() == 3", Has::Program},
    {"place->x == 3 && place->many[2] == 3 && (*place).y == 0.5", Has::Program},
    {"up->x == 3 && (*up).y == 0.5 && up && up.get() != 0", Has::Program},
    {"up->name == \"a point\"", Has::Program},
    {"noOwner || !up", Has::Program},
    {"noOwner->x == 3", Has::Failure},
    {"up == 0 || noOwner != 0", Has::Program},
    {"field[2] == 6 && *field == 4", Has::Program},
    {"sp->x == 3 && *inner == 3 && sp && !noShare", Has::Program},
    {"noShare->x == 3", Has::Failure},
    {"weak->x == 3", Has::Nothing},
    {"atomic == 6 && atomic.load() == 6 && atomic + 1 == 7", Has::Program},
    {"reference == 20 && reference.get() == 20", Has::Program},
};

/// The memory of the process, but for some words.
class OverwrittenMemory final : public values::Memory
{
public:
    explicit OverwrittenMemory(values::Memory& memory) : m_memory(memory) {}
    void overwrite(std::uint64_t address, std::uint64_t word) { m_words.emplace_back(address, word); }
    [[nodiscard]] bool read(values::Address address, std::span<std::byte> out) override
    {
        if (!m_memory.read(address, out))
            return false;
        for (const auto& [where, word] : m_words) {
            std::array<std::byte, sizeof word> bytes;
            std::memcpy(bytes.data(), &word, sizeof word);
            for (std::size_t i = 0; i < bytes.size(); ++i) {
                if (where + i >= address.value && where + i - address.value < out.size())
                    out[where + i - address.value] = bytes[i];
            }
        }
        return true;
    }

private:
    values::Memory& m_memory;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> m_words;
};

using Random = std::mt19937_64;

struct Place
{
    std::uint64_t address = 0, bytes = 0;
};

/// Of all that the frame has.
std::vector<Place> placesOf(StoppedProgram& program)
{
    std::vector<Place> places;
    const auto variables = program.reader->variables(program.frame());
    for (const values::Value& variable : variables ? *variables : std::vector<values::Value>()) {
        const auto value = program.reader->values().settled(variable);
        if (value && !value->isArray() && !values::StopMemory::isMadeUp(value->address))
            places.push_back({value->address.value, value->type->canonical->bytes});
    }
    return places;
}

/// What may be in a word that was overwritten, or is not set up yet.
std::uint64_t wordFor(Random& random, std::uint64_t before, const std::vector<Place>& places)
{
    constexpr std::uint64_t kKinds = 9;
    switch (random() % kKinds) {
    case 0:
        return 0;
    case 1:
        return random();
    case 2:
        return before + random() % 17 - 8;
    case 3:
        return before ^ (std::uint64_t{1} << random() % 64);
    case 4:
        return random() % 9;
    case 5:
        return ~std::uint64_t{0} - random() % 9;
    case 6:
        return before + 4096 * (random() % 2000) - 4096 * 1000;
    case 7:
        return std::uint64_t{0x101010101010101} * (random() % 256);
    default:
        return places[random() % places.size()].address + random() % 4 * 8;
    }
}

} // namespace

class TestValuesObjectConditions : public QObject
{
    Q_OBJECT

private slots:
    void programsSayWhatTheReaderSays_data() { compilers(); }
    void programsSayWhatTheReaderSays()
    {
        StoppedProgram program;
        QVERIFY(started(program));
        QFETCH(QString, level);
        for (const auto& [condition, expected] : kConditions) {
            QString problem;
            const Has has = judged(program, condition, problem);
            QVERIFY2(problem.isEmpty(), qPrintable(QString(condition) + ": " + problem));
            // Optimised, a variable may be where no program finds it.
            const bool isFine = has == expected || (level != "-O0" && has == Has::Nothing);
            QVERIFY2(isFine, qPrintable(QString(condition) + " has " + nameOf(has)));
        }
    }

    /// Thousands of objects that cannot be: whatever the reader has no answer to, no program has one to.
    void objectsThatWereOverwrittenAreJudgedAlike_data() { compilers(); }
    void objectsThatWereOverwrittenAreJudgedAlike()
    {
        constexpr int kTimesForEach = 20;
        StoppedProgram program;
        QVERIFY(started(program));
        const values::FrameRef here = program.frame();
        const std::vector<Place> places = placesOf(program);
        QVERIFY(places.size() > 20);
        Random random(1);
        int answers = 0;
        int failures = 0;
        for (const auto& [condition, expected] : kConditions) {
            const auto tree = values::parse(condition, values::Language::Cxx);
            const auto code = programOf(program, *tree);
            for (int time = 0; code && time < kTimesForEach; ++time) {
                OverwrittenMemory memory(*program.process);
                QString what;
                for (std::uint64_t words = 1 + random() % 3; words > 0; --words)
                    what += overwriteOne(program, memory, placesIn(condition, program, places), places, random);
                values::Reader reader(program.store, *program.process, memory);
                QString problem;
                const Has has = judged(here, *tree, *code, reader, memory, problem);
                QVERIFY2(problem.isEmpty(), qPrintable(QString(condition) + ": " + problem + what));
                ++(has == Has::Program ? answers : failures);
            }
        }
        qInfo("%d answers, %d failures", answers, failures);
        QVERIFY(answers > 300 && failures > 300);
    }

private:
    static void compilers()
    {
        QTest::addColumn<QString>("compiler");
        QTest::addColumn<QString>("level");
        for (const char* level : {"-O0", "-O2"}) {
            QTest::newRow(qPrintable(QString("gcc %1").arg(level))) << "g++" << level;
            QTest::newRow(qPrintable(QString("clang %1").arg(level))) << clangCompiler() << level;
        }
    }
    static bool started(StoppedProgram& program)
    {
        QFETCH(QString, compiler);
        QFETCH(QString, level);
        return program.start(compiler, kProgram, {level, "-std=c++17"});
    }
    /// Those of the names that the condition speaks of; all, if there are none.
    static std::vector<Place> placesIn(const std::string& condition, StoppedProgram& program,
                                       const std::vector<Place>& all)
    {
        std::vector<Place> some;
        const auto variables = program.reader->variables(program.frame());
        for (const values::Value& variable : variables ? *variables : std::vector<values::Value>()) {
            const std::string& name = variable.name;
            const auto value = condition.find(name) == std::string::npos ? util::Result<values::Value>()
                                                                         : program.reader->values().settled(variable);
            if (value && value->type && !value->isArray() && !values::StopMemory::isMadeUp(value->address))
                some.push_back({value->address.value, value->type->canonical->bytes});
        }
        return some.empty() ? all : some;
    }
    /// A word of an object, or of what it leads to.
    static QString overwriteOne(StoppedProgram& program, OverwrittenMemory& memory, const std::vector<Place>& some,
                                const std::vector<Place>& all, Random& random)
    {
        const Place& place = some[random() % some.size()];
        std::uint64_t at = place.address + random() % (place.bytes / 8 + 1) * 8;
        std::uint64_t word = 0;
        const auto out = std::as_writable_bytes(std::span(&word, 1));
        if (!program.process->read(values::Address{at}, out))
            return {};
        std::uint64_t behind = 0;
        const std::uint64_t target = word + random() % 5 * 8;
        const bool leads =
            program.process->read(values::Address{target}, std::as_writable_bytes(std::span(&behind, 1)));
        if (leads && random() % 3 == 0) {
            at = target;
            word = behind;
        }
        const std::uint64_t now = wordFor(random, word, all);
        memory.overwrite(at, now);
        return QString(" (at %1: %2)").arg(at, 0, 16).arg(now, 0, 16);
    }
};

DBGR_TEST(TestValuesObjectConditions, QCoreApplication);

} // namespace tst_values_object_conditions

#include "tst_values_object_conditions.moc"
