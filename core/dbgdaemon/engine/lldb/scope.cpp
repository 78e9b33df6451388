// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/scope.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "util/string_util.h"

#include <lldb/API/SBBlock.h>
#include <lldb/API/SBCompileUnit.h>
#include <lldb/API/SBDeclaration.h>
#include <lldb/API/SBFunction.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBSymbolContextList.h>
#include <lldb/API/SBValueList.h>

#include <cctype>

namespace dbgr::daemon {

namespace {

/// The code of a line begins somewhere before `here`, in the same function: a loop has come back to it.
bool beginsBefore(lldb::SBFrame& frame, lldb::SBLineEntry& here)
{
    lldb::SBCompileUnit unit = frame.GetCompileUnit();
    lldb::SBFileSpec file = here.GetFileSpec();
    const lldb::addr_t begin = frame.GetFunction().GetStartAddress().GetFileAddress();
    const lldb::addr_t now = here.GetStartAddress().GetFileAddress();
    for (std::uint32_t i = unit.FindLineEntryIndex(0, here.GetLine(), &file, true); i != UINT32_MAX;
         i = unit.FindLineEntryIndex(i + 1, here.GetLine(), &file, true)) {
        const lldb::addr_t address = unit.GetLineEntryAtIndex(i).GetStartAddress().GetFileAddress();
        if (address >= begin && address < now)
            return true;
    }
    return false;
}

bool declares(lldb::SBBlock block, lldb::SBTarget& target, const std::string& name)
{
    for (; block.IsValid(); block = block.GetSibling()) {
        lldb::SBValueList own = block.GetVariables(target, true, true, true);
        for (std::uint32_t i = 0; i < own.GetSize(); ++i) {
            const std::string found = text(own.GetValueAtIndex(i).GetName());
            if (found == name || found == "this") // members need no other name in front
                return true;
        }
        if (declares(block.GetFirstChild(), target, name))
            return true;
    }
    return false;
}

} // namespace

bool isEarly(lldb::SBFrame frame, lldb::SBValue variable)
{
    if (variable.GetValueType() != lldb::eValueTypeVariableLocal)
        return false;
    lldb::SBDeclaration declared = variable.GetDeclaration();
    lldb::SBLineEntry here = frame.GetLineEntry();
    if (!declared.IsValid() || declared.GetLine() == 0 || !here.IsValid() || here.GetLine() == 0 ||
        pathOf(declared.GetFileSpec()) != pathOf(here.GetFileSpec()))
        return false;
    if (here.GetLine() != declared.GetLine())
        return here.GetLine() < declared.GetLine();
    return !beginsBefore(frame, here);
}

std::string rootOf(std::string_view path)
{
    path = util::trimmed(path);
    const auto isName = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':'; };
    std::size_t begin = path.find_first_not_of("*&");
    begin = begin == std::string_view::npos ? path.size() : begin;
    std::size_t end = begin;
    while (end < path.size() && isName(path[end]))
        ++end;
    return std::string(path.substr(begin, end - begin));
}

lldb::SBValue globalValue(LldbSession& session, const std::string& path, const std::string& function)
{
    const std::string root = rootOf(path);
    if (root.empty())
        return {};
    lldb::SBTarget& target = session.target();
    lldb::SBSymbolContextList places = target.FindFunctions(function.c_str());
    for (std::uint32_t i = 0; !function.empty() && i < places.GetSize(); ++i) {
        if (declares(places.GetContextAtIndex(i).GetFunction().GetBlock(), target, root))
            return {};
    }
    lldb::SBValue global = target.FindFirstGlobalVariable(root.c_str());
    const std::size_t at = path.find(root);
    const std::string before(util::trimmed(path.substr(0, at)));
    const std::string behind(util::trimmed(path.substr(at + root.size())));
    if (!global.IsValid() || (before.empty() && behind.empty()))
        return global;
    if (!behind.empty())
        global = global.GetValueForExpressionPath(behind.c_str());
    for (std::size_t i = before.size(); i-- > 0 && global.IsValid();)
        global = before[i] == '*' ? global.Dereference() : global.AddressOf();
    return global;
}

} // namespace dbgr::daemon
