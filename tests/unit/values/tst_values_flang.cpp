// SPDX-License-Identifier: GPL-3.0-or-later
// What flang's debug information says otherwise than the memory has it. Nothing of it needs flang: the information is
// made by hand.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/compiled_program.h"
#include "tests/unit/values/halted_program.h"
#include "tests/unit/values/made_process.h"
#include "values/expr/parser.h"
#include "values/file/debug_file.h"
#include "values/reader.h"
#include "values/target/code_frame.h"

#include <QtTest>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace tst_values_flang {

using namespace dbgr::test;
using namespace dbgr::values;

namespace {

/// A unit of DWARF 4 with three base types. %1: the producer
const char* const kUnit = R"asm(
        .section .debug_abbrev,"",@progbits
        .byte 1, 0x11, 1, 0x25, 8, 0x13, 5, 0, 0
        .byte 2, 0x24, 0, 3, 8, 0x3e, 0xb, 0xb, 0xb, 0, 0
        .byte 0
        .section .debug_info,"",@progbits
        .long end - begin
begin:  .short 4
        .long 0
        .byte 8
        .byte 1
        .asciz "%1"
        .short 0xe
        .byte 2
        .asciz "real(kind=10)"
        .byte 4, 10
        .byte 2
        .asciz "complex(kind=10)"
        .byte 3, 20
        .byte 2
        .asciz "real(kind=8)"
        .byte 4, 8
        .byte 0
end:
)asm";

/// A program of DWARF 4: procedure work (line 10) uses module m with a `count`; it has an x (line 12), a block with x,
/// `count` and `alone` (15 to 17), in it one with x (21), and contains inner, whose line is 30. %1: the producer
const char* const kBlocks = R"asm(
        .file 1 "blocks.f90"
        .data
m_count: .long 5
x12:    .long 100
x15:    .long 200
count16: .long 16
alone17: .long 7
x21:    .long 300
        .text
        .globl main
main:
work:   .loc 1 10
        nop
at13:   .loc 1 13
        nop
at18:   .loc 1 18
        nop
at22:   .loc 1 22
        nop
at26:   .loc 1 26
        ret
workend:
at30:   .loc 1 30
        ret
innerend:
        .section .debug_line,"",@progbits
lines:
        .section .debug_abbrev,"",@progbits
        .byte 1, 0x11, 1, 0x25, 8, 0x13, 5, 3, 8, 0x10, 0x17, 0x11, 1, 0x12, 7, 0, 0
        .byte 2, 0x24, 0, 3, 8, 0x3e, 0xb, 0xb, 0xb, 0, 0
        .byte 3, 0x2e, 1, 3, 8, 0x3a, 0xb, 0x3b, 0xb, 0x11, 1, 0x12, 7, 0, 0
        .byte 4, 0x34, 0, 3, 8, 0x3a, 0xb, 0x3b, 0xb, 0x49, 0x13, 2, 0x18, 0, 0
        .byte 5, 0x1e, 1, 3, 8, 0, 0
        .byte 6, 0x3a, 0, 0x18, 0x13, 0, 0
        .byte 7, 0x34, 0, 3, 8, 0x6e, 8, 0x3a, 0xb, 0x3b, 0xb, 0x49, 0x13, 2, 0x18, 0, 0
        .byte 0
        .macro variable name, line, place
        .byte 4
        .asciz "\name"
        .byte 1, \line
        .long integer - info
        .byte 9, 3
        .quad \place
        .endm
        .macro procedure name, line, begin, end
        .byte 3
        .asciz "\name"
        .byte 1, \line
        .quad \begin, \end - \begin
        .endm
        .section .debug_info,"",@progbits
info:   .long infoend - infobegin
infobegin: .short 4
        .long 0
        .byte 8
        .byte 1
        .asciz "%1"
        .short 0xe
        .asciz "blocks.f90"
        .long lines
        .quad work, innerend - work
