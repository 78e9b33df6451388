// SPDX-License-Identifier: BSD-3-Clause
#include "values/containers/containers.h"

namespace dbgr::values {

std::optional<util::Result<Container>> Containers::open(const Value&)
{
    return std::nullopt;
}

util::Result<void> Containers::forEach(const Container&, std::uint64_t, const std::function<bool(const Item&)>&)
{
    static_cast<void>(m_reader);
    return {};
}

} // namespace dbgr::values
