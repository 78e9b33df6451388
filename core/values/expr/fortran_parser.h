// SPDX-License-Identifier: BSD-3-Clause
// Fortran's expressions. Names and what follows them in parentheses are alike for arrays and functions: the Evaluator
// tells them apart. Way: parse -> here. Thread: any; made for one expression.
#pragma once

#include "values/expr/expression_parser.h"

namespace dbgr::values {

class FortranParser : public ExpressionParser
{
public:
    explicit FortranParser(std::string_view text);

private:
    [[nodiscard]] util::Result<NodePtr> primary() override;
    [[nodiscard]] util::Error leftover() const override;

    [[nodiscard]] util::Result<NodePtr> literal();
    [[nodiscard]] util::Result<NodePtr> parenthesised();
    [[nodiscard]] util::Result<NodePtr> designator();
    [[nodiscard]] util::Result<NodePtr> indexed(NodePtr of);
    [[nodiscard]] util::Result<node::Item> item();
    [[nodiscard]] util::Result<void> rangeBehind(node::Item& item);
    [[nodiscard]] util::Result<std::string> name(std::string_view behind);
    [[nodiscard]] bool atItemEnd() const;
};

} // namespace dbgr::values