integer: .byte 2
        .asciz "integer(kind=4)"
        .byte 5, 4
module: .byte 5
        .asciz "m"
        .byte 7
        .asciz "count", "m_count"
        .byte 1, 3
        .long integer - info
        .byte 9, 3
        .quad m_count
        .byte 0
        procedure work, 10, work, workend
        variable x, 12, x12
        variable x, 15, x15
        variable count, 16, count16
        variable alone, 17, alone17
        variable x, 21, x21
        .byte 6
        .long module - info
        procedure inner, 28, at30, innerend
        .byte 0, 0, 0
infoend:
        .section .note.GNU-stack,"",@progbits
)asm";

/// A program of DWARF 4 with a type heavy in each of two modules, one of them with its parent base, and one in a
/// procedure; and class variables whose descriptors name them. As is: module two describes nothing but its type.
const char* const kClasses = R"asm(
        .data
        .balign 8
        .macro mark name
        .type \name, @object
        .globl \name
\name: .quad 0
        .size \name, 8
        .endm
        mark _QMoneEXdtXheavy
        mark _QMtwoEXdtXheavy
        mark _QMoneFworkEXdtXheavy
        mark _QMoneFotherEXdtXheavy
        mark _QMoneEXdtXlight
        mark _QMthreeEXdtXlight
object: .long 1, 2, 3, 4
        .macro descriptor label, type
\label: .quad object, 16
        .long 20240719
        .byte 0, 42, 1, 1
        .quad \type, 0
        .endm
        descriptor to_one, _QMoneEXdtXheavy
        descriptor to_two, _QMtwoEXdtXheavy
        descriptor to_work, _QMoneFworkEXdtXheavy
        descriptor to_other, _QMoneFotherEXdtXheavy
        descriptor to_light, _QMoneEXdtXlight
        descriptor to_third, _QMthreeEXdtXlight
        descriptor to_nothing, 0
        .text
        .globl main
main:   nop
        ret
mainend:
        .section .debug_abbrev,"",@progbits
        .byte 1, 0x11, 1, 0x25, 8, 0x13, 5, 3, 8, 0x11, 1, 0x12, 7, 0, 0
        .byte 2, 0x24, 0, 3, 8, 0x3e, 0xb, 0xb, 0xb, 0, 0
        .byte 3, 0x2e, 1, 3, 8, 0x11, 1, 0x12, 7, 0, 0
        .byte 4, 0x34, 0, 3, 8, 0x49, 0x13, 2, 0x18, 0, 0
        .byte 5, 0x1e, 1, 3, 8, 0, 0
        .byte 6, 0x13, 1, 3, 8, 0xb, 0xb, 0, 0
        .byte 7, 0xd, 0, 3, 8, 0x49, 0x13, 0x38, 0xb, 0, 0
        .byte 8, 0xf, 0, 0x49, 0x13, 0, 0
        .byte 9, 0x2e, 1, 3, 8, 0, 0
        .byte 0
        .macro variable name, place
        .byte 4
        .asciz "\name"
        .long pointer - info
        .byte 9, 3
        .quad \place
        .endm
        .macro record name, bytes
        .byte 6
        .asciz "\name"
        .byte \bytes
        .endm
        .macro member name, type, at
        .byte 7
        .asciz "\name"
        .long \type - info
        .byte \at
        .endm
        .macro scope tag, name
        .byte \tag
        .asciz "\name"
        .endm
        .section .debug_info,"",@progbits
info:   .long infoend - infobegin
infobegin: .short 4
        .long 0
        .byte 8
        .byte 1
        .asciz "flang version 22.1.8"
        .short 0xe
        .asciz "classes.f90"
        .quad main, mainend - main
integer: .byte 2
        .asciz "integer(kind=4)"
        .byte 5, 4
pointer: .byte 8
        .long base - info
        scope 5, one
