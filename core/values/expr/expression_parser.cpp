// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/expression_parser.h"

#include "values/values_error.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace dbgr::values {

namespace {

/// One level deeper, as long as it lives.
class Descent
{
public:
    explicit Descent(unsigned& depth) : m_depth(depth) { ++m_depth; }
    ~Descent() { --m_depth; }
    Descent(const Descent&) = delete;
    Descent& operator=(const Descent&) = delete;

private:
    unsigned& m_depth;
};

tl::unexpected<util::Error> nestedTooDeeply()
{
    return util::fail(Errc::TooLarge, "the expression is nested too deeply");
}

Node::Kind joinedBy(const InfixRule& rule, NodePtr left, NodePtr right)
{
    if (rule.operation)
        return node::Binary{*rule.operation, std::move(left), std::move(right)};
    return node::Repeat{std::move(left), std::move(right)};
}

} // namespace

util::Result<NodePtr> ExpressionParser::whole()
{
    DBGR_TRY(advance());
    DBGR_TRY(NodePtr root, sequence());
    if (m_token.kind != Token::Kind::End)
        return util::fail(leftover());
    return root;
}

util::Result<NodePtr> ExpressionParser::expression()
{
    if (m_depth == kMaxDepth)
        return nestedTooDeeply();
    const Descent descent(m_depth);
    return loosest();
}

util::Result<NodePtr> ExpressionParser::operation(unsigned lowest)
{
    if (m_depth == kMaxDepth)
        return nestedTooDeeply();
    const Descent descent(m_depth);
    DBGR_TRY(NodePtr left, prefixed(lowest));
    while (const InfixRule* const rule = infixRule(lowest)) {
        if (auto error = objection(*rule, *left))
            return util::fail(std::move(*error));
        DBGR_TRY(advance());
        DBGR_TRY(NodePtr right, operation(rule->isRightAssociative ? rule->level : rule->level + 1));
        const unsigned height = heightAbove({left.get(), right.get()});
        DBGR_TRY(left, make(joinedBy(*rule, std::move(left), std::move(right)), height));
    }
    return left;
}

util::Result<NodePtr> ExpressionParser::prefixed(unsigned lowest)
{
    const auto rule = std::find_if(m_prefix.begin(), m_prefix.end(),
                                   [&](const PrefixRule& one) { return m_token.isSymbol(one.symbol); });
    if (rule == m_prefix.end()) {
        DBGR_TRY(NodePtr special, specialPrefix());
        return special ? util::Result<NodePtr>(std::move(special)) : primary();
    }
    DBGR_TRY(advance());
    DBGR_TRY(NodePtr operand, operation(std::max(lowest, rule->operandLevel)));
    return wrapped(std::move(operand), [&](NodePtr of) { return node::Unary{rule->operation, std::move(of)}; });
}

const InfixRule* ExpressionParser::infixRule(unsigned lowest) const
{
    const auto rule = std::find_if(m_infix.begin(), m_infix.end(), [&](const InfixRule& one) {
        return one.level >= lowest && m_token.isSymbol(one.symbol);
    });
    return rule == m_infix.end() ? nullptr : &*rule;
}

util::Result<void> ExpressionParser::advance()
{
    m_before = m_token.text;
    DBGR_TRY(m_token, m_lexer.next());
    return util::ok();
}

util::Result<Token> ExpressionParser::following() const
{
    return Lexer(m_lexer).next();
}

util::Result<void> ExpressionParser::jump(const Lexer& to)
{
    m_lexer = to;
    return advance();
}

util::Result<bool> ExpressionParser::accept(std::string_view symbol)
{
    if (!m_token.isSymbol(symbol))
        return false;
    DBGR_TRY(advance());
    return true;
}

util::Result<void> ExpressionParser::expect(std::string_view symbol)
{
    DBGR_TRY(const bool isThere, accept(symbol));
    return isThere ? util::ok() : util::fail(wrong("'" + std::string(symbol) + "' is missing"));
}

util::Error ExpressionParser::wrong(std::string what) const
{
    return {Errc::Wrong, std::move(what) + " " + Lexer::place(m_text, m_token.at), {}};
}

util::Error ExpressionParser::expressionMissing() const
{
    const std::string behind = m_before.empty() ? "" : " behind '" + std::string(m_before.substr(0, 24)) + "'";
    if (m_token.kind == Token::Kind::End)
        return {Errc::Wrong, "an expression is expected" + behind, {}};
    return wrong("an expression is expected" + behind + (behind.empty() ? "" : ","));
}

util::Error ExpressionParser::leftover() const
{
    return wrong("an operator is expected");
}

unsigned ExpressionParser::heightAbove(std::initializer_list<const Node*> children)
{
    unsigned height = 0;
    for (const Node* const child : children)
        height = child ? std::max(height, child->height) : height;
    return height + 1;
}

util::Result<NodePtr> ExpressionParser::make(Node::Kind kind, unsigned height)
{
    if (height > kMaxTreeHeight)
        return nestedTooDeeply();
    return std::make_unique<const Node>(Node{std::move(kind), height});
}

} // namespace dbgr::values
