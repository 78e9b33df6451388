// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/c_parser.h"

#include "values/expr/c_type_name.h"
#include "values/values_error.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dbgr::values {

namespace {

struct CLevel
{
    enum : unsigned
    {
        kOr,
        kAnd,
        kBitOr,
        kBitXor,
        kBitAnd,
        kEquality,
        kRelation,
        kShift,
        kRepeat, // as gdb has it: *p@n+1 is *p@(n+1)
        kSum,
        kProduct,
        kPrefix
    };
};

constexpr std::array<InfixRule, 19> kInfixOfC{{
    {"||", BinaryOperator::Or, CLevel::kOr},
    {"&&", BinaryOperator::And, CLevel::kAnd},
    {"|", BinaryOperator::BitOr, CLevel::kBitOr},
    {"^", BinaryOperator::BitXor, CLevel::kBitXor},
    {"&", BinaryOperator::BitAnd, CLevel::kBitAnd},
    {"==", BinaryOperator::Equal, CLevel::kEquality},
    {"!=", BinaryOperator::NotEqual, CLevel::kEquality},
    {"<", BinaryOperator::Less, CLevel::kRelation},
    {"<=", BinaryOperator::LessEqual, CLevel::kRelation},
    {">", BinaryOperator::Greater, CLevel::kRelation},
    {">=", BinaryOperator::GreaterEqual, CLevel::kRelation},
    {"<<", BinaryOperator::ShiftLeft, CLevel::kShift},
    {">>", BinaryOperator::ShiftRight, CLevel::kShift},
    {"@", std::nullopt, CLevel::kRepeat},
    {"+", BinaryOperator::Add, CLevel::kSum},
    {"-", BinaryOperator::Subtract, CLevel::kSum},
    {"*", BinaryOperator::Multiply, CLevel::kProduct},
    {"/", BinaryOperator::Divide, CLevel::kProduct},
    {"%", BinaryOperator::Remainder, CLevel::kProduct},
}};

constexpr std::array<PrefixRule, 4> kPrefixOfC{{
    {"+", UnaryOperator::Plus, CLevel::kPrefix},
    {"-", UnaryOperator::Minus, CLevel::kPrefix},
    {"!", UnaryOperator::Not, CLevel::kPrefix},
    {"~", UnaryOperator::Complement, CLevel::kPrefix},
}};

struct Foreign
{
    std::string_view spelling;
    const char* what;
};

constexpr const char* kTypesOfProgram = "casts to types of the program need a compiler";

/// Where an operand is expected.
constexpr std::array<Foreign, 24> kForeignOperands{{
    {"[", "lambda expressions need a compiler"},
    {"{", "lists in braces need a compiler"},
    {"++", "assignments are not expressions"},
    {"--", "assignments are not expressions"},
    {"new", "new needs a compiler"},
    {"delete", "delete needs a compiler"},
    {"operator", "operators of the program need a compiler"},
    {"template", "templates need a compiler"},
    {"typename", "types of the program need a compiler"},
    {"struct", "types of the program need a compiler"},
    {"class", "types of the program need a compiler"},
    {"union", "types of the program need a compiler"},
    {"enum", "types of the program need a compiler"},
    {"dynamic_cast", "casts of C++ need a compiler"},
    {"typeid", "typeid needs a compiler"},
    {"decltype", "decltype needs a compiler"},
    {"alignof", "alignof needs a compiler"},
    {"_Alignof", "_Alignof needs a compiler"},
    {"noexcept", "noexcept needs a compiler"},
    {"throw", "throw needs a compiler"},
    {"auto", "declarations need a compiler"},
    {"requires", "requires needs a compiler"},
    {"_Generic", "_Generic needs a compiler"},
    {"##", "macros need a compiler"},
}};

/// Where an operator is expected.
constexpr std::array<Foreign, 17> kForeignOperators{{
    {"(", "calls of functions need a compiler"},
    {"{", "lists in braces need a compiler"},
    {";", "statements are not expressions"},
    {"<=>", "the operator '<=>' needs a compiler"},
    {"->*", "pointers to members need a compiler"},
    {"=", "assignments are not expressions"},
    {"++", "assignments are not expressions"},
    {"--", "assignments are not expressions"},
    {"+=", "assignments are not expressions"},
    {"-=", "assignments are not expressions"},
    {"*=", "assignments are not expressions"},
    {"/=", "assignments are not expressions"},
    {"%=", "assignments are not expressions"},
    {"&=", "assignments are not expressions"},
    {"|=", "assignments are not expressions"},
    {"<<=", "assignments are not expressions"},
    {">>=", "assignments are not expressions"},
}};

std::optional<util::Error> foreign(std::span<const Foreign> table, const Token& token)
{
    if (token.kind == Token::Kind::End || token.kind == Token::Kind::Literal)
        return std::nullopt;
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Foreign& one) { return one.spelling == token.text; });
    if (found == table.end())
        return std::nullopt;
    return util::Error{Errc::NotOurs, found->what, {}};
}

