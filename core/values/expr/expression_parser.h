// SPDX-License-Identifier: BSD-3-Clause
// What the grammars of all languages have in common: tokens one by one, operators by their levels, and limits.
// Way: parse -> FortranParser or CParser -> Lexer. Thread: any; made for one expression.
#pragma once

#include "util/result.h"
#include "values/expr/lexer.h"
#include "values/expr/tree.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dbgr::values {

/// An operator between two operands. The higher its level, the tighter it binds.
struct InfixRule
{
    std::string_view symbol;
    std::optional<BinaryOperator> operation; ///< nothing: '@'
    unsigned level = 0;
    bool isRightAssociative = false;
};

struct PrefixRule
{
    std::string_view symbol;
    UnaryOperator operation;
    unsigned operandLevel; ///< of the loosest operator that its operand may have
};

class ExpressionParser
{
public:
    static constexpr unsigned kMaxDepth = 400; ///< two a pair of parentheses

    virtual ~ExpressionParser() = default;
    ExpressionParser(const ExpressionParser&) = delete;
    ExpressionParser& operator=(const ExpressionParser&) = delete;

    /// \errors those of parse()
    [[nodiscard]] util::Result<NodePtr> whole();

protected:
    ExpressionParser(std::string_view text, Language language, std::span<const InfixRule> infix,
                     std::span<const PrefixRule> prefix)
        : m_text(text), m_lexer(text, language), m_infix(infix), m_prefix(prefix)
    {}

    /// What is never in a list, around the loosest operators.
    [[nodiscard]] virtual util::Result<NodePtr> sequence() { return expression(); }
    /// With the loosest operators of the language.
    [[nodiscard]] virtual util::Result<NodePtr> loosest() { return operation(0); }
    /// A literal, a name or what is in parentheses, with what follows it immediately.
    [[nodiscard]] virtual util::Result<NodePtr> primary() = 0;
    /// Operators with one operand that the table does not have. \returns null if there is none
    [[nodiscard]] virtual util::Result<NodePtr> specialPrefix() { return NodePtr(); }
    /// Why two operands with that operator between them are not for us; nothing if they are.
    [[nodiscard]] virtual std::optional<util::Error> objection(const InfixRule&, const Node& /*left*/) { return {}; }
    /// What the text behind a complete expression is taken for.
    [[nodiscard]] virtual util::Error leftover() const;

    /// All that may stand in parentheses. \errors those of parse()
    [[nodiscard]] util::Result<NodePtr> expression();
    /// Operands and those operators that are at least of this level.
    [[nodiscard]] util::Result<NodePtr> operation(unsigned lowest);

    [[nodiscard]] const Token& token() const { return m_token; }
    /// Without going there. \errors Wrong
    [[nodiscard]] util::Result<Token> following() const;
    /// Behind the token that is here.
    [[nodiscard]] const Lexer& lexer() const { return m_lexer; }
    /// To the token that the lexer comes to next.
    [[nodiscard]] util::Result<void> jump(const Lexer& to);
    /// The spelling of the token before this one; "" none.
    [[nodiscard]] std::string_view before() const { return m_before; }
    [[nodiscard]] util::Result<void> advance();
    /// Goes on if the symbol is there. \returns whether it was
    [[nodiscard]] util::Result<bool> accept(std::string_view symbol);
    [[nodiscard]] util::Result<void> expect(std::string_view symbol);
    [[nodiscard]] util::Error wrong(std::string what) const;
    [[nodiscard]] util::Error expressionMissing() const;

    /// \param children of the node; null ones are left out \errors TooLarge
    [[nodiscard]] static unsigned heightAbove(std::initializer_list<const Node*> children);
    [[nodiscard]] static util::Result<NodePtr> make(Node::Kind kind, unsigned height);
    /// An operand that is wrapped by what `wrap` makes of it.
    template <class Wrap>
    [[nodiscard]] static util::Result<NodePtr> wrapped(NodePtr operand, Wrap wrap)
    {
        const unsigned height = heightAbove({operand.get()});
        return make(wrap(std::move(operand)), height);
    }

private:
    [[nodiscard]] util::Result<NodePtr> prefixed(unsigned lowest);
    [[nodiscard]] const InfixRule* infixRule(unsigned lowest) const;

    std::string_view m_text;
    Lexer m_lexer;
    std::span<const InfixRule> m_infix;
    std::span<const PrefixRule> m_prefix;
    Token m_token;
    std::string_view m_before;
    unsigned m_depth = 0;
};

} // namespace dbgr::values
