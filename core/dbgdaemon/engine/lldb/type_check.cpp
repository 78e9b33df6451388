// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/type_check.h"

#include "dbgdaemon/engine/lldb/condition_check.h"
#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"

#include <lldb/API/SBBlock.h>
#include <lldb/API/SBCompileUnit.h>
#include <lldb/API/SBData.h>
#include <lldb/API/SBDebugger.h>
#include <lldb/API/SBExpressionOptions.h>
#include <lldb/API/SBFileSpec.h>
#include <lldb/API/SBFunction.h>
#include <lldb/API/SBModule.h>
#include <lldb/API/SBSymbolContext.h>
#include <lldb/API/SBSymbolContextList.h>
#include <lldb/API/SBType.h>
#include <lldb/API/SBValue.h>
#include <lldb/API/SBValueList.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace dbgr::daemon {

namespace {

constexpr std::uint64_t kLargestVariable = 1U << 20;

using Types = std::map<std::string, lldb::SBType, std::less<>>;

/// Of the variables of the function around the place, of equal names the innermost.
Types variablesAt(lldb::SBTarget target, lldb::SBAddress place)
{
    Types types;
    for (lldb::SBBlock block = place.GetBlock(); block.IsValid(); block = block.GetParent()) {
        lldb::SBValueList variables = block.GetVariables(target, true, true, true);
        for (std::uint32_t i = 0; i < variables.GetSize(); ++i) {
            lldb::SBValue variable = variables.GetValueAtIndex(i);
            types.emplace(text(variable.GetName()), variable.GetType());
        }
        if (block.IsInlined())
            break; // its caller's names are not seen
    }
    return types;
}

/// A variable of that type, full of zeros, in a target without a process. \return what it is called there
std::optional<std::string> standIn(lldb::SBTarget& target, lldb::SBType type)
{
    if (type.IsReferenceType())
        type = type.GetDereferencedType();
    const std::uint64_t size = type.GetByteSize();
    if (size == 0 || size > kLargestVariable)
        return std::nullopt;
    const std::vector<char> zeros(size);
    lldb::SBData data;
    lldb::SBError error;
    data.SetData(error, zeros.data(), zeros.size(), lldb::eByteOrderLittle, sizeof(void*));
    const std::string name = text(target.CreateValueFromData("value", data, type).Persist().GetName());
    return name.starts_with('$') ? std::optional(name) : std::nullopt;
}

/// The expression with a stand-in for each variable of the function. Nothing: a name may mean more than one thing.
std::optional<std::string> withStandIns(lldb::SBTarget target, const Types& variables, std::string_view expression)
{
    std::string text;
    std::size_t done = 0;
    std::map<std::string, std::string, std::less<>> known;
    for (const std::string_view name : freeNames(expression)) {
        const auto variable = variables.find(name);
        if (variable == variables.end()) {
            // A member of the class would come first; of several of a name, nobody says which one is seen.
            if (variables.contains("this") || target.FindGlobalVariables(std::string(name).c_str(), 2).GetSize() > 1)
                return std::nullopt;
            continue;
        }
        auto stands = known.find(name);
        if (stands == known.end()) {
            auto made = standIn(target, variable->second);
            if (!made)
                return std::nullopt;
            stands = known.emplace(name, *std::move(made)).first;
        }
        const auto begin = static_cast<std::size_t>(name.data() - expression.data());
        text.append(expression.substr(done, begin - done)).append(stands->second);
        done = begin + name.size();
    }
    return text.append(expression.substr(done));
}

/// Whether functions of another library may be what an operator means; the compiler sees those of one file.
bool mayBeElsewhere(lldb::SBTarget target, lldb::SBModule module, std::string_view expression)
{
    constexpr std::array<const char*, 19> kOperators{"==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "<", ">",
                                                     "+",  "-",  "*",  "/",  "%",  "&",  "|",  "^",  "!"};
    const auto isElsewhere = [&](const char* operation) {
        if (expression.find(operation) == std::string_view::npos)
            return false;
        lldb::SBSymbolContextList found = target.FindFunctions(("operator" + std::string(operation)).c_str());
        for (std::uint32_t i = 0; i < found.GetSize(); ++i) {
            lldb::SBSymbolContext context = found.GetContextAtIndex(i);
            if (context.GetFunction().IsValid() && context.GetModule() != module)
                return true;
        }
        return false;
    };
    return std::any_of(kOperators.begin(), kOperators.end(), isElsewhere);
}

/// What does not hang on which names are seen from the function: that is found out by others.
bool isAboutTypes(std::string_view words)
{
    constexpr std::array<std::string_view, 11> kWords{"invalid operands to binary expression",
                                                      "cannot convert",
                                                      "no member named",
                                                      "is not a function",
                                                      "member reference",
                                                      "indirection",
                                                      "subscripted value",
                                                      "invalid argument type",
                                                      "comparison ",
                                                      "not convertible",
                                                      "expected "};
    return words.find('$') == std::string_view::npos && std::any_of(kWords.begin(), kWords.end(), [&](auto one) {
               return words.find(one) != std::string_view::npos;
           });
}

std::string compilersWords(lldb::SBTarget target, lldb::SBAddress place, const std::string& expression,
                           bool isCondition)
{
    lldb::SBModule module = place.GetModule();
    lldb::SBError error;
    std::array<char, 4096> path{};
    module.GetFileSpec().GetPath(path.data(), path.size());
    lldb::SBDebugger debugger = target.GetDebugger();
    lldb::SBTarget file = debugger.CreateTarget(path.data(), nullptr, nullptr, false, error);
    if (!file.IsValid())
        return "";
    std::string words;
    if (const auto stood = withStandIns(file, variablesAt(target, place), expression)) {
        lldb::SBExpressionOptions options;
        options.SetLanguage(place.GetCompileUnit().GetLanguage());
        options.SetAutoApplyFixIts(false);
        options.SetSuppressPersistentResult(true);
        options.SetAllowJIT(false);
        // What stands in a sizeof is compiled, and not computed.
        const std::string asked = isCondition ? "sizeof(bool(" + *stood + "))" : "sizeof((" + *stood + "), 0)";
        lldb::SBError said = file.EvaluateExpression(asked.c_str(), options).GetError();
        words = said.Fail() ? wordsOf(said) : "";
    }
    debugger.DeleteTarget(file);
    return words;
}

} // namespace

std::string typeProblem(lldb::SBTarget target, lldb::SBAddress place, const std::string& expression, bool isCondition)
{
    constexpr std::size_t kMostKept = 256;
    if (expression.find_first_of("$#") != std::string::npos) // registers, and elements of packs
        return "";
    using Key = std::tuple<std::string, std::uint64_t, std::string, bool>;
    static std::map<Key, std::string> known; // of the engine thread
    const Key key{text(place.GetModule().GetUUIDString()), place.GetFileAddress(), expression, isCondition};
    if (const auto found = known.find(key); found != known.end())
        return found->second;
    std::string words = compilersWords(target, place, expression, isCondition);
    const bool counts = isAboutTypes(words) && !mayBeElsewhere(target, place.GetModule(), expression);
    if (known.size() == kMostKept)
        known.clear();
    return known[key] = counts ? std::move(words) : "";
}

} // namespace dbgr::daemon
