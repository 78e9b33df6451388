// SPDX-License-Identifier: GPL-3.0-or-later
// Any datagrams on the control channel between dbgd and the keeper, with any number of descriptors, as either of them
// takes them. What is taken for a message comes through once more as it is.
#include "keeper/control/memory_part.h"
#include "keeper/control/messages.h"
#include "net/datagram.h"
#include "util/memory_file.h"
#include "util/passed_descriptors.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

using namespace dbgr;
using namespace dbgr::keeper;

namespace {

void require(bool isTrue)
{
    if (!isTrue)
        std::abort();
}

void asOrder(int from, int to)
{
    const auto order = receiveOrder(to);
    if (!order)
        return;
    require(order->has_value() && send(from, **order).has_value());
    const auto again = receiveOrder(to);
    require(again && again->has_value() && (*again)->kind == (*order)->kind && (*again)->slot == (*order)->slot &&
            (*again)->pid == (*order)->pid && (*again)->number == (*order)->number &&
            (*again)->memory == (*order)->memory && bool((*again)->connection) == bool((*order)->connection));
}

void asNotice(int from, int to)
{
    const auto notice = receiveNotice(to);
    if (!notice)
        return;
    require(notice->has_value() && send(from, **notice).has_value());
    const auto again = receiveNotice(to);
    require(again && again->has_value() && (*again)->kind == (*notice)->kind && (*again)->slot == (*notice)->slot &&
            (*again)->number == (*notice)->number && (*again)->text == (*notice)->text &&
            bool((*again)->snapshot) == bool((*notice)->snapshot));
}

/// In the file that a notice brings.
void asPart(std::string_view bytes)
{
    const auto part = decodeMemoryPart(bytes);
    if (!part)
        return;
    require(decodeMemoryPart(encode(*part)) == *part);
}

} // namespace

/// The first byte says who takes it, and how many descriptors come along.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    static const auto line = net::controlSocketPair().value();
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, std::min(size - 1, net::kMaxDatagramBytes));
    std::vector<util::UniqueFd> descriptors;
    for (std::size_t i = 0; i < data[0] / 2 % (util::kMaxPassedDescriptors + 1); ++i)
        descriptors.push_back(util::makeMemoryFile("fuzz", "abc").value());
    require(net::sendDatagram(line.first.get(), bytes, descriptors).has_value());
    if (data[0] % 2 == 0)
        asOrder(line.first.get(), line.second.get());
    else
        asNotice(line.first.get(), line.second.get());
    asPart(bytes);
    return 0;
}
