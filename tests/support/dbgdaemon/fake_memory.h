// SPDX-License-Identifier: GPL-3.0-or-later
// A rank's text in a string, for tests of what the guard does to it. Thread: the test's.
#pragma once

#include "util/process_memory.h"
#include "util/remote_address.h"

#include <algorithm>
#include <memory>
#include <string>

namespace dbgr::test {

/// An address in a process of a test: 0x10_at.
constexpr util::RemoteAddress operator""_at(unsigned long long number)
{
    return util::RemoteAddress(number);
}

/// Begins at address 0. Shared, so that the test sees what its new owner does to it.
struct FakeText
{
    std::string bytes = "abcdefghijklmnop";
    bool writable = true;
    int reopened = 0;
};

class FakeMemory final : public util::ProcessMemory
{
public:
    explicit FakeMemory(std::shared_ptr<FakeText> text) : m_text(std::move(text)) {}

    bool read(util::RemoteAddress at, std::span<std::byte> out) override
    {
        const std::uint64_t address = at.value();
        if (address > m_text->bytes.size() || out.size() > m_text->bytes.size() - address)
            return false;
        std::ranges::transform(m_text->bytes.substr(address, out.size()), out.begin(),
                               [](char c) { return static_cast<std::byte>(c); });
        return true;
    }
    bool write(util::RemoteAddress at, std::span<const std::byte> bytes) override
    {
        const std::uint64_t address = at.value();
        if (!m_text->writable || address > m_text->bytes.size() || bytes.size() > m_text->bytes.size() - address)
            return false;
        std::ranges::transform(bytes, m_text->bytes.begin() + static_cast<std::ptrdiff_t>(address),
                               [](std::byte b) { return static_cast<char>(b); });
        return true;
    }
    void reopen() override { ++m_text->reopened; }

private:
    std::shared_ptr<FakeText> m_text;
};

} // namespace dbgr::test
