// SPDX-License-Identifier: BSD-3-Clause
// From dbgd's command line to where its ranks come from, and from a front end's order to the ranks to attach to.
// Thread: net.
#pragma once

#include "dbgdaemon/bootstrap/local_rank_source.h"
#include "dbgdaemon/options.h"
#include "net/event_loop.h"

#include <memory>
#include <vector>

namespace dbgr::daemon {

/// \errors those of the source
[[nodiscard]] util::Result<std::unique_ptr<LocalRankSource>> makeRankSource(net::EventLoop& loop,
                                                                            const Options& options);

/// Of what was found, what the order leaves; and what it names besides.
[[nodiscard]] std::vector<debug::LocalProcess> ordered(const std::vector<debug::LocalProcess>& found,
                                                       const debug::AttachOrder& order);

} // namespace dbgr::daemon