/// What containers of the standard library are asked for.
struct Method
{
    std::string_view name;
    bool takesArgument = false;
};

constexpr std::array<Method, 16> kMethods{{{"size"},
                                           {"length"},
                                           {"empty"},
                                           {"front"},
                                           {"back"},
                                           {"data"},
                                           {"c_str"},
                                           {"has_value"},
                                           {"value"},
                                           {"get"},
                                           {"load"},
                                           {"real"},
                                           {"imag"},
                                           {"at", true},
                                           {"count", true},
                                           {"contains", true}}};

const Method* methodNamed(std::string_view name)
{
    const auto found =
        std::find_if(kMethods.begin(), kMethods.end(), [&](const Method& one) { return one.name == name; });
    return found == kMethods.end() ? nullptr : &*found;
}

struct NamedValue
{
    std::string_view name;
    Number value;
};

const NamedValue* namedValue(std::string_view name)
{
    static const std::array<NamedValue, 4> kNamedValues{{{"true", logicalNumber(true, 1)},
                                                         {"false", logicalNumber(false, 1)},
                                                         {"nullptr", pointerNumber({}, nullptr)},
                                                         {"NULL", pointerNumber({}, nullptr)}}};
    const auto found =
        std::find_if(kNamedValues.begin(), kNamedValues.end(), [&](const NamedValue& one) { return one.name == name; });
    return found == kNamedValues.end() ? nullptr : &*found;
}

} // namespace

CParser::CParser(std::string_view text, Language language, std::vector<std::vector<std::string>> types)
    : ExpressionParser(text, language, kInfixOfC, kPrefixOfC), m_types(std::move(types))
{}

util::Result<NodePtr> CParser::sequence()
{
    DBGR_TRY(NodePtr left, expression());
    while (token().isSymbol(",")) {
        DBGR_TRY(advance());
        DBGR_TRY(NodePtr right, expression());
        const unsigned height = heightAbove({left.get(), right.get()});
        DBGR_TRY(left, make(node::Comma{std::move(left), std::move(right)}, height));
    }
    return left;
}

util::Result<NodePtr> CParser::loosest()
{
    DBGR_TRY(NodePtr condition, operation(0));
    DBGR_TRY(const bool isConditional, accept("?"));
    if (!isConditional)
        return condition;
    DBGR_TRY(NodePtr yes, expression());
    DBGR_TRY(expect(":"));
    DBGR_TRY(NodePtr no, expression());
    const unsigned height = heightAbove({condition.get(), yes.get(), no.get()});
    return make(node::Conditional{std::move(condition), std::move(yes), std::move(no)}, height);
}

util::Result<NodePtr> CParser::specialPrefix()
{
    if (token().isName() && token().text == "sizeof")
        return sizeOf();
    DBGR_TRY(std::optional<TypeSpelling> type, typeInParentheses());
    if (type && isCast(*type))
        return cast(*std::move(type));
    const bool isDereference = token().isSymbol("*");
    if (!isDereference && !token().isSymbol("&"))
        return NodePtr();
    DBGR_TRY(advance());
    DBGR_TRY(NodePtr operand, operation(CLevel::kPrefix));
    return wrapped(std::move(operand), [&](NodePtr of) {
        return isDereference ? Node::Kind(node::Dereference{std::move(of)})
                             : Node::Kind(node::AddressOf{std::move(of)});
    });
}

