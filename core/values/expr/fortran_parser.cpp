// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/fortran_parser.h"

#include "values/values_error.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dbgr::values {

namespace {

struct FortranLevel
{
    enum : unsigned
    {
        kEquivalence,
        kOr,
        kAnd,
        kNot,
        kRelation,
        kConcatenation,
        kSum,
        kProduct,
        kPower
    };
};

constexpr std::array<InfixRule, 16> kInfixOfFortran{{
    {".eqv.", BinaryOperator::Equivalent, FortranLevel::kEquivalence},
    {".neqv.", BinaryOperator::NotEquivalent, FortranLevel::kEquivalence},
    {".or.", BinaryOperator::Or, FortranLevel::kOr},
    {".and.", BinaryOperator::And, FortranLevel::kAnd},
    {"==", BinaryOperator::Equal, FortranLevel::kRelation},
    {"/=", BinaryOperator::NotEqual, FortranLevel::kRelation},
    {"<", BinaryOperator::Less, FortranLevel::kRelation},
    {"<=", BinaryOperator::LessEqual, FortranLevel::kRelation},
    {">", BinaryOperator::Greater, FortranLevel::kRelation},
    {">=", BinaryOperator::GreaterEqual, FortranLevel::kRelation},
    {"//", BinaryOperator::Concatenate, FortranLevel::kConcatenation},
    {"+", BinaryOperator::Add, FortranLevel::kSum},
    {"-", BinaryOperator::Subtract, FortranLevel::kSum},
    {"*", BinaryOperator::Multiply, FortranLevel::kProduct},
    {"/", BinaryOperator::Divide, FortranLevel::kProduct},
    {"**", BinaryOperator::Power, FortranLevel::kPower, true},
}};

// -a**2 is -(a**2), and -a*b is -(a*b).
constexpr std::array<PrefixRule, 3> kPrefixOfFortran{{
    {".not.", UnaryOperator::Not, FortranLevel::kNot},
    {"-", UnaryOperator::Minus, FortranLevel::kProduct},
    {"+", UnaryOperator::Plus, FortranLevel::kProduct},
}};

} // namespace

FortranParser::FortranParser(std::string_view text)
    : ExpressionParser(text, Language::Fortran, kInfixOfFortran, kPrefixOfFortran)
{}

util::Result<NodePtr> FortranParser::primary()
{
    if (token().kind == Token::Kind::Literal)
        return literal();
    if (token().isName())
        return designator();
    if (token().isSymbol("("))
        return parenthesised();
    if (token().isSymbol("["))
        return util::fail(wrong("lists of values are not read here,"));
    return util::fail(expressionMissing());
}

util::Error FortranParser::leftover() const
{
    if (token().isSymbol("=") || token().isSymbol("=>"))
        return {Errc::NotOurs, "assignments are not expressions", {}};
    return ExpressionParser::leftover();
}

util::Result<NodePtr> FortranParser::literal()
{
    node::Literal literal{token().value, folded(token().kindName)};
    DBGR_TRY(advance());
    return make(std::move(literal), 1);
}

util::Result<NodePtr> FortranParser::parenthesised()
{
    DBGR_TRY(advance());
    DBGR_TRY(NodePtr inside, expression());
    DBGR_TRY(const bool isPair, accept(","));
    if (isPair) {
        DBGR_TRY(NodePtr imaginary, expression());
        const unsigned height = heightAbove({inside.get(), imaginary.get()});
        DBGR_TRY(inside, make(node::ComplexPair{std::move(inside), std::move(imaginary)}, height));
    }
    DBGR_TRY(expect(")"));
    return inside;
}

util::Result<std::string> FortranParser::name(std::string_view behind)
{
    if (!token().isName())
        return util::fail(wrong("a name is expected behind '" + std::string(behind) + "',"));
    std::string text = folded(token().text);
    DBGR_TRY(advance());
    return text;
}

util::Result<NodePtr> FortranParser::designator()
{
    DBGR_TRY(std::string first, name(before()));
    Node::Kind kind = node::Name{first};
    if (token().isSymbol("::")) {
        DBGR_TRY(const Token next, following());
        if (next.isName()) { // else the colons of a(n::2)
            DBGR_TRY(advance());
            DBGR_TRY(std::string second, name("::"));
            kind = node::ScopedName{std::move(first), std::move(second)};
        }
    }
    DBGR_TRY(NodePtr result, make(std::move(kind), 1));
    for (;;) {
        if (token().isSymbol("(")) {
            DBGR_TRY(result, indexed(std::move(result)));
        } else if (token().isSymbol("%")) {
            DBGR_TRY(advance());
            DBGR_TRY(std::string member, name("%"));
            DBGR_TRY(result, wrapped(std::move(result), [&](NodePtr of) {
                         return node::Member{std::move(of), std::move(member), false, {}};
                     }));
        } else {
            return result;
        }
    }
}

util::Result<NodePtr> FortranParser::indexed(NodePtr of)
{
    DBGR_TRY(advance());
    std::vector<node::Item> items;
    unsigned height = heightAbove({of.get()});
    for (bool isMore = !token().isSymbol(")"); isMore;) {
        DBGR_TRY(node::Item one, item());
        height = std::max(height, heightAbove({one.first.get(), one.last.get(), one.step.get()}));
        items.push_back(std::move(one));
        DBGR_TRY(isMore, accept(","));
    }
    DBGR_TRY(expect(")"));
    return make(node::Index{std::move(of), std::move(items)}, height);
}

bool FortranParser::atItemEnd() const
{
    return token().isSymbol(",") || token().isSymbol(")");
}

util::Result<node::Item> FortranParser::item()
{
    node::Item item;
    if (token().isName()) {
        DBGR_TRY(const Token next, following());
        if (next.isSymbol("=")) {
            DBGR_TRY(item.keyword, name(""));
            DBGR_TRY(advance());
        }
    }
    const bool hasFirst = !token().isSymbol(":") && !token().isSymbol("::");
    if (hasFirst) {
        DBGR_TRY(item.first, expression());
    }
    item.isRange = token().isSymbol(":") || token().isSymbol("::");
    if (item.isRange)
        DBGR_TRY(rangeBehind(item));
    return item;
}

util::Result<void> FortranParser::rangeBehind(node::Item& item)
{
    DBGR_TRY(bool hasStep, accept("::"));
    if (!hasStep) {
        DBGR_TRY(expect(":"));
        if (!token().isSymbol(":") && !atItemEnd()) {
            DBGR_TRY(item.last, expression());
        }
        DBGR_TRY(hasStep, accept(":"));
    }
    if (hasStep) {
        DBGR_TRY(item.step, expression());
    }
    return util::ok();
}

} // namespace dbgr::values
