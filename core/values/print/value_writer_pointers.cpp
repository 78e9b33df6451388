// SPDX-License-Identifier: BSD-3-Clause
// ValueWriter: pointers to code, and to members of classes as the C++ ABI keeps them.
#include "values/print/function_name.h"
#include "values/print/scalar_text.h"
#include "values/print/value_writer.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestBase = 20;
constexpr unsigned kMostFieldsSeen = 10'000;

/// "x" of &S::x; "" no member begins there.
std::string memberAt(const LoadedFile& file, const Type& record, std::uint64_t offset, const Type& wanted,
                     unsigned depth, unsigned& seen)
{
    std::string found;
    for (const Field& field : file.debug().types().fields(record)) {
        if (field.located || offset < field.offset)
            continue;
        if (++seen > kMostFieldsSeen)
            return {};
        if (field.isBase && depth < kDeepestBase && offset - field.offset < field.type->bytes) {
            if (std::string inside = memberAt(file, *field.type, offset - field.offset, wanted, depth + 1, seen);
                !inside.empty())
                return inside;
        }
        if (field.isBase || field.offset != offset || field.bits > 0 || field.name.empty())
            continue;
        if (field.type->canonical == wanted.canonical)
            return field.name;
        if (found.empty())
            found = field.name;
    }
    return found;
}

/// Where a member's function is found.
struct MemberFunction
{
    std::uint64_t code = 0;    ///< or, of a virtual one, the place in the table of these
    std::int64_t toObject = 0; ///< what is added to `this`
    bool isVirtual = false;
    bool isNull = false;
};

MemberFunction memberFunctionOf(std::span<const std::byte> bytes)
{
    std::array<std::uint64_t, 2> words{};
    std::memcpy(words.data(), bytes.data(), sizeof words);
    MemberFunction function{words[0], static_cast<std::int64_t>(words[1]), false, false};
#if defined(__aarch64__)
    function.isVirtual = (words[1] & 1) != 0; // code may begin at odd addresses in other modes
    function.toObject >>= 1;
    function.isNull = words[0] == 0 && !function.isVirtual;
#else
    function.isVirtual = (words[0] & 1) != 0;
    function.code -= function.isVirtual ? 1 : 0;
    function.isNull = words[0] == 0;
#endif
    return function;
}

std::string classNameOf(const Type& pointer)
{
    return pointer.holder && !pointer.holder->name.empty() ? pointer.holder->name : "its class";
}

} // namespace

void ValueWriter::addFunctionName(const Number& pointer)
{
    if (const std::string name = functionNameAt(m_reader.files(), pointer.address()); !name.empty())
        addCut(" <" + name + ">");
}

/// Of a record that is one word. \param holder may be the address of a function, which is named
void ValueWriter::addAddress(const Value& holder)
{
    const auto word = m_reader.memory().getUnsigned(holder.address, sizeof(std::uint64_t));
    if (!word)
        return addError(word.error());
    addCut(textOf(Address{*word}));
    if (*word != 0)
        addFunctionName(pointerNumber({*word}, nullptr));
}

void ValueWriter::addMemberPointer(const Value& pointer)
{
    constexpr std::uint64_t kNoMember = ~std::uint64_t{0};
    const Type& type = *pointer.type->canonical;
    const util::Result<std::vector<std::byte>> bytes = m_reader.read(pointer);
    if (!bytes)
        return addError(bytes.error());
    if (bytes->size() != type.bytes)
        return addCut("<not known>");
    if (type.target->canonical->kind != TypeKind::Function) {
        std::uint64_t offset = 0;
        std::memcpy(&offset, bytes->data(), sizeof offset);
        if (offset == kNoMember)
            return addCut("nullptr");
        unsigned seen = 0;
        const std::string name = pointer.file && type.holder
                                     ? memberAt(*pointer.file, *type.holder->canonical, offset, *type.target, 0, seen)
                                     : std::string();
        return addCut(name.empty() ? "<offset " + std::to_string(offset) + " in " + classNameOf(type) + ">"
                                   : "&" + classNameOf(type) + "::" + name);
    }
    const MemberFunction function = memberFunctionOf(*bytes);
    if (function.isNull)
        return addCut("nullptr");
    if (function.isVirtual) {
        addCut("<virtual function " + std::to_string(function.code / sizeof(std::uint64_t)) + " of " +
               classNameOf(type) + ">");
    } else {
        const Number code = pointerNumber({function.code}, type.target, pointer.file);
        addCut(textOf(code.address()));
        addFunctionName(code);
    }
    if (function.toObject != 0)
        addCut(" of the part at " + std::to_string(function.toObject));
}

} // namespace dbgr::values
