// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/condition_check.h"

#include "dbgdaemon/engine/lldb/compiled_expression.h"
#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/imagined_rank.h"
#include "dbgdaemon/engine/lldb/parsed.h"
#include "dbgdaemon/engine/lldb/rank_modules.h"
#include "dbgdaemon/engine/lldb/type_check.h"
#include "util/nearest.h"
#include "util/string_util.h"
#include "values/reader.h"
#include "values/values_error.h"

#include <lldb/API/SBBlock.h>
#include <lldb/API/SBFunction.h>
#include <lldb/API/SBSymbolContextList.h>
#include <lldb/API/SBType.h>
#include <lldb/API/SBValueList.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <set>

namespace dbgr::daemon {

namespace {

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

/// The '#' of "args#1", an element of a pack of arguments.
bool isPackNumber(std::string_view text, std::size_t at)
{
    return text[at] == '#' && at + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 1])) != 0;
}

/// Behind the quoted text that begins at `at`; npos if it does not end.
std::size_t behindQuotes(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == quote)
            return at + 1;
    }
    return std::string_view::npos;
}

bool isKeyword(std::string_view word)
{
    constexpr std::array<std::string_view, 24> kWords{"true",  "false",    "nullptr", "this",     "sizeof", "int",
                                                      "long",  "short",    "char",    "unsigned", "signed", "float",
                                                      "bool",  "double",   "void",    "and",      "or",     "not",
                                                      "const", "volatile", "struct",  "enum",     "union",  "NULL"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

/// Of a function and all blocks inside.
void collectNames(lldb::SBBlock block, lldb::SBTarget& target, std::set<std::string>& names)
{
    for (; block.IsValid(); block = block.GetSibling()) {
        lldb::SBValueList variables = block.GetVariables(target, true, true, true);
        for (std::uint32_t i = 0; i < variables.GetSize(); ++i)
            names.insert(text(variables.GetValueAtIndex(i).GetName()));
        collectNames(block.GetFirstChild(), target, names);
    }
}

/// Whether the program knows the name, wherever.
bool isKnown(lldb::SBTarget& target, lldb::SBFrame& frame, const std::string& name)
{
    return target.FindGlobalVariables(name.c_str(), 1).GetSize() > 0 || target.FindFirstType(name.c_str()).IsValid() ||
           target.FindFunctions(name.c_str()).GetSize() > 0 ||
           (frame.IsValid() && compileAndRun(frame, name, "").GetError().Success());
}

/// Which name it is that means nothing; "" where LLDB knows better.
std::string unknownName(lldb::SBTarget target, lldb::SBAddress place, lldb::SBFrame frame, std::string_view condition,
                        const std::function<bool(const std::string&)>& isSeen)
{
    lldb::SBFunction function = place.GetFunction();
    std::set<std::string> names;
    if (function.IsValid())
        collectNames(function.GetBlock(), target, names);
    for (const std::string_view word : freeNames(condition)) {
        const std::string name(word);
        if (isSeen(name) || names.contains(name) || isKnown(target, frame, name)) // or of a block that comes later
            continue;
        util::Nearest nearest(name);
        for (const std::string& candidate : names)
            nearest.offer(candidate);
        const std::string where = functionName(function.GetDisplayName());
        const auto meant = nearest.found();
        return "there is no '" + name + "' in " + where +
               (meant ? "; the nearest is '" + std::string(*meant) + "'" : "");
    }
    return "";
}

} // namespace

std::string brokenSyntax(std::string_view expression)
{
    std::string open;
    for (std::size_t at = 0; at < expression.size(); ++at) {
        const char c = expression[at];
        if (c == '"' || c == '\'') {
            at = behindQuotes(expression, at);
            if (at == std::string_view::npos)
                return std::string("a quote is not closed");
            --at;
        } else if (c == '(' || c == '[' || c == '{') {
            open += c == '(' ? ')' : c == '[' ? ']' : '}';
        } else if (c == ')' || c == ']' || c == '}') {
            if (open.empty() || open.back() != c)
                return std::string("there is a '") + c + "' too much";
            open.pop_back();
        }
    }
    if (!open.empty())
        return std::string("a '") + open.back() + "' is missing";
    const std::string_view text = util::trimmed(expression);
    const bool endsWell = text.ends_with("++") || text.ends_with("--");
    if (!text.empty() && !endsWell && std::string_view("+-*/%<>=&|^!~,.?:").find(text.back()) != std::string_view::npos)
        return std::string("nothing stands behind the last '") + text.back() + "'";
    return "";
}

std::vector<std::string_view> freeNames(std::string_view expression)
{
    std::vector<std::string_view> names;
    std::string_view before; // what stands in front of the word, blanks left out
    for (std::size_t at = 0; at < expression.size();) {
        if (expression[at] == '"' || expression[at] == '\'') {
            at = std::min(behindQuotes(expression, at), expression.size());
            continue;
        }
        if (!isWord(expression[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < expression.size() && (isWord(expression[at]) || isPackNumber(expression, at)))
            ++at;
        const std::string_view word = expression.substr(begin, at - begin);
        before = util::trimmed(expression.substr(0, begin));
        const std::string_view behind = util::trimmed(expression.substr(at));
        const bool isPart = before.ends_with('.') || before.ends_with("->") || before.ends_with("::");
        const bool leads = behind.starts_with("::") || behind.starts_with('(');
        const bool isNumber = std::isdigit(static_cast<unsigned char>(word.front())) != 0;
        if (!isPart && !leads && !isNumber && word.front() != '$' && !isKeyword(word))
            names.push_back(word);
    }
    return names;
}

ConditionVerdict verdictOn(lldb::SBTarget target, RankModules& modules, lldb::SBAddress place,
                           const CheckedExpression& checked)
{
    const std::string& expression = checked.text;
    if (expression.empty())
        return {};
    ImaginedMemory memory;
    values::Reader reader(debugFiles(), modules, memory);
    ImaginedFrame imagined(values::Address{place.GetLoadAddress(target)});
    const values::FrameRef here{&imagined, values::kInnermostFrame};
    const values::Language language = reader.language(here);
    if (language == values::Language::Other)
        return {};
    const bool fortran = language == values::Language::Fortran;
    if (std::string broken = fortran ? "" : brokenSyntax(expression); !broken.empty())
        return {broken, false};
    const auto ofCompiler = [&] { return typeProblem(target, place, expression, checked.isCondition); };
    const auto tree = parsed(expression, language);
    if (!tree)
        return {fortran ? tree.error().message() : ofCompiler(), fortran}; // there is more in C++ than we read
    const auto outcome = checked.isCondition ? reader.check(here, *tree) : reader.checkValue(here, *tree);
    if (outcome)
        return {"", true};
    const std::error_code why = outcome.error().code;
    // An object may be of a class with more members than the one that it is named by; the reader sees that then.
    const bool isOfMember = outcome.error().message().find("no member named") != std::string::npos;
    if (why == values::Errc::NoSuchName && !fortran) {
        const auto isSeen = [&](const std::string& name) {
            const auto found = reader.find(here, name);
            return found || found.error().code != values::Errc::NoSuchName;
        };
        std::string unknown = unknownName(target, place, checked.frame, expression, isSeen);
        return {unknown.empty() && !isOfMember ? ofCompiler() : std::move(unknown), false};
    }
    if (why == values::Errc::NoSuchName || why == values::Errc::Wrong)
        return {outcome.error().message(), true};
    if (fortran || why != values::Errc::NotOurs) // it may hang on values
        return {"", true};
    return {ofCompiler(), false};
}

} // namespace dbgr::daemon