base:   record base, 4
        member id, integer, 0
        .byte 0
        record heavy, 8
        member base, base, 0
        member one, integer, 4
        .byte 0
        .byte 0
        scope 5, two
        record heavy, 12
        member base, base, 0
        member two, integer, 8
        .byte 0
        .byte 0
        scope 5, one
        scope 9, work
        record heavy, 16
        member base, base, 0
        member work, integer, 12
        .byte 0, 0, 0
        scope 5, users
        scope 9, first
        record light, 4
        member base, base, 0
        .byte 0, 0
        scope 9, second
        record light, 8
        member alone, integer, 4
        .byte 0, 0, 0
        scope 5, three
        record light, 8
        member base, base, 0
        member three, integer, 4
        .byte 0, 0
        scope 3, main
        .quad main, mainend - main
        variable one, to_one
        variable two, to_two
        variable work, to_work
        variable other, to_other
        variable light, to_light
        variable third, to_third
        variable nothing, to_nothing
        .byte 0, 0
infoend:
        .section .note.GNU-stack,"",@progbits
)asm";

/// As a debugger stands at a place of kBlocks, or at another's.
class Blocks
{
public:
    /// \return whether it stands there
    bool build(const QString& producer) { return assemble(QString(kBlocks).arg(producer)); }
    bool assemble(const QString& source)
    {
        m_folder.write("blocks.s", source.toUtf8());
        if (m_folder.run("gcc", {"-no-pie", "-o", "blocks", "blocks.s"}).isNull())
            return false;
        m_program = std::make_unique<HaltedProgram>(m_folder.path("blocks"), m_folder.address("blocks", "main"));
        if (m_program->isThere())
            m_reader = std::make_unique<Reader>(m_store, *m_program, *m_program);
        return m_program->isThere();
    }
    /// The value, or the words of the error.
    QString value(const QByteArray& label, const std::string& name)
    {
        const auto tree = parse(name, Language::Fortran);
        const auto answer = m_reader->evaluate(frameAt(label), *tree);
        if (!answer)
            return QString::fromStdString(answer.error().message());
        return QString::fromStdString(Printer(m_reader->values(), {}).text(*answer, Language::Fortran));
    }
    /// "x@12=100 count=16": all variables; with the line where the name alone does not say which one it is.
    QString variables(const QByteArray& label)
    {
        QStringList all;
        const auto found = m_reader->variables(frameAt(label));
        for (const Value& value : found ? *found : std::vector<Value>()) {
            const QString line = value.oneOfLine > 0 ? "@" + QString::number(value.oneOfLine) : "";
            const std::string text = Printer(m_reader->values(), {}).text(value);
            all << QString::fromStdString(value.name) + line + "=" + QString::fromStdString(text);
        }
        return all.join(' ');
    }

private:
    FrameRef frameAt(const QByteArray& label)
    {
        return {&m_frames.emplace_back(Address{m_folder.address("blocks", label)}), 0};
    }

    CompiledFolder m_folder;
    std::unique_ptr<HaltedProgram> m_program;
    DebugFileStore m_store;
    std::deque<CodeFrame> m_frames;
    std::unique_ptr<Reader> m_reader;
};

QString unrecorded(const QString& name, const QString& places)
{
    return "the compiler did not record which " + name + " is meant here: that of " + places;
}

} // namespace

class TestValuesFlang : public QObject
{
    Q_OBJECT

    /// "16 32 8": of the three types.
    static QString bytesOfTypes(const QString& producer)
    {
        CompiledFolder folder;
        folder.write("unit.s", QString(kUnit).arg(producer).toUtf8());
        if (folder.run("gcc", {"-c", "-o", "unit.o", "unit.s"}).isNull())
            return "it does not assemble";
        const auto file = DebugFile::open(folder.path("unit.o"), "");
        if (!file || (*file)->units().size() != 1)
            return "it cannot be read";
        QStringList bytes;
        (*file)->units().front().forEachChild(
            [&](const Die& die) { bytes << QString::number((*file)->types().of(die)->bytes); });
        return bytes.join(' ');
    }

private slots:
    void realsOfX87HaveTheirRoom()
    {
        NEED_TOOL("gcc");
        QCOMPARE(bytesOfTypes("flang version 22.1.8"), QString("16 32 8"));
        QCOMPARE(bytesOfTypes("GNU Fortran2008 12.2.0"), QString("10 20 8"));
    }