std::optional<util::Error> CParser::objection(const InfixRule& rule, const Node& left)
{
    const auto* const binary = std::get_if<node::Binary>(&left.kind);
    const bool closes = rule.symbol == ">" || rule.symbol == ">>" || rule.symbol == ">=";
    if (closes && binary && binary->operation == BinaryOperator::Less) // f<3>(x); nobody means (f < 3) > (x)
        return util::Error{Errc::NotOurs, "templates need a compiler", {}};
    return std::nullopt;
}

util::Error CParser::leftover() const
{
    if (auto error = foreign(kForeignOperators, token()))
        return std::move(*error);
    return ExpressionParser::leftover();
}

util::Result<NodePtr> CParser::primary()
{
    DBGR_TRY(NodePtr first, operand());
    return withPostfix(std::move(first));
}

util::Result<NodePtr> CParser::operand()
{
    if (token().kind == Token::Kind::Literal) {
        node::Literal literal{token().value, {}};
        DBGR_TRY(advance());
        return make(std::move(literal), 1);
    }
    if (token().isSymbol("("))
        return parenthesised();
    if (token().isSymbol(")") && (before() == "*" || before() == "&" || before() == "&&"))
        return util::fail(Errc::NotOurs, kTypesOfProgram);
    if (auto error = foreign(kForeignOperands, token()))
        return util::fail(std::move(*error));
    if (token().isName() || token().isSymbol("::"))
        return named();
    return util::fail(expressionMissing());
}

util::Result<NodePtr> CParser::named()
{
    if (isTypeWord(token().text)) {
        const util::Result<Token> next = following();
        return next && next->isSymbol("(") ? namedCast()
                                           : util::fail(Errc::NotOurs, "types of the program need a compiler");
    }
    constexpr std::array<std::string_view, 3> kCasts{"static_cast", "reinterpret_cast", "const_cast"};
    if (std::find(kCasts.begin(), kCasts.end(), token().text) != kCasts.end())
        return namedCast();
    if (const NamedValue* const known = namedValue(token().text)) {
        DBGR_TRY(advance());
        return make(node::Literal{known->value, {}}, 1);
    }
    std::string scope;
    const bool isAbsolute = token().isSymbol("::");
    bool isScoped = isAbsolute;
    if (isScoped)
        DBGR_TRY(advance());
    for (;;) {
        if (auto error = foreign(kForeignOperands, token()))
            return util::fail(std::move(*error));
        if (!token().isName())
            return util::fail(wrong("a name is expected behind '::',"));
        std::string name(token().text);
        DBGR_TRY(advance());
        DBGR_TRY(const bool isScope, accept("::"));
        if (!isScope && name == "get" && (scope == "std" || scope == "::std")) {
            DBGR_TRY(NodePtr part, tuplePart());
            if (part)
                return part;
        }
        if (!isScope)
            return isScoped ? make(node::ScopedName{std::move(scope), std::move(name)}, 1)
                            : make(node::Name{std::move(name)}, 1);
        scope += (scope.empty() && !isAbsolute ? "" : "::") + name;
        isScoped = true;
    }
}

util::Result<NodePtr> CParser::tuplePart()
{
    constexpr Int128 kMostParts = 10'000;
    if (!token().isSymbol("<"))
        return NodePtr();
    DBGR_TRY(advance());
    const Number index = token().value;
    const bool isIndex = token().kind == Token::Kind::Literal && index.kind == NumberKind::Integer &&
                         index.integer >= 0 && index.integer < kMostParts;
    if (!isIndex)
        return util::fail(Errc::NotOurs, "templates need a compiler");
    DBGR_TRY(advance());
    DBGR_TRY(expect(">"));
    if (!token().isSymbol("("))
        return util::fail(Errc::NotOurs, "templates need a compiler");
    DBGR_TRY(NodePtr inside, parenthesised());
    return wrapped(std::move(inside), [&](NodePtr of) {
        return node::TuplePart{std::move(of), static_cast<std::uint64_t>(index.integer)};
    });
}

