// SPDX-License-Identifier: GPL-3.0-or-later
// Records that compilers keep in memory, which a program may have overwritten: array descriptors of gfortran and flang,
// texts, class(...), the marks of its dynamic type, and pointers. Nothing that they hold may lead to a crash, an
// endless loop or memory without limit. Input: which type, subscripts, which marks of types stand where, then the
// memory of the process.
#include "tests/fuzz/fuzz_input.h"
#include "tests/support/values/made_debug_file.h"
#include "values/compare/content.h"
#include "values/value/value_reader.h"

#include <array>
#include <cstring>
#include <deque>
#include <map>
#include <string_view>
#include <vector>

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

namespace {

constexpr std::uint64_t kBegin = 0x10000;
constexpr std::size_t kMostVisits = 2000;

constexpr std::uint64_t kProgramAt = 0x200000;
constexpr std::array<std::uint64_t, 8> kMarks{0x1000, 0x1100, 0x1200, 0x1300, 0x1400, 0x1500, 0x1600, 0x1700};

/// The program whose types class(...) may be of at the moment: a record, one with itself in it, one of nothing, and
/// what is no record; by gfortran's variables, and by flang's symbols.
class MarkedProgram final : public ModuleMap
{
public:
    MarkedProgram()
    {
        m_modules[0].path = m_file.path();
        m_modules[0].begin = Address{kProgramAt};
        m_modules[0].end = Address{2 * kProgramAt};
        m_modules[0].bias = kProgramAt;
    }
    [[nodiscard]] std::span<const Module> modules() override { return m_modules; }

private:
    static std::string unit()
    {
        MadeUnit unit("flang version 22.1.8");
        const auto number = unit.integer("integer(kind=8)", 8);
        const auto node = unit.beginRecord("node", 24);
        std::size_t next = 0;
        unit.member("n", number, 0);
        unit.member("next", next, 8);
        unit.end();
        unit.is(next, unit.pointerTo(node));
        const auto circle = unit.beginRecord("circle", 64);
        unit.member("circle", circle, 0);
        unit.member("n", number, 8);
        unit.end();
        const auto empty = unit.beginRecord("empty", 0);
        unit.end();
        unsigned k = 0;
        for (const auto initial : {unit.pointerTo(node), unit.pointerTo(circle), unit.pointerTo(empty), number,
                                   unit.pointerTo(number), unit.pointerToNothing()}) {
            static constexpr std::array kNames{"__vtab_m_Node",  "__vtab_m_Circle", "__vtab_m_Empty",
                                               "__vtab_REAL_8_", "__vtab_INTEGER_", "__vtab_CHARACTER_1_"};
            const auto mark = unit.beginRecord("__vtype", 32);
            unit.member("_def_init", initial, 8);
            unit.end();
            unit.variable(kNames[k], mark, kMarks[k]);
            ++k;
        }
        return unit.bytes();
    }

    MadeDebugFile m_file{{},
                         unit(),
                         {{"_QMmEXdtXnode", kMarks[0]},
                          {"_QMmEXdtXcircle", kMarks[1]},
                          {"_QMmSmmFpEXdtXempty", kMarks[2]},
                          {"_QEXdtX", kMarks[6]},
                          {"EXdtXmissing", kMarks[7]}}};
    std::array<Module, 1> m_modules;
};

/// The bytes, and behind them the same bytes again and again for 1 MiB; marks of types in some places.
class FuzzedMemory final : public Memory
{
public:
    FuzzedMemory(std::string_view bytes, std::span<const std::uint8_t> marks) : m_bytes(bytes)
    {
        for (const std::uint8_t mark : marks)
            if (mark != 0)
                put(8 * (mark / 8U), kProgramAt + kMarks[mark % 8U]);
    }
    /// flang's word that a descriptor is one.
    void putVersion() { put(16, 20240719); }
    [[nodiscard]] bool read(Address address, std::span<std::byte> out) override
    {
        constexpr std::uint64_t kBytes = 1 << 20;
        if (m_bytes.empty() || address.value < kBegin || address.value - kBegin > kBytes ||
            out.size() > kBytes - (address.value - kBegin))
            return false;
        for (std::size_t i = 0; i < out.size(); ++i) {
            const std::uint64_t at = address.value - kBegin + i;
            const auto known = m_put.find(at / 8);
            out[i] = known != m_put.end() ? static_cast<std::byte>(known->second >> 8 * (at % 8))
                                          : static_cast<std::byte>(m_bytes[at % m_bytes.size()]);
        }
        return true;
    }

private:
    void put(std::uint64_t offset, std::uint64_t word) { m_put[offset / 8] = word; }

