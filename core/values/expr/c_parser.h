// SPDX-License-Identifier: BSD-3-Clause
// Those expressions of C and C++ that look at data. All others are told from mistakes, so that they can be given to a
// debugger that has a compiler. Way: parse -> here. Thread: any; made for one expression.
#pragma once

#include "values/expr/expression_parser.h"

namespace dbgr::values {

class CParser : public ExpressionParser
{
public:
    CParser(std::string_view text, Language language);

private:
    [[nodiscard]] util::Result<NodePtr> loosest() override;
    [[nodiscard]] util::Result<NodePtr> primary() override;
    [[nodiscard]] util::Result<NodePtr> specialPrefix() override;
    [[nodiscard]] std::optional<util::Error> objection(const InfixRule& rule, const Node& left) override;
    [[nodiscard]] util::Error leftover() const override;

    [[nodiscard]] util::Result<NodePtr> operand();
    [[nodiscard]] util::Result<NodePtr> named();
    [[nodiscard]] util::Result<NodePtr> parenthesised();
    [[nodiscard]] util::Result<NodePtr> withPostfix(NodePtr of);
    [[nodiscard]] util::Result<NodePtr> member(NodePtr of, bool isArrow);
    [[nodiscard]] util::Result<NodePtr> indexed(NodePtr of);
    [[nodiscard]] util::Result<NodePtr> cast();
    [[nodiscard]] util::Result<NodePtr> sizeOf();
    [[nodiscard]] util::Result<node::TypeName> typeInParentheses();
    /// '(' is here, and a type's word behind it.
    [[nodiscard]] util::Result<bool> atType() const;
};

} // namespace dbgr::values