util::Result<NodePtr> CParser::parenthesised()
{
    DBGR_TRY(advance());
    DBGR_TRY(NodePtr inside, sequence());
    if (!token().isSymbol(")")) {
        if (auto error = foreign(kForeignOperators, token()))
            return util::fail(std::move(*error));
    }
    DBGR_TRY(expect(")"));
    return inside;
}

util::Result<NodePtr> CParser::withPostfix(NodePtr of)
{
    for (;;) {
        const bool isArrow = token().isSymbol("->");
        if (isArrow || token().isSymbol(".")) {
            DBGR_TRY(of, member(std::move(of), isArrow));
        } else if (token().isSymbol("[")) {
            DBGR_TRY(of, indexed(std::move(of)));
        } else if (token().isSymbol("(") || token().isSymbol("++") || token().isSymbol("--")) {
            return util::fail(leftover());
        } else {
            return of;
        }
    }
}

util::Result<NodePtr> CParser::member(NodePtr of, bool isArrow)
{
    DBGR_TRY(advance());
    if (auto error = foreign(kForeignOperands, token()))
        return util::fail(std::move(*error));
    if (token().isSymbol("~") || token().isSymbol("*") || token().isSymbol("::"))
        return util::fail(Errc::NotOurs, "destructors and pointers to members need a compiler");
    if (!token().isName())
        return util::fail(wrong(std::string("a name is expected behind '") + (isArrow ? "->" : ".") + "',"));
    std::vector<std::string> names;
    for (;;) {
        names.emplace_back(token().text);
        DBGR_TRY(advance());
        DBGR_TRY(const bool isBase, accept("::"));
        if (!isBase)
            break;
        if (auto error = foreign(kForeignOperands, token()))
            return util::fail(std::move(*error));
        if (!token().isName())
            return util::fail(Errc::NotOurs, "destructors and pointers to members need a compiler");
    }
    return methodOrMember(std::move(of), std::move(names), isArrow);
}

util::Result<NodePtr> CParser::methodOrMember(NodePtr of, std::vector<std::string> names, bool isArrow)
{
    std::string name = std::move(names.back());
    names.pop_back();
    const Method* const method = names.empty() && token().isSymbol("(") ? methodNamed(name) : nullptr;
    if (method) {
        DBGR_TRY(advance());
        NodePtr argument;
        if (!token().isSymbol(")")) {
            DBGR_TRY(argument, expression());
        }
        const bool isTheirs = static_cast<bool>(argument) == method->takesArgument && token().isSymbol(")");
        if (!isTheirs)
            return util::fail(Errc::NotOurs, "calls of functions need a compiler");
        DBGR_TRY(advance());
        const unsigned height = heightAbove({of.get(), argument.get()});
        return make(node::MethodCall{std::move(of), std::move(name), isArrow, std::move(argument)}, height);
    }
    return wrapped(std::move(of), [&](NodePtr inside) {
        return node::Member{std::move(inside), std::move(name), isArrow, std::move(names)};
    });
}

util::Result<NodePtr> CParser::indexed(NodePtr of)
{
    DBGR_TRY(advance());
    node::Item item;
    if (!token().isSymbol(":")) {
        DBGR_TRY(item.first, expression());
    }
    DBGR_TRY(item.isRange, accept(":"));
    if (item.isRange && !token().isSymbol("]")) {
        DBGR_TRY(item.last, expression());
    }
    if (token().isSymbol(","))
        return util::fail(Errc::NotOurs, "several subscripts need a compiler");
    DBGR_TRY(expect("]"));
    const unsigned height = heightAbove({of.get(), item.first.get(), item.last.get()});
    std::vector<node::Item> items;
    items.push_back(std::move(item));
    return make(node::Index{std::move(of), std::move(items)}, height);
}

