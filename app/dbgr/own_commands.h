// SPDX-License-Identifier: GPL-3.0-or-later
// What stands where a launcher would, and is none: "doctor" and "report". Behind "--", or with a path, such a word is a
// launcher. Thread: any; pure.
#pragma once

#include "util/result.h"

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::app {

/// `doctor [NODE...] [--json]`
struct DoctorRequest
{
    std::vector<std::string> nodes; ///< besides this one
    bool json = false;
    friend bool operator==(const DoctorRequest&, const DoctorRequest&) = default;
};

/// `report [FOLDER] [--with-log FILE] [--yes]`
struct ReportRequest
{
    std::string folder = "dbgr-report"; ///< to be made
    std::string log;                    ///< what an earlier `dbgr --log FILE` wrote; "" none
    bool yes = false;                   ///< write it without asking
    friend bool operator==(const ReportRequest&, const ReportRequest&) = default;
};

using OwnCommand = std::variant<DoctorRequest, ReportRequest>;

/// \param words what is left of the command line behind dbgr's options
/// \param json whether --json was among these
/// \return nothing if they begin with no such word
/// \errors Errc::BadUsage
[[nodiscard]] util::Result<std::optional<OwnCommand>> parseOwnCommand(std::span<const std::string> words, bool json);

} // namespace dbgr::app