    std::string_view m_bytes;
    std::map<std::uint64_t, std::uint64_t> m_put; // words, by their numbers
};

/// Types as gfortran and flang describe them; made once.
class DescribedTypes
{
public:
    DescribedTypes()
    {
        const Type& integer = type(TypeKind::Signed, 4, "integer(kind=4)");
        const Type& text = deferredText();
        const Type& integers = described(integer, 1);
        const Type& matrix = described(integer, 3);
        Type& node = type(TypeKind::Structure, 96, "node");
        const Type& container = classOf(pointerTo(node), 16);
        const Type& containerOfArray = classOf(described(node, 1), 72);
        m_file.setFields(node, {madeField("n", integer, 0), madeField("next", pointerTo(node), 8),
                                madeField("text", text, 16), madeField("_text_length", integer, 24),
                                madeField("part", container, 32), madeField("numbers", fixedArray(integer), 48)});
        const Type& nameless = type(TypeKind::Incomplete, 0, "");
        all = {&integers,
               &matrix,
               &described(node, 2),
               &container,
               &containerOfArray,
               &nameless,
               &node,
               &text,
               &pointerTo(pointerTo(integer)),
               &wideTexts(),
               &described(fixedText(), 2),
               &ofFlang(described(integer, 1), 1),
               &ofFlang(described(integer, 3), 3),
               &ofFlang(described(node, 1), 1),
               &ofFlang(described(fixedText(), 2), 2),
               &ofFlang(described(textInDescriptor(1), 1), 1),
               &ofFlang(described(textInDescriptor(4), 2), 2),
               &textInDescriptor(1),
               &textInDescriptor(4),
               &ofFlang(pointerTo(node), 0),
               &ofFlang(addressOfC(), 0)};
    }

    [[nodiscard]] const LoadedFile* file() const { return m_file.loaded(); }

    std::vector<const Type*> all;

private:
    static constexpr int kFirstDimension = 40; ///< of a descriptor
    static constexpr int kDimensionBytes = 24;
    static constexpr std::size_t kOfFlang = 2 + 3 * 3; ///< expressions before those
    static constexpr int kFirstOfFlang = 24;

    static std::vector<std::string> expressions()
    {
        std::vector<std::string> all{GfortranExpressions::data(), GfortranExpressions::isThere()};
        for (int i = 0; i < 3; ++i) {
            const int at = kFirstDimension + i * kDimensionBytes;
            all.push_back(GfortranExpressions::stride(at));
            all.push_back(GfortranExpressions::field(at + 8));
            all.push_back(GfortranExpressions::field(at + 16));
        }
        for (int i = 0; i < 3; ++i) {          // from kOfFlang on
            for (const int field : {0, 8, 16}) // lower bound, count, bytes from one to the next
                all.push_back(GfortranExpressions::field(kFirstOfFlang + i * kDimensionBytes + field));
        }
        all.push_back(GfortranExpressions::kObject + std::string("\x23\x08", 2)); // where a text's length is
        return all;
    }
    Type& type(TypeKind kind, std::uint64_t bytes, const std::string& name)
    {
        Type& made = m_types.emplace_back();
        made.kind = kind;
        made.language = Language::Fortran;
        made.bytes = bytes;
        made.name = name;
        return made;
    }
    Type& pointerTo(const Type& target)
    {
        Type& made = type(TypeKind::Pointer, 8, "");
        made.target = &target;
        return made;
    }
    Type& described(const Type& element, std::size_t rank)
    {
        Type& made = type(TypeKind::Array, 0, "");
        made.target = &element;
        made.data = m_file.bound(0);
        made.allocated = m_file.bound(1);
        for (std::size_t i = 0; i < rank; ++i)
            made.dimensions.push_back(
                {m_file.bound(3 + 3 * i), m_file.bound(4 + 3 * i), {}, m_file.bound(2 + 3 * i), false});
        return made;
    }
    Type& fixedArray(const Type& element)
    {
        Type& made = type(TypeKind::Array, 0, "");
        made.target = &element;
        made.dimensions.push_back({{-1, {}}, {10, {}}, {}, {}, false});
        return made;
    }
    Type& fixedText()
    {
        Type& made = type(TypeKind::Text, 5, "character(kind=1)");
        made.length.constant = 5;
        return made;
    }
    /// Its length is a component that the compiler adds.
    Type& deferredText()
    {
        Type& made = type(TypeKind::Text, 0, "character(kind=1)");
        made.length.constant = 0;
        return pointerTo(made);
    }
    Type& ofFlang(Type& made, std::size_t rank)
    {
        made.byFlang = true;
        for (std::size_t i = 0; i < rank; ++i)
            made.dimensions[i] = {m_file.bound(kOfFlang + 3 * i),
                                  {},
                                  m_file.bound(kOfFlang + 3 * i + 1),
                                  m_file.bound(kOfFlang + 3 * i + 2),
                                  false};
        return made;
    }
    Type& textInDescriptor(unsigned characterBytes)
    {
        Type& made = type(TypeKind::Text, 0, "character");
        made.byFlang = true;
        made.characterBytes = characterBytes;
        made.data = m_file.bound(0);
        made.length = m_file.bound(kOfFlang + 9);
        return made;
    }
    Type& addressOfC()
    {
        Type& made = type(TypeKind::Structure, 8, "__builtin_c_ptr");
        m_file.setFields(made, {madeField("__address", type(TypeKind::Signed, 8, "integer(kind=8)"), 0)});
        return made;
    }
    Type& wideTexts()
    {
        Type& character = type(TypeKind::Text, 4, "character(kind=4)");
        character.characterBytes = 4;
        character.length.constant = 1;
        return described(character, 2);
    }
    Type& classOf(const Type& content, std::uint64_t mark)
    {
        Type& made = type(TypeKind::Structure, mark + 16, "__class_m_Node_p");
        m_file.setFields(made,
                         {madeField("_data", content, 0), madeField("_vptr", type(TypeKind::Signed, 8, "mark"), mark),
                          madeField("_len", type(TypeKind::Signed, 8, "length"), mark + 8)});
        return made;
    }

