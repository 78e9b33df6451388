// SPDX-License-Identifier: GPL-3.0-or-later
// What flang's debug information says otherwise than the memory has it. Nothing of it needs flang: the information is
// made by hand.
#include "tests/unit/values/compiled_program.h"
#include "tests/unit/values/made_process.h"
#include "values/file/debug_file.h"

#include <QtTest>

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

QTEST_GUILESS_MAIN(TestValuesFlang)
#include "tst_values_flang.moc"
