// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/server_finder.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <algorithm>

namespace dbgr::pmix {

namespace {

Info describe(const ServerContact& contact)
{
    std::vector<Info> infos{
        {keys::kServerNspace, Value::string(contact.uri.server.nspace)},
        {keys::kServerRank, Value::of<DataType::Rank>(contact.uri.server.rank)},
        {keys::kServerUri, Value::string(formatServerUri(contact.uri))},
    };
    if (!contact.version.empty())
        infos.emplace_back(keys::kVersionInfo, Value::string(contact.version));
    if (contact.pid)
        infos.emplace_back(keys::kServerPidinfo, Value::of<DataType::Pid>(*contact.pid));
    return Info(keys::kServerInfoArray, Value::infos(std::move(infos)));
}

} // namespace

const std::vector<Info>& ServerFinder::find()
{
    if (m_foundAt && m_clock.now() - *m_foundAt < kFreshFor)
        return m_found;
    m_foundAt = m_clock.now();
    m_found.clear();
    std::vector<ServerUri> seen;
    for (const RendezvousStep step : {RendezvousStep::System, RendezvousStep::Search}) {
        const auto contacts = findServers(step, {}, m_places);
        if (!contacts)
            continue;
        for (const ServerContact& contact : *contacts) {
            if (!looksAlive(contact) || std::ranges::find(seen, contact.uri) != seen.end())
                continue;
            seen.push_back(contact.uri);
            m_found.push_back(describe(contact));
        }
    }
    return m_found;
}

} // namespace dbgr::pmix
