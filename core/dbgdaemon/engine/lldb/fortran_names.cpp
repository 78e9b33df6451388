// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/fortran_names.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/rank_modules.h"

#include <lldb/API/SBProcess.h>
#include <lldb/API/SBSymbol.h>
#include <lldb/API/SBThread.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace dbgr::daemon {

bool isFortran(lldb::SBCompileUnit unit)
{
    constexpr auto kFortran18 = static_cast<lldb::LanguageType>(0x2d); // newer than some LLDBs
    constexpr std::array kFortran{lldb::eLanguageTypeFortran77, lldb::eLanguageTypeFortran90,
                                  lldb::eLanguageTypeFortran95, lldb::eLanguageTypeFortran03,
                                  lldb::eLanguageTypeFortran08, kFortran18};
    return unit.IsValid() && std::find(kFortran.begin(), kFortran.end(), unit.GetLanguage()) != kFortran.end();
}

namespace {

/// With each file of the process that has debug information.
template <class Visit>
void forEachFile(lldb::SBTarget target, Visit visit)
{
    const std::uint32_t count = target.GetNumModules();
    for (std::uint32_t i = 0; i < count; ++i) {
        lldb::SBModule module = target.GetModuleAtIndex(i);
        const auto loaded = toModule(module, target);
        if (values::DebugFile* const file = loaded ? debugFiles().of(*loaded) : nullptr)
            visit(module, *file);
    }
}

} // namespace

std::vector<values::ProcedureHere> proceduresOf(lldb::SBFrame frame)
{
    if (!isFortran(frame.GetCompileUnit()))
        return {};
    const auto module = toModule(frame.GetModule(), frame.GetThread().GetProcess().GetTarget());
    values::DebugFile* const file = module ? debugFiles().of(*module) : nullptr;
    if (!file)
        return {};
    const values::FileAddress pc = module->inFile({frame.GetPC()});
    return values::proceduresAt(*file, frame.GetFrameID() > 0 ? pc.plus(-1) : pc);
}

std::string fortranProcedure(lldb::SBTarget target, lldb::SBAddress place)
{
    if (!isFortran(place.GetCompileUnit()))
        return {};
    const auto module = toModule(place.GetModule(), target);
    values::DebugFile* const file = module ? debugFiles().of(*module) : nullptr;
    if (!file)
        return {};
    const auto here = values::proceduresAt(*file, values::FileAddress{place.GetFileAddress()});
    if (here.empty())
        return {};
    return here.size() == 1 ? here.front().name : here.front().name + ", inlined in " + here.back().name;
}

std::vector<std::string> symbolsOfProcedure(lldb::SBTarget target, const std::string& name)
{
    std::vector<std::string> symbols;
    forEachFile(target, [&](lldb::SBModule module, values::DebugFile& file) {
        for (const values::FileAddress entry : values::proceduresNamed(file, name)) {
            std::string symbol = text(module.ResolveFileAddress(entry.value).GetSymbol().GetName());
            if (!symbol.empty() && std::find(symbols.begin(), symbols.end(), symbol) == symbols.end())
                symbols.push_back(std::move(symbol));
        }
    });
    return symbols;
}

std::vector<lldb::SBAddress> inlinedCopiesOf(lldb::SBTarget target, const std::string& name)
{
    std::vector<lldb::SBAddress> copies;
    forEachFile(target, [&](lldb::SBModule module, values::DebugFile& file) {
        for (const values::FileAddress entry : values::inlinedCopiesNamed(file, name))
            copies.push_back(module.ResolveFileAddress(entry.value));
    });
    return copies;
}

} // namespace dbgr::daemon
