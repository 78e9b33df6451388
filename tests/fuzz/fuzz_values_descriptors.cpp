// SPDX-License-Identifier: GPL-3.0-or-later
// Records that compilers keep in memory, which a program may have overwritten: gfortran's array descriptors, texts,
// class(...) and pointers. Nothing that they hold may lead to a crash, an endless loop or memory without limit.
// Input: which type, subscripts, then the memory of the process.
#include "tests/fuzz/fuzz_input.h"
#include "tests/support/values/made_debug_file.h"
#include "tests/support/values/no_modules.h"
#include "values/compare/content.h"
#include "values/value/value_reader.h"

#include <array>
#include <cstring>
#include <deque>
#include <string_view>
#include <vector>

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

namespace {

constexpr std::uint64_t kBegin = 0x10000;
constexpr std::size_t kMostVisits = 2000;

/// The bytes, and behind them the same bytes again and again for 1 MiB.
class FuzzedMemory final : public Memory
{
public:
    explicit FuzzedMemory(std::string_view bytes) : m_bytes(bytes) {}
    [[nodiscard]] bool read(Address address, std::span<std::byte> out) override
    {
        constexpr std::uint64_t kBytes = 1 << 20;
        if (m_bytes.empty() || address.value < kBegin || address.value - kBegin > kBytes ||
            out.size() > kBytes - (address.value - kBegin))
            return false;
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<std::byte>(m_bytes[(address.value - kBegin + i) % m_bytes.size()]);
        return true;
    }

private:
    std::string_view m_bytes;
};

/// Types as gfortran describes them; made once.
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
               &described(fixedText(), 2)};
    }

    [[nodiscard]] const LoadedFile* file() const { return m_file.loaded(); }

    std::vector<const Type*> all;

private:
    static constexpr int kFirstDimension = 40; ///< of a descriptor
    static constexpr int kDimensionBytes = 24;

    static std::vector<std::string> expressions()
    {
        std::vector<std::string> all{GfortranExpressions::data(), GfortranExpressions::isThere()};
        for (int i = 0; i < 3; ++i) {
            const int at = kFirstDimension + i * kDimensionBytes;
            all.push_back(GfortranExpressions::stride(at));
            all.push_back(GfortranExpressions::field(at + 8));
            all.push_back(GfortranExpressions::field(at + 16));
        }
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
    FuzzedMemory memory(input.rest());
    StopMemory pages(memory);
    NoModules modules;
    DebugFileStore store;
    const LoadedFiles files(store, modules);
    ValueReader reader(pages, files);
    explore(reader, value, subscripts, 0);
    return 0;
}