    MadeDebugFile m_file{expressions()};
    std::deque<Type> m_types;
};

Subscript subscript(FuzzInput& input)
{
    static constexpr std::array<std::int64_t, 16> kNumbers{0,
                                                           1,
                                                           -1,
                                                           2,
                                                           3,
                                                           5,
                                                           -7,
                                                           100,
                                                           INT64_MIN,
                                                           INT64_MAX,
                                                           INT64_MIN + 1,
                                                           INT64_MAX - 1,
                                                           std::int64_t{1} << 46,
                                                           -(std::int64_t{1} << 46),
                                                           12,
                                                           4};
    const unsigned kind = input.choice();
    const unsigned numbers = input.choice();
    Subscript made;
    made.isRange = kind % 4 != 0;
    if (kind % 2 != 0 || !made.isRange)
        made.first = kNumbers[numbers % 16];
    if (made.isRange && kind % 8 >= 2)
        made.last = kNumbers[numbers / 16];
    made.step = kind < 128 ? 1 : kNumbers[kind % 16];
    return made;
}

/// Everything that a face asks of a value.
void explore(ValueReader& reader, const Value& asked, const std::vector<Subscript>& subscripts, unsigned depth)
{
    const ContentLimits limits{1 << 16, 300};
    const debug::Content content = contentOf(reader, asked, limits);
    mustHold(content.compared <= limits.bytes + limits.visits, "no more is compared than may be");
    const auto value = reader.settled(asked);
    if (!value)
        return mustHold(!value.error().detail.empty(), "a refusal has words");
    std::vector<std::int64_t> single;
    for (const Subscript& one : subscripts)
        single.push_back(one.first.value_or(1));
    for (const char* const name : {"n", "next", "part", "missing"})
        (void)reader.member(*value, name);
    (void)reader.pointee(*value);
    (void)reader.bytesOf(*value);
    std::vector<Value> parts;
    for (std::size_t rank = 1; rank <= subscripts.size(); ++rank) {
        if (auto element = reader.element(*value, std::span(single).first(rank)))
            parts.push_back(*std::move(element));
        if (auto section = reader.section(*value, std::span(subscripts).first(rank)))
            parts.push_back(*std::move(section));
    }
    if (value->isArray()) {
        const std::uint64_t count = value->array->count();
        for (const Extent& extent : value->array->extents)
            mustHold(extent.count == 0 || extent.upper() >= extent.lower, "what has elements has bounds");
        std::size_t visits = 0;
        (void)reader.forEachElement(*value, [&](std::span<const std::byte>) { return ++visits < kMostVisits; });
        mustHold(visits <= count, "each element is visited once");
        for (const std::uint64_t k : {std::uint64_t{0}, count / 2, count - 1}) {
            if (k < count)
                parts.push_back(reader.elementAt(*value, k));
        }
    } else {
        (void)reader.read(*value);
        if (auto members = reader.members(*value))
            parts.insert(parts.end(), members->begin(), members->end());
    }
    constexpr unsigned kDeepest = 2;
    for (const Value& part : parts) {
        if (depth < kDeepest)
            explore(reader, part, subscripts, depth + 1);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const DescribedTypes types;
    FuzzInput input(data, size);
    Value value;
    value.type = types.all[input.choice() % types.all.size()];
    value.file = types.file();
    value.address = Address{kBegin};
    value.countsFromOne = input.choice() % 2 != 0;
    const std::vector<Subscript> subscripts{subscript(input), subscript(input), subscript(input)};
    const std::array<std::uint8_t, 3> marks{input.choice(), input.choice(), input.choice()};
    const bool isFlangs = input.choice() % 2 != 0;
    FuzzedMemory memory(input.rest(), marks);
    if (isFlangs)
        memory.putVersion();
    StopMemory pages(memory);
    static MarkedProgram program;
    static DebugFileStore store;
    const LoadedFiles files(store, program);
    ValueReader reader(pages, files);
    explore(reader, value, subscripts, 0);
    return 0;
}
