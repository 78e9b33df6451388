// SPDX-License-Identifier: GPL-3.0-or-later
// `dbgr report [FOLDER]`: what those need who are to mend a fault of dbgr, as files of text. Shown before it is
// written. Thread: any.
#pragma once

#include "app/dbgr/own_commands.h"
#include "util/result.h"

#include <string>
#include <vector>

namespace dbgr::app {

struct ReportFile
{
    std::string name; ///< "versions.txt"
    std::string text;
};

/// Makes the folder, 0700, and the files in it, 0600. \errors Errc::BadFile: it is there already, or cannot be made
[[nodiscard]] util::Result<void> writeReport(const std::string& folder, const std::vector<ReportFile>& files);

/// \param withWindow whether this dbgr has one. \return dbgr's exit status
[[nodiscard]] int runReport(const ReportRequest& request, bool withWindow);

} // namespace dbgr::app
