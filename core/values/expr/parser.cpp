// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/parser.h"

#include "values/expr/c_parser.h"
#include "values/expr/fortran_parser.h"
#include "values/values_error.h"

#include <utility>

namespace dbgr::values {

namespace {

util::Result<NodePtr> rootOf(std::string_view text, Language language)
{
    if (language == Language::Fortran)
        return FortranParser(text).whole();
    return CParser(text, language).whole();
}

} // namespace

util::Result<Tree> parse(std::string_view text, Language language)
{
    if (text.size() > kMaxExpressionBytes)
        return util::fail(Errc::TooLarge,
                          "the expression is longer than " + std::to_string(kMaxExpressionBytes) + " characters");
    DBGR_TRY(NodePtr root, rootOf(text, language));
    return Tree(std::move(root), language);
}

} // namespace dbgr::values
