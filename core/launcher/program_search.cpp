// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/program_search.h"

#include "net/child_spec.h"
#include "net/net_error.h"

#include <utility>

namespace dbgr::launcher {

util::Result<std::string> findJobProgram(const std::string& program, std::string_view searchPath,
                                         const std::string& folder)
{
    auto found = net::findProgram(program, searchPath, folder);
    const bool isName = !program.empty() && program.find('/') == std::string::npos;
    if (!isName) {
        if (!found && found.error().code == net::Errc::NoSuchProgram && !program.starts_with('/'))
            return util::fail(net::Errc::NoSuchProgram, "there is no program '" + program + "' in the folder " + folder,
                              "check the path; it begins at the folder that the process is to work in");
        return found;
    }
    if (found)
        return found->starts_with('/') ? *found : folder + "/" + *found; // from a relative folder in PATH
    auto here = net::findProgram(folder + "/" + program, {});
    if (here)
        return here;
    if (found.error().code == net::Errc::NoSuchProgram && here.error().code == net::Errc::NoSuchProgram)
        return util::fail(net::Errc::NoSuchProgram,
                          "there is no program '" + program + "' along PATH (" + std::string(searchPath) +
                              "), nor in the folder " + folder,
                          "give its path, or add its folder to PATH");
    return found.error().code == net::Errc::NoSuchProgram ? std::move(here) : std::move(found);
}

} // namespace dbgr::launcher