    void blocksAreNotTakenForOneAnother_data()
    {
        QTest::addColumn<QByteArray>("label");
        QTest::addColumn<QString>("x");
        QTest::addColumn<QString>("count");
        QTest::addColumn<QString>("variables");
        const QString counts = unrecorded("count", "blocks.f90:16 or blocks.f90:3");
        const QString two = unrecorded("x", "blocks.f90:12 or blocks.f90:15");
        const QString three = unrecorded("x", "blocks.f90:12, blocks.f90:15 or blocks.f90:21");
        QTest::newRow("before the blocks") << QByteArray("at13") << "100" << counts << "x=100 count@16=16 alone=7";
        QTest::newRow("in the outer block")
            << QByteArray("at18") << two << counts << "x@15=200 x@12=100 count@16=16 alone=7";
        QTest::newRow("in the inner block")
            << QByteArray("at22") << three << counts << "x@21=300 x@15=200 x@12=100 count@16=16 alone=7";
        QTest::newRow("behind the blocks")
            << QByteArray("at26") << three << counts << "x@21=300 x@15=200 x@12=100 count@16=16 alone=7";
        QTest::newRow("in a contained procedure")
            << QByteArray("at30") << "100" << counts << "x=100 count@16=16 alone=7";
    }
    void blocksAreNotTakenForOneAnother()
    {
        NEED_TOOL("gcc");
        if (!kCanStopPrograms)
            QSKIP("programs cannot be stopped here");
        QFETCH(QByteArray, label);
        Blocks blocks;
        QVERIFY(blocks.build("flang version 22.1.8"));
        QTEST(blocks.value(label, "x"), "x");
        QTEST(blocks.value(label, "X"), "x");
        QTEST(blocks.value(label, "count"), "count");
        QCOMPARE(blocks.value(label, "m::count"), QString("5"));
        QCOMPARE(blocks.value(label, "alone + 1"), QString("8"));
        QTEST(blocks.variables(label), "variables");
    }
    void otherCompilersDescribeBlocks()
    {
        NEED_TOOL("gcc");
        if (!kCanStopPrograms)
            QSKIP("programs cannot be stopped here");
        Blocks blocks;
        QVERIFY(blocks.build("GNU Fortran2008 12.2.0"));
        QCOMPARE(blocks.value("at22", "x"), QString("100"));
        QCOMPARE(blocks.value("at22", "count"), QString("16"));
        QCOMPARE(blocks.variables("at22"), QString("x=100 count=16 alone=7"));
    }

    /// A module's variable that has a table beside it, with what is there.
    void whatEachThreadHasIsNotTakenForOneThatAllShare_data()
    {
        QTest::addColumn<QString>("producer");
        QTest::addColumn<QString>("symbol");
        QTest::addColumn<int>("table");
        QTest::addColumn<QString>("expected");
        const QString flang = "flang version 22.1.8";
        const QString own = "<each thread has its own, and the compiler did not record where>";
        QTest::newRow("threads have their own") << flang << "m_count.cache" << 1 << own;
        QTest::newRow("none has any yet") << flang << "m_count.cache" << 0 << "5";
        QTest::newRow("another one's table") << flang << "m_counter.cache" << 1 << "5";
        QTest::newRow("another compiler") << "GNU Fortran2008 12.2.0"
                                          << "m_count.cache" << 1 << "5";
    }
    void whatEachThreadHasIsNotTakenForOneThatAllShare()
    {
        NEED_TOOL("gcc");
        if (!kCanStopPrograms)
            QSKIP("programs cannot be stopped here");
        QFETCH(QString, producer);
        QFETCH(QString, symbol);
        QFETCH(int, table);
        const QString beside = QString(".data\n.balign 8\n.type %1, @object\n.size %1, 8\n%1: .quad %2\n");
        Blocks blocks;
        QVERIFY(blocks.assemble(QString(kBlocks).arg(producer) + beside.arg(symbol).arg(table)));
        QTEST(blocks.value("at13", "m::count"), "expected");
    }

