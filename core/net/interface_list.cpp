// SPDX-License-Identifier: BSD-3-Clause
#include "net/interface_list.h"

#include <algorithm>
#include <memory>

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

namespace dbgr::net {

std::vector<Address> localAddresses()
{
    ifaddrs* list = nullptr;
    if (::getifaddrs(&list) != 0)
        return {};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owned(list, &::freeifaddrs);
    std::vector<Address> addresses;
    for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
        if (entry->ifa_addr == nullptr || (entry->ifa_flags & IFF_UP) == 0)
            continue;
        const socklen_t size = entry->ifa_addr->sa_family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
        const auto address = Address::fromSocket(entry->ifa_addr, size);
        if (address && !address->isLoopback() && !address->isLinkLocal())
            addresses.push_back(*address);
    }
    std::stable_partition(addresses.begin(), addresses.end(), [](const Address& a) { return !a.isV6(); });
    return addresses;
}

} // namespace dbgr::net
