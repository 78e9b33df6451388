// SPDX-License-Identifier: BSD-3-Clause
// Those expressions of C and C++ that look at data. All others are told from mistakes, so that they can be given to a
// debugger that has a compiler. Way: parse -> here. Thread: any; made for one expression.
#pragma once

#include "values/expr/c_type_id.h"
#include "values/expr/expression_parser.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::values {

class CParser : public ExpressionParser
{
public:
    /// \param types names that are types' where (name)-x may be a cast
    CParser(std::string_view text, Language language, std::vector<std::vector<std::string>> types = {});

    /// Names of which it depends what the expression is, once it was read. Parts of each.
    [[nodiscard]] const std::vector<std::vector<std::string>>& ambiguous() const { return m_ambiguous; }

private:
    [[nodiscard]] util::Result<NodePtr> sequence() override;
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
    /// If '(' is here, and the name is one that containers have; else the member.
    [[nodiscard]] util::Result<NodePtr> methodOrMember(NodePtr of, std::vector<std::string> names, bool isArrow);
    /// Behind std::get, if '<' is here. \returns null if it is not a part's
    [[nodiscard]] util::Result<NodePtr> tuplePart();
    [[nodiscard]] util::Result<NodePtr> indexed(NodePtr of);
    [[nodiscard]] util::Result<NodePtr> cast(TypeSpelling type);
    [[nodiscard]] util::Result<NodePtr> namedCast();
    [[nodiscard]] util::Result<NodePtr> sizeOf();
    /// If '(' is here, and what may be a type with ')' behind it.
    [[nodiscard]] util::Result<std::optional<TypeSpelling>> typeInParentheses() const;
    /// Whether what follows belongs to it.
    [[nodiscard]] bool isCast(const TypeSpelling& type);

    std::vector<std::vector<std::string>> m_types, m_ambiguous;
};

} // namespace dbgr::values