util::Result<std::optional<TypeSpelling>> CParser::typeInParentheses() const
{
    if (!token().isSymbol("("))
        return std::optional<TypeSpelling>();
    DBGR_TRY(std::optional<TypeSpelling> type, typeAt(lexer()));
    if (!type || type->after.isSymbol(")"))
        return type;
    const bool isCertain = type->type.parts.empty() || type->type.tag != node::TypeTag::None;
    if (isCertain && !type->after.isSymbol("(")) // int(2.5)
        return util::fail(Errc::NotOurs, kTypesOfProgram);
    return std::optional<TypeSpelling>();
}

bool CParser::isCast(const TypeSpelling& type)
{
    if (!type.isOnlyName)
        return true;
    Lexer behind = type.behind;
    static_cast<void>(behind.next()); // ')'
    const util::Result<Token> next = behind.next();
    if (!next)
        return false;
    constexpr std::array<std::string_view, 4> kEither{"+", "-", "*", "&"};
    constexpr std::array<std::string_view, 4> kOnlyBehindCasts{"(", "!", "~", "::"};
    const auto isOf = [&](const auto& symbols) {
        return next->kind == Token::Kind::Symbol &&
               std::find(symbols.begin(), symbols.end(), next->text) != symbols.end();
    };
    if (!isOf(kEither))
        return next->isName() || next->kind == Token::Kind::Literal || isOf(kOnlyBehindCasts);
    const std::vector<std::string>& name = type.type.parts;
    if (std::find(m_ambiguous.begin(), m_ambiguous.end(), name) == m_ambiguous.end())
        m_ambiguous.push_back(name);
    return std::find(m_types.begin(), m_types.end(), name) != m_types.end();
}

util::Result<NodePtr> CParser::cast(TypeSpelling type)
{
    DBGR_TRY(jump(type.behind));
    DBGR_TRY(expect(")"));
    const bool mayBeCall = type.isOnlyName && token().isSymbol("(");
    DBGR_TRY(NodePtr operand, operation(CLevel::kPrefix));
    return wrapped(std::move(operand), [&](NodePtr of) {
        return node::Cast{std::move(type.type), std::move(of), false, mayBeCall};
    });
}

/// static_cast<int>(x), and int(x)
util::Result<NodePtr> CParser::namedCast()
{
    const bool isPlain = token().text == "reinterpret_cast";
    const bool isConstruction = isTypeWord(token().text);
    std::optional<TypeSpelling> type;
    if (isConstruction) {
        const std::array<std::string_view, 1> word{token().text};
        TypeSpelling spelling{{}, false, lexer(), {}};
        DBGR_TRY(spelling.type.builtin, typeNameOf(word));
        type = std::move(spelling);
    } else {
        DBGR_TRY(advance());
        if (!token().isSymbol("<"))
            return util::fail(wrong("'<' is missing"));
        DBGR_TRY(type, typeAt(lexer()));
        if (!type || !type->after.isSymbol(">"))
            return util::fail(Errc::NotOurs, kTypesOfProgram);
    }
    DBGR_TRY(jump(type->behind));
    if (!isConstruction)
        DBGR_TRY(expect(">"));
    DBGR_TRY(expect("("));
    if (token().isSymbol(")"))
        return util::fail(Errc::NotOurs, "objects that are made need a compiler");
    DBGR_TRY(NodePtr operand, isConstruction ? expression() : sequence());
    if (token().isSymbol(","))
        return util::fail(Errc::NotOurs, "objects that are made need a compiler");
    DBGR_TRY(expect(")"));
    return wrapped(std::move(operand), [&](NodePtr of) {
        return node::Cast{std::move(type->type), std::move(of), isPlain, false};
    });
}

util::Result<NodePtr> CParser::sizeOf()
{
    DBGR_TRY(advance());
    DBGR_TRY(std::optional<TypeSpelling> type, typeInParentheses());
    if (type && !type->isOnlyName) {
        DBGR_TRY(jump(type->behind));
        DBGR_TRY(expect(")"));
        return make(node::SizeOf{std::move(type->type)}, 1);
    }
    // sizeof (a)-1 is a difference, whatever a is
    DBGR_TRY(NodePtr operand, token().isSymbol("(") ? primary() : operation(CLevel::kPrefix));
    return wrapped(std::move(operand), [](NodePtr of) { return node::SizeOf{std::move(of)}; });
}

} // namespace dbgr::values
