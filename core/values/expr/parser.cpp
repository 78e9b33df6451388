// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/parser.h"

#include "values/expr/c_parser.h"
#include "values/expr/fortran_parser.h"
#include "values/values_error.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::values {

namespace {

constexpr std::size_t kMostAmbiguousNames = 3;

util::Result<Tree> treeOfC(std::string_view text, Language language)
{
    CParser parser(text, language);
    DBGR_TRY(NodePtr root, parser.whole());
    auto ambiguity = std::make_shared<Ambiguity>();
    ambiguity->names = parser.ambiguous();
    if (ambiguity->names.empty())
        return Tree(std::move(root), language);
    if (ambiguity->names.size() > kMostAmbiguousNames)
        return util::fail(Errc::NotOurs, "there are too many names in parentheses that may be types");
    for (unsigned choice = 1; choice < 1U << ambiguity->names.size(); ++choice) {
        std::vector<std::vector<std::string>> types;
        for (std::size_t i = 0; i < ambiguity->names.size(); ++i) {
            if ((choice >> i & 1) != 0)
                types.push_back(ambiguity->names[i]);
        }
        ambiguity->readings.push_back(CParser(text, language, std::move(types)).whole());
    }
    return Tree(std::move(root), language, std::move(ambiguity));
}

} // namespace

util::Result<Tree> parse(std::string_view text, Language language)
{
    if (text.size() > kMaxExpressionBytes)
        return util::fail(Errc::TooLarge,
                          "the expression is longer than " + std::to_string(kMaxExpressionBytes) + " characters");
    if (language != Language::Fortran)
        return treeOfC(text, language);
    DBGR_TRY(NodePtr root, FortranParser(text).whole());
    return Tree(std::move(root), language);
}

} // namespace dbgr::values
