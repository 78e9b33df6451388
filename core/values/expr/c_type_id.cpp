// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/c_type_id.h"

#include "values/expr/c_type_name.h"
#include "values/values_error.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::values {

namespace {

struct TagWord
{
    std::string_view word;
    node::TypeTag tag;
};
constexpr std::array<TagWord, 4> kTagWords{{{"struct", node::TypeTag::Structure},
                                            {"class", node::TypeTag::Structure},
                                            {"union", node::TypeTag::Union},
                                            {"enum", node::TypeTag::Enumeration}}};
/// Names that no type has.
constexpr std::array<std::string_view, 22> kNoTypes{
    "this",     "true",   "false",   "nullptr",  "NULL",  "sizeof", "new",         "delete",           "operator",
    "template", "typeid", "alignof", "noexcept", "throw", "auto",   "static_cast", "reinterpret_cast", "const_cast",
    "decltype", "struct", "class",   "typename"};

/// Reads on while the type goes on.
class TypeIdReader
{
public:
    explicit TypeIdReader(const Lexer& lexer) : m_lexer(lexer), m_behind(lexer) {}

    [[nodiscard]] util::Result<std::optional<TypeSpelling>> read()
    {
        advance();
        DBGR_TRY(const bool isType, readName());
        if (!isType)
            return std::optional<TypeSpelling>();
        DBGR_TRY(readPointers(m_type.pointers));
        DBGR_TRY(readArray());
        if (m_token.isSymbol("&") || m_token.isSymbol("&&")) {
            m_type.isReference = true;
            advance();
        }
        const bool isPlain = m_type.pointers == 0 && m_type.extents.empty() && !m_type.isReference && !m_hasQualifier;
        const bool isOnlyName = !m_type.parts.empty() && m_type.tag == node::TypeTag::None && isPlain;
        return std::optional(TypeSpelling{std::move(m_type), isOnlyName, m_behind, m_token});
    }

private:
    void advance()
    {
        m_behind = m_lexer;
        const util::Result<Token> next = m_lexer.next();
        m_token = next ? *next : Token{Token::Kind::Symbol, {}, 0, {}, {}}; // an error will be met again
    }
    [[nodiscard]] bool isQualifier() const
    {
        return m_token.isName() &&
               (m_token.text == "const" || m_token.text == "volatile" || m_token.text == "restrict");
    }
    void skipQualifiers()
    {
        for (; isQualifier(); m_hasQualifier = true)
            advance();
    }
    [[nodiscard]] util::Result<bool> readName();
    [[nodiscard]] bool readNameOfProgram();
    [[nodiscard]] util::Result<void> readPointers(unsigned& count);
    [[nodiscard]] util::Result<void> readArray();
    [[nodiscard]] util::Result<void> readExtents();

    Lexer m_lexer;
    Lexer m_behind; // before the token
    Token m_token;
    node::TypeId m_type;
    bool m_hasQualifier = false;
};

util::Result<bool> TypeIdReader::readName()
{
    skipQualifiers();
    std::vector<std::string_view> words;
    for (; m_token.isName() && isTypeWord(m_token.text); words.push_back(m_token.text), advance())
        ;
    if (!words.empty()) {
        DBGR_TRY(m_type.builtin, typeNameOf(words));
        if (m_token.isName())
            return util::fail(Errc::NotOurs, "such types need a compiler");
        return true;
    }
    const auto tag = std::find_if(kTagWords.begin(), kTagWords.end(),
                                  [&](const TagWord& one) { return m_token.isName() && one.word == m_token.text; });
    if (tag != kTagWords.end()) {
        m_type.tag = tag->tag;
        advance();
    }
    const bool isNamed = readNameOfProgram();
    if (!isNamed && (tag != kTagWords.end() || m_hasQualifier))
        return util::fail(Errc::Wrong, "the name of a type is expected");
    return isNamed;
}

bool TypeIdReader::readNameOfProgram()
{
    if (m_token.isSymbol("::")) {
        m_type.parts.emplace_back();
        advance();
    }
    for (;;) {
        const bool isPart =
            m_token.isName() && std::find(kNoTypes.begin(), kNoTypes.end(), m_token.text) == kNoTypes.end();
        if (!isPart)
            return false;
        m_type.parts.emplace_back(m_token.text);
        advance();
        if (!m_token.isSymbol("::"))
            break;
        advance();
    }
    skipQualifiers();
    return true;
}

util::Result<void> TypeIdReader::readPointers(unsigned& count)
{
    constexpr unsigned kMostStars = 16;
    skipQualifiers();
    while (m_token.isSymbol("*")) {
        if (++count > kMostStars)
            return util::fail(Errc::TooLarge, "the type has too many pointers");
        advance();
        skipQualifiers();
    }
    return {};
}

/// [3], (*)[3]
util::Result<void> TypeIdReader::readArray()
{
    const TypeIdReader before = *this;
    if (m_token.isSymbol("(")) {
        advance();
        DBGR_TRY(readPointers(m_type.pointersToArray));
        const bool isClosed = m_type.pointersToArray > 0 && m_token.isSymbol(")");
        if (isClosed)
            advance();
        if (!isClosed || !m_token.isSymbol("[")) {
            *this = before;
            return {};
        }
        return readExtents();
    }
    const bool isCertain = m_type.parts.empty() || m_type.tag != node::TypeTag::None; // else an element
    return isCertain ? readExtents() : util::ok();
}

util::Result<void> TypeIdReader::readExtents()
{
    constexpr std::size_t kMostDimensions = 15;
    constexpr Int128 kLargestExtent = Int128{1} << 40;
    while (m_token.isSymbol("[")) {
        advance();
        const bool isCount = m_token.kind == Token::Kind::Literal && m_token.value.kind == NumberKind::Integer &&
                             m_token.value.integer > 0 && m_token.value.integer < kLargestExtent;
        if (!isCount || m_type.extents.size() == kMostDimensions)
            return util::fail(Errc::Wrong, "the number of elements is expected in brackets");
        m_type.extents.push_back(static_cast<std::uint64_t>(m_token.value.integer));
        advance();
        if (!m_token.isSymbol("]"))
            return util::fail(Errc::Wrong, "']' is missing");
        advance();
    }
    return {};
}

} // namespace

util::Result<std::optional<TypeSpelling>> typeAt(const Lexer& lexer)
{
    return TypeIdReader(lexer).read();
}

} // namespace dbgr::values
