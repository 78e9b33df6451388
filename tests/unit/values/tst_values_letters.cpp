// SPDX-License-Identifier: GPL-3.0-or-later
// Letters and texts of C and C++ are shown as the program would spell them; numbers, truths and pointers as users of
// the debugger are used to see them. In real processes: some of this test, and those that the engine's tests look at,
// too.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/compiled_program.h"
#include "tests/unit/values/halted_program.h"
#include "values/expr/parser.h"
#include "values/print/letters.h"
#include "values/print/printer.h"
#include "values/reader.h"
#include "values/values_error.h"

#include <QRegularExpression>
#include <QtTest>

#include <cstring>

namespace tst_values_letters {

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

namespace {

const char* const kCxx = R"(
#include <cstddef>
#include <cstdint>
enum Colour { Red, Green = 5 };
enum class Mode : unsigned char { None, Read = 1, Write = 2, Run = 4 };
typedef char Name[8];
typedef char letter_t;
struct Record { char tag; signed char level; wchar_t wide[4]; const char* text; unsigned char bits : 3; char few : 4; };
struct Base { int id; long spare; int plain(int n) const; virtual int turn(); virtual int stop(); };
struct Other { double weight; int other(); };
struct Both : Base, Other { float own; };
struct Unused : Base, Other { float own; }; // of which the compiler says no more than its name
int Base::plain(int n) const { return n + id; }
int Base::turn() { return 1; }
int Base::stop() { return 2; }
int Other::other() { return 3; }
namespace geo { double relax(double x, Base* base) { return x + base->id; } }
static void hidden() {}
template <class T> T twice(T x) { return 2 * x; }
int main()
{
  double (*relax)(double, Base*) = geo::relax;
  void (*hiddenAt)() = hidden, (*noCode)() = nullptr;
  int (*twiceAt)(int) = &twice<int>;
  void (*strayAt)() = reinterpret_cast<void (*)()>(0x10);
  void (*insideAt)() = reinterpret_cast<void (*)()>(reinterpret_cast<char*>(hidden) + 1);
  void (*table[2])() = {hidden, nullptr};
  int (*library)(const char*) = __builtin_puts;
  int Base::*member = &Base::id;
  Both whole;
  double Both::*inherited = &Both::weight;
  double Unused::*unknown = &Unused::weight;
  int Base::*noMember = nullptr;
  int (Base::*method)(int) const = &Base::plain;
  int (Base::*virtualMethod)() = &Base::stop;
  int (Base::*noMethod)() = nullptr;
  int (Both::*shifted)() = &Both::other;
  char z = 'z', zero = 0, high = '\xff', quote = '\'';
  const char constant = 'c';
  letter_t other = 'o';
  signed char small = -2;
  unsigned char byte = 2;
  std::uint8_t octet = 65;
  std::int8_t minus = -65;
  wchar_t wide = L'\u00f6';
  char16_t utf16 = u'\u20ac', half = 0xd800;
  char32_t utf32 = U'\U0001f600', beyond = 0x110000, control = 0x9b;
  char8_t utf8 = u8'8', part = 0xc3;
  const char* text = "plain";
  const char8_t* text8 = u8"Gr\u00f6\u00dfe";
  const char* texts[2] = {"one", nullptr};
  const wchar_t* textW = L"Gr\u00f6\u00dfe \U0001f600";
  const char16_t* text16 = u"\u20ac \U0001f600!";
  const char32_t* text32 = U"\U0001f600\n";
  char16_t torn[4] = {0xd83d, u'x', 0xdc00, 0};
  wchar_t arrayW[6] = L"ab";
  wchar_t fullW[2] = {L'a', L'b'};
  char bad[4] = {'a', '\x9b', '\xc3', 0};
  Name name = "name";
  char full[3] = {'a', 'b', 'c'};
  char none[1] = {0};
  char rows[2][4] = {"ab", "cd"};
  char inside[6] = {'a', 0, 'b', 0, 0, 0};
  unsigned char bytes[2] = {65, 0};
  const unsigned char* bytesAt = bytes;
  char* null = nullptr;
  const wchar_t* nullW = nullptr;
  char* away = reinterpret_cast<char*>(0x10);
  wchar_t* awayW = reinterpret_cast<wchar_t*>(0x10);
  int* number = reinterpret_cast<int*>(0x10);
  void* untyped = reinterpret_cast<void*>(0x10);
  int** behind = &number;
  char* highest = reinterpret_cast<char*>(~0ul);
  Colour colour = Green, odd = static_cast<Colour>(3);
  Mode mode = Mode::Write, modes = static_cast<Mode>(5), noMode = Mode::None;
  bool yes = true;
  double third = 1.0 / 3, big = 1e300 * 1e10, minusBig = -big, notANumber = big - big, tenth = 0.1;
  float single = 0.1f;
  long double longer = 0.1L;
  Record record = {'r', 7, L"\u00f6", "in", 5, -1};
  std::nullptr_t nothing = nullptr;
  return z + zero + high + quote + constant + other + small + byte + octet + minus + wide + utf16 + half; // all are set
}
)";

const char* const kC = R"(
typedef int wchar_t;
typedef unsigned short char16_t;
typedef unsigned int char32_t;
typedef wchar_t my_letter;
int main(void)
{
  char z = 'z';
  wchar_t wide = L'w';
  my_letter mine = L'm';
  const wchar_t* text = L"wide";
  wchar_t array[3] = L"ab";
  char16_t text16[3] = u"\u20ac!";
  const char32_t* text32 = U"32";
  int plain = 119;
  _Bool yes = 1;
  float inf = 1e38f * 10;
  return z + wide + mine + plain + yes; /* all are set */
}
)";

