// SPDX-License-Identifier: BSD-3-Clause
// Where the bytes of a core file or program come from: read piece by piece, since core files may be larger than memory.
// Thread: any; not shared.
#pragma once

#include "util/result.h"
#include "util/unique_fd.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace dbgr::corefile {

class ByteSource
{
public:
    virtual ~ByteSource() = default;

    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// At most `count` bytes from `offset`; fewer where it ends, or cannot be read.
    [[nodiscard]] virtual std::string read(std::uint64_t offset, std::size_t count) const = 0;
};

class FileSource final : public ByteSource
{
public:
    /// \errors those of open(); std::errc::invalid_argument for what is no regular file
    [[nodiscard]] static util::Result<FileSource> open(const std::string& path);

    [[nodiscard]] std::uint64_t size() const override { return m_size; }
    [[nodiscard]] std::string read(std::uint64_t offset, std::size_t count) const override;

private:
    FileSource(util::UniqueFd fd, std::uint64_t size) : m_fd(std::move(fd)), m_size(size) {}

    util::UniqueFd m_fd;
    std::uint64_t m_size;
};

/// Bytes that are in memory.
class TextSource final : public ByteSource
{
public:
    explicit TextSource(std::string bytes) : m_bytes(std::move(bytes)) {}

    [[nodiscard]] std::uint64_t size() const override { return m_bytes.size(); }
    [[nodiscard]] std::string read(std::uint64_t offset, std::size_t count) const override
    {
        return offset < m_bytes.size() ? m_bytes.substr(static_cast<std::size_t>(offset), count) : std::string();
    }

private:
    std::string m_bytes;
};

} // namespace dbgr::corefile
