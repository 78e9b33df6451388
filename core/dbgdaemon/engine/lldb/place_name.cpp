// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/place_name.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/fortran_names.h"

#include <lldb/API/SBBlock.h>
#include <lldb/API/SBFileSpec.h>
#include <lldb/API/SBFunction.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBModule.h>
#include <lldb/API/SBSymbol.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>

namespace dbgr::daemon {

namespace {

/// "work(int)", "solver_mod::relax", "half(double), inlined in work(int)"
std::string codeNameAt(lldb::SBTarget target, lldb::SBAddress place)
{
    std::string whole = fortranProcedure(target, place);
    if (whole.empty()) {
        lldb::SBFunction function = place.GetFunction();
        whole = wholeFunctionName(function.IsValid() ? function.GetName() : place.GetSymbol().GetName());
    }
    lldb::SBBlock inlined = place.GetBlock().GetContainingInlinedBlock();
    const std::string inner = inlined.IsValid() ? wholeFunctionName(inlined.GetInlinedName()) : "";
    return inner.empty() ? whole : inner + ", inlined in " + whole;
}

debug::PlaceName nameAt(lldb::SBTarget target, lldb::SBAddress place)
{
    debug::PlaceName name;
    name.file = text(place.GetLineEntry().GetFileSpec().GetFilename());
    name.function = codeNameAt(target, place);
    name.module = text(place.GetModule().GetPlatformFileSpec().GetFilename());
    return name;
}

} // namespace

std::vector<debug::PlaceName> namesOf(lldb::SBTarget target, std::vector<lldb::SBAddress> places)
{
    std::vector<debug::PlaceName> names;
    for (const lldb::SBAddress& place : places)
        names.push_back(nameAt(target, place));
    std::vector<std::size_t> byAddress(places.size());
    std::iota(byAddress.begin(), byAddress.end(), std::size_t{0});
    std::ranges::sort(byAddress, {}, [&](std::size_t i) { return places[i].GetFileAddress(); });
    std::map<debug::PlaceName, std::uint32_t> counts;
    for (const std::size_t i : byAddress) {
        const debug::PlaceName alike = names[i];
        names[i].ordinal = counts[alike]++;
    }
    return names;
}

} // namespace dbgr::daemon