/// Where the code of a line begins; 0 nowhere.
std::uint64_t addressOfLine(CompiledFolder& folder, const char* program, const QByteArray& file, int line)
{
    std::uint64_t lowest = 0;
    for (const QByteArray& row : folder.run("objdump", {"--dwarf=decodedline", program}).split('\n')) {
        const QList<QByteArray> words = row.simplified().split(' ');
        if (words.size() < 3 || words[0] != file || words[1].toInt() != line)
            continue;
        const std::uint64_t address = words[2].toULongLong(nullptr, 16);
        if (lowest == 0 || address < lowest)
            lowest = address;
    }
    return lowest;
}

int lineWith(const QByteArray& source, const char* text)
{
    const qsizetype at = source.indexOf(text);
    return at < 0 ? 0 : static_cast<int>(source.left(at).count('\n')) + 1;
}

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestValuesLetters : public QObject
{
    Q_OBJECT

    struct Program
    {
        std::unique_ptr<HaltedProgram> process;
        DebugFileStore store;
        std::unique_ptr<Reader> reader;
    };
    CompiledFolder m_folder;
    std::map<std::string, Program> m_programs;

    /// Compiles it and runs it to the line that has the mark.
    bool start(const char* name, const QString& source, const char* compiler, const char* standard, const char* mark)
    {
        const QByteArray text = contentsOf(source);
        const QByteArray file = source.section('/', -1).toUtf8();
        const QStringList arguments{"-g", "-O0", "-w", "-no-pie", standard, "-o", name, source};
        if (text.isEmpty() || m_folder.run(compiler, arguments).isNull())
            return false;
        const std::uint64_t address = addressOfLine(m_folder, name, file, lineWith(text, mark));
        Program& program = m_programs[name];
        program.process = std::make_unique<HaltedProgram>(m_folder.path(name), address);
        if (address == 0 || !program.process->isThere())
            return false;
        program.reader = std::make_unique<Reader>(program.store, *program.process, *program.process);
        return true;
    }
    [[nodiscard]] QString shown(const std::string& program, const QString& expression, std::size_t frame = 0,
                                const TextLimits& limits = {}, Format format = Format::Natural)
    {
        Program& known = m_programs.at(program);
        Reader& reader = *known.reader;
        const FrameRef ref{&known.process->frame(frame), 0};
        const Language language = reader.language(ref);
        const auto tree = parse(expression.toStdString(), language);
        const auto answer = tree ? reader.evaluate(ref, *tree) : util::fail(tree.error());
        if (!answer)
            return (answer.error().code == Errc::NotOurs ? "not ours: " : "! ") +
                   QString::fromStdString(answer.error().message());
        return QString::fromStdString(Printer(reader.values(), limits, format).text(*answer, language));
    }

private slots:
    void initTestCase()
    {
        if (!kCanStopPrograms)
            QSKIP("the processes of this test are those of x86-64");
        NEED_TOOL("gcc");
        NEED_TOOL("g++");
        NEED_TOOL("objdump");
        m_folder.write("letters.cpp", kCxx);
        m_folder.write("letters.c", kC);
        const QString debuggees = QString(DBGR_DEBUGGEE_SOURCE_DIR "/");
        QVERIFY(
            start("cxx", QString::fromStdString(m_folder.path("letters.cpp")), "g++", "-std=c++20", "// all are set"));
        QVERIFY(start("c", QString::fromStdString(m_folder.path("letters.c")), "gcc", "-std=c11", "/* all are set"));
        QVERIFY(start("stl", debuggees + "stl.cpp", "g++", "-std=c++17", "std::printf(\"%s"));
        QVERIFY(start("unreadable", debuggees + "unreadable.cpp", "g++", "-std=c++17", "// here"));
        QVERIFY(start("assign", debuggees + "assign.cpp", "g++", "-std=c++17", "std::printf(\"%d %d %g"));
    }

    void lettersAndTexts_data()
    {
        QTest::addColumn<QString>("shows");
        const auto row = [](const char* name, const char* shows) { QTest::newRow(name) << shows; };
        row("z", "'z'");
        row("zero", "'\\0'");
        row("high", "'\\xff'");
        row("quote", "'\\''");
        row("constant", "'c'");
        row("other", "'o'");
        row("small", "-2 '\\xfe'");
        row("byte", "2 '\\x02'");
        row("octet", "65 'A'");
        row("minus", "-65 '\\xbf'");
        row("wide", "L'ö'");
        row("utf16", "u'€'");
        row("half", "u'\\ud800'");
        row("utf32", "U'😀'");
        row("beyond", "U'\\U00110000'");
        row("control", "U'\\u009b'");
        row("utf8", "u8'8'");
        row("part", "u8'\\xc3'");
        row("z + 0", "122");
        row("(char)122", "'z'");
        row("(unsigned char)122", "122 'z'");
        row("(wchar_t)246", "L'ö'");
        row("wide == 246", "true");
        row("'z'", "'z'");
        row("L'z'", "L'z'");
        row("text", "\"plain\"");
        row("text + 1", "\"lain\"");
        row("*text", "'p'");
        row("text[1]", "'l'");
        row("text8", "u8\"Größe\"");
        row("texts", "{\"one\", 0x0}");
        row("textW", "L\"Größe 😀\"");
        row("text16", "u\"€ 😀!\"");
        row("text32", "U\"😀\\n\"");
        row("torn", "u\"\\ud83dx\\udc00\"");
        row("arrayW", "L\"ab\"");
        row("fullW", "L\"ab\"");
        row("bad", "\"a\\x9b\\xc3\"");
        row("name", "\"name\"");
        row("full", "\"abc\"");
        row("none", "\"\"");
        row("rows", "{\"ab\", \"cd\"}");
        row("rows[1]", "\"cd\"");
        row("inside", "\"a\"");
        row("bytes", "{65 'A', 0 '\\0'}");
        row("null", "0x0");
        row("nullW", "0x0");
        row("record", "{tag = 'r', level = 7 '\\a', wide = L\"ö\", text = \"in\", bits = 5 '\\x05', few = -1 '\\xff'}");
    }
    void lettersAndTexts() { compare("cxx"); }

    void pointersNumbersAndNames_data()
    {
        QTest::addColumn<QString>("shows");
        const auto row = [](const char* name, const char* shows) { QTest::newRow(name) << shows; };
        row("away", "0x10 <the memory there cannot be read>");
        row("awayW", "0x10 <the memory there cannot be read>");
        row("number", "0x10 <the memory there cannot be read>");
        row("*behind", "0x10 <the memory there cannot be read>");
        row("highest", "0xffffffffffffffff <the memory there cannot be read>");
        row("untyped", "0x10");
        row("colour", "Green");
        row("odd", "(Colour) 3");
        row("mode", "Write");
        row("modes", "Read | Run");
        row("noMode", "None");
        row("yes", "true");
        row("third", "0.3333333333333333");
        row("tenth", "0.1");
        row("single", "0.1");
        row("longer", "0.1");
        row("big", "+Inf");
        row("minusBig", "-Inf");
        row("notANumber", "NaN");
        row("1 / 0.0", "+Inf");
    }
    void pointersNumbersAndNames() { compare("cxx"); }

    void pointersToCodeHaveItsName_data()
    {
        QTest::addColumn<QString>("form");
        const auto row = [](const char* name, const char* form) { QTest::newRow(name) << form; };
        row("relax", "0x[0-9a-f]+ <geo::relax\\(double, Base\\*\\)>");
        row("hiddenAt", "0x[0-9a-f]+ <hidden\\(\\)>");
        row("noCode", "0x0");
        row("twiceAt", "0x[0-9a-f]+ <int twice<int>\\(int\\)>");
        row("strayAt", "0x10");
        row("insideAt", "0x[0-9a-f]+ <hidden\\(\\)\\+1>");
        row("table", "\\{0x[0-9a-f]+ <hidden\\(\\)>, 0x0\\}");
        row("library", "0x[0-9a-f]+( <puts>)?"); // by the symbols of the C library, if they are there
        row("member", "&Base::id");
        row("inherited", "&Both::weight");
        row("unknown", "<offset 24 in Unused>");
        row("noMember", "nullptr");
        row("method", "0x[0-9a-f]+ <Base::plain\\(int\\) const>");
        row("virtualMethod", "<virtual function 1 of Base>");
        row("noMethod", "nullptr");
        row("shifted", "0x[0-9a-f]+ <Other::other\\(\\)> of the part at 24");
        row("nothing", "nullptr");
    }
    void pointersToCodeHaveItsName()
    {
        QFETCH(const QString, form);
        const QString text = shown("cxx", QTest::currentDataTag());
        QVERIFY2(QRegularExpression("^" + form + "$").match(text).hasMatch(), qPrintable(text));
        QCOMPARE(shown("cxx", "hiddenAt", 0, {}, Format::Hexadecimal).count('<'), 0);
    }

    void typedefsOfCAreLettersToo_data()
    {
        QTest::addColumn<QString>("shows");
        const auto row = [](const char* name, const char* shows) { QTest::newRow(name) << shows; };
        row("z", "'z'");
        row("wide", "L'w'");
        row("mine", "L'm'");
        row("text", "L\"wide\"");
        row("array", "L\"ab\"");
        row("text16", "u\"€!\"");
        row("text32", "U\"32\"");
        row("plain", "119");
        row("yes", "true");
        row("inf", "+Inf");
        row("'a'", "97 'a'"); // an int
    }
    void typedefsOfCAreLettersToo() { compare("c"); }

    void formatsStillSayWhatTheyAreFor_data()
    {
        QTest::addColumn<char>("letter");
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("shows");
        const auto row = [](char letter, const char* expression, const char* shows) {
            QTest::addRow("%c: %s", letter, expression) << letter << expression << shows;
        };
        row('x', "z", "0x7a");
        row('d', "z", "122");
        row('u', "high", "255");
        row('o', "z", "0172");
        row('t', "z", "0b1111010");
        row('c', "octet", "65 'A'");
        row('c', "wide", "246 L'\u00f6'");
        row('c', "utf32", "128512 U'\U0001f600'");
        row('c', "fullW", "{97 L'a', 98 L'b'}");
        row('s', "z", "'z'");
        row('d', "wide", "246");
        row('x', "full", "{0x61, 0x62, 0x63}");
        row('d', "fullW", "{97, 98}");
        row('s', "full", "\"abc\"");
        row('s', "text", "\"plain\"");
        row('x', "away", "0x10 <the memory there cannot be read>");
        row('e', "tenth", "1e-01");
        row('f', "big", "+Inf");
        row('e', "minusBig", "-Inf");
        row('d', "colour", "5");
    }
    void formatsStillSayWhatTheyAreFor()
    {
        QFETCH(const char, letter);
        QFETCH(const QString, expression);
        QTEST(shown("cxx", expression, 0, {}, *formatOf(letter)), "shows");
        QVERIFY(shown("cxx", "text", 0, {}, Format::Hexadecimal).startsWith("0x"));
        QVERIFY(shown("cxx", "text", 0, {}, Format::Address).startsWith("0x"));
    }

    void longTextsAreCut()
    {
        QCOMPARE(shown("cxx", "text", 0, {3, 100, 5}), QString("\"plain\""));
        QCOMPARE(shown("cxx", "text", 0, {3, 100, 4}), QString("\"plai\"..."));
        QCOMPARE(shown("cxx", "fullW", 0, {3, 100, 2}), QString("L\"ab\""));
        QCOMPARE(shown("cxx", "fullW", 0, {3, 100, 1}), QString("L\"a\"..."));
        QCOMPARE(shown("cxx", "textW", 0, {3, 100, 4}), QString("L\"Größ\"..."));
    }

    /// What tests/contract expects of the same programs.
    void engineTestsSeeTheSame_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("shows");
        const auto row = [](const char* program, const char* expression, const QString& shows) {
            QTest::addRow("%s: %s", program, expression) << QByteArray(program) << expression << shows;
        };
        row("stl", "scale", "4");
        row("stl", "text", "\"plain\"");
        row("stl", "quoted", "\"a \\\"quoted\\\"\\ttab\"");
        row("stl", "null", "0x0");
        row("stl", "flag", "true");
        row("stl", "letter", "'z'");
        row("stl", "sum", "36.5");
        row("stl", "matrix", "{{1, 2, 3}, {4, 5, 6}}");
        row("stl", "matrix[1][2]", "6");
        row("stl", "*text", "'p'");
        row("stl", "&particle == 0", "false");
        row("stl", "particle.colour", "Green");
        row("stl", "particle.position", "{x = 0.25, y = -1}");
        row("stl", "word.bits == 0x3f800000 ? 1 : 2", "1");
        row("stl", "sizeof(Point)", "16");
        const QString lost = "0x10 <the memory there cannot be read>";
        for (const char* const name :
             {"text", "constText", "wide", "utf16", "number", "node", "texts", "array", "letters", "fixed"})
            row("unreadable", name, lost);
        row("unreadable", "untyped", "0x10");
        row("unreadable", "holder.numbers", "0x20 <the memory there cannot be read>");
        row("unreadable", "holder",
            "{text = " + lost + ", number = 7, numbers = 0x20 <the memory there cannot be read>}");
        for (const char* const name : {"intAway", "nodeAway", "*array", "*letters", "*node", "node->value", "*texts"})
            row("unreadable", name, "<the memory at 0x10 cannot be read>");
        row("unreadable", "node->next", "<the memory at 0x18 cannot be read>");
        row("unreadable", "array[0][0]", "<the memory at 0x10 cannot be read>");
        row("assign", "number", "1");
        row("assign", "byte", "2 '\\x02'");
        row("assign", "real", "1.5");
        row("assign", "truth", "false");
        row("assign", "letter", "'a'");
        row("assign", "text", "\"old\"");
        row("assign", "word", "\"word\"");
        row("assign", "*pointer", "2");
        row("assign", "reference", "4");
        row("assign", "colour", "Red");
        row("assign", "size", "Small");
        row("assign", "flags", "{low = 1, mid = -2, on = false, rest = 99}");
        row("assign", "either.number", "7");
    }
    void engineTestsSeeTheSame()
    {
        QFETCH(const QByteArray, program);
        QFETCH(const QString, expression);
        QTEST(shown(program.toStdString(), expression), "shows");
    }

    void listsShowOneLevelOnly()
    {
        QCOMPARE(shown("stl", "matrix", 0, {1, 8, 120}), QString("{{...}, {...}}"));
        QCOMPARE(shown("cxx", "rows", 0, {1, 8, 120}), QString("{\"ab\", \"cd\"}"));
    }

    void textsEndWhereTheMemoryDoes()
    {
        struct : Memory
        {
            bool read(Address address, std::span<std::byte> out) override
            {
                if (address.value + out.size() > 0x1002 || address.value < 0xFF0)
                    return false;
                std::memset(out.data(), 'x', out.size());
                return true;
            }
        } memory;
        StopMemory pages(memory);
        const LettersRead read = readLetters(pages, Address{0xFFE}, Letters::Char, 100);
        QCOMPARE(read.units.size(), std::size_t{4});
        QVERIFY(read.end == LettersRead::End::Lost);
        const LettersRead wide = readLetters(pages, Address{0xFFD}, Letters::Wide, 100); // its unit lies on both pages
        QCOMPARE(wide.units.size(), std::size_t{4});
        QVERIFY(readLetters(pages, Address{0xFFE}, Letters::Char, 2).end == LettersRead::End::Limit);
        QVERIFY(readLetters(pages, Address{~std::uint64_t{0}}, Letters::Utf32, 2).units.empty());
        QVERIFY(untilZero({}, Letters::Wide).empty());
        const std::array<std::byte, 3> odd{std::byte{'a'}, std::byte{0}, std::byte{'b'}};
        QCOMPARE(untilZero(odd, Letters::Utf16).size(), std::size_t{2});
        QCOMPARE(lettersText(odd, Letters::Utf16), std::string("u\"a\""));
    }

private:
    void compare(const char* program) { QTEST(shown(program, QTest::currentDataTag()), "shows"); }
};

DBGR_TEST(TestValuesLetters, QCoreApplication);

} // namespace tst_values_letters

#include "tst_values_letters.moc"