    /// Types of one name in several modules, and procedures.
    void dynamicTypesAreThoseOfTheirScopes_data()
    {
        QTest::addColumn<QString>("expected");
        QTest::newRow("one") << "{base = {id = 1}, one = 2}";
        QTest::newRow("two") << "{base = {id = 1}, two = 3}";
        QTest::newRow("work") << "{base = {id = 1}, work = 4}";
        // A procedure of which nothing is described: each of the others may be it, and they are not the same.
        QTest::newRow("other") << "{id = 1}";
        // Described in the procedures that use it: what extends the declared type is it; another module's is not.
        QTest::newRow("light") << "{id = 1}";
        QTest::newRow("third") << "{base = {id = 1}, three = 2}";
        QTest::newRow("nothing") << "{id = 1}";
    }
    void dynamicTypesAreThoseOfTheirScopes()
    {
        NEED_TOOL("gcc");
        if (!kCanStopPrograms)
            QSKIP("programs cannot be stopped here");
        Blocks classes;
        QVERIFY(classes.assemble(kClasses));
        QTEST(classes.value("main", QTest::currentDataTag()), "expected");
    }

    void lengthsOfWideTextsAreInBytes()
    {
        const std::string object = GfortranExpressions::kObject;
        MadeProcess process(Language::Fortran, {object + '\x06', object + std::string("\x23\x08", 2)});
        const Address letters = process.memory.put(std::vector<char32_t>{U'a', U'\u20ac', U'x', U'x'});
        Type& text = process.type(TypeKind::Text, 0, "character");
        text.characterBytes = 4;
        text.data = process.file.bound(0);
        text.length = process.file.bound(1);
        const auto shown = [&](std::uint64_t length) {
            const Value value = process.of(text, std::vector<std::uint64_t>{letters.value, length});
            return QString::fromStdString(Printer(process.reader, {}).text(value));
        };
        QCOMPARE(shown(2), QString("'a€'")); // another compiler's
        text.byFlang = true;
        QCOMPARE(shown(8), QString("'a€'"));
        QCOMPARE(shown(0), QString("''"));
        text.characterBytes = 1;
        QCOMPARE(shown(1), QString("'a'"));
    }

    void addressesOfCAreShown()
    {
        MadeProcess process(Language::Fortran);
        const Type& word = process.type(TypeKind::Signed, 8, "integer(kind=8)");
        const auto shown = [&](Type& type, std::uint64_t address) {
            const Value value = process.of(type, std::vector<std::uint64_t>{address});
            return QString::fromStdString(Printer(process.reader, {}).text(value));
        };
        for (const char* const name : {"__builtin_c_ptr", "__builtin_c_funptr"}) {
            Type& pointer = process.record(name, 8, {madeField("__address", word, 0)});
            QCOMPARE(shown(pointer, 0x1234), QString("{}")); // a record of anybody else
            pointer.byFlang = true;
            QCOMPARE(shown(pointer, 0x1234), QString("0x1234"));
            QCOMPARE(shown(pointer, 0), QString("0x0"));
            pointer.bytes = 16;
            QCOMPARE(shown(pointer, 0x1234), QString("{}"));
        }
    }
};

DBGR_TEST(TestValuesFlang, QCoreApplication);

} // namespace tst_values_flang

#include "tst_values_flang.moc"
