// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/session/io_router.h"

#include "pmix/ops/iof.h"
#include "util/log.h"

#include <utility>

namespace dbgr::pmix {

std::uint64_t IoRouter::add(Handler handler)
{
    const std::uint64_t localId = m_next++;
    m_handlers[localId] = std::make_shared<const Handler>(std::move(handler));
    return localId;
}

void IoRouter::take(WireFormat format, std::string_view body) const
{
    const auto delivery = decodeIofDelivery(format, body);
    if (!delivery) {
        util::log::warning("pmix", "output dropped", {{"why", delivery.error().message()}});
        return;
    }
    const auto channel = static_cast<IofChannel>(delivery->channel.bits());
    const auto found = m_handlers.find(delivery->localId);
    if (found != m_handlers.end()) {
        const std::shared_ptr<const Handler> handler = found->second; // may be removed by its own call
        (*handler)(delivery->source, channel, delivery->bytes);
    } else if (delivery->localId == 0 && m_unasked) {
        const Handler handler = m_unasked;
        handler(delivery->source, channel, delivery->bytes);
    }
}

} // namespace dbgr::pmix
