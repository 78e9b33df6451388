// SPDX-License-Identifier: BSD-3-Clause
#include "values/noted_thread.h"

#include <algorithm>
#include <cstdint>

namespace dbgr::values {

std::optional<Address> NotedThread::NotedFrame::cfa()
{
    const auto address = m_address ? bytecode::run(*m_address, m_target) : std::nullopt;
    return address ? std::optional(Address{*address}) : std::nullopt;
}

bool NotedThread::NotedFrame::readRegister(unsigned number, std::span<std::byte> out)
{
    const auto value = m_target.registerValue(number);
    if (!value || out.size() > sizeof *value)
        return false;
    std::ranges::copy(std::as_bytes(std::span(&*value, 1)).first(out.size()), out.begin());
    return true;
}

} // namespace dbgr::values
