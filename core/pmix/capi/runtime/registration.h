// SPDX-License-Identifier: BSD-3-Clause
// What a host tells of a job with PMIx_server_register_nspace(), as the record that our server keeps: arrays are put
// where they belong, and the maps of nodes and processes become values of each node and rank. Thread: any; pure.
#pragma once

#include "pmix/server/job_record.h"
#include "pmix/types/info.h"
#include "util/result.h"

#include <span>
#include <string>

namespace dbgr::pmix::capi {

/// \errors Status::ErrBadParam for an array without its rank, or maps that do not fit each other
[[nodiscard]] util::Result<JobRecord> readRegistration(const std::string& nspace, std::span<const Info> infos);

} // namespace dbgr::pmix::capi
