// SPDX-License-Identifier: GPL-3.0-or-later
// Reads tests/vectors/pmix: conversations and values captured from OpenPMIx. Its README describes the files.
// A file that cannot be read ends the test program: it is a broken checkout, not a result.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/frame/frame_header.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::test {

/// One thing that one side sent.
struct VectorEntry
{
    enum class Kind
    {
        Connect,
        Status,
        ClientIndex,
        AssignedId,
        ServerId,
        CredentialStatus,
        Frame,
    };

    pmix::ConnectionRole from = pmix::ConnectionRole::Connector;
    Kind kind = Kind::Frame;
    /// All of it, with the header of a frame.
    std::string bytes;
    /// Only the first bytes were kept.
    bool cut = false;

    /// \pre kind == Frame
    [[nodiscard]] pmix::FrameHeader header() const { return pmix::decodeHeader(bytes); }
    /// \pre kind == Frame
    [[nodiscard]] std::string_view body() const { return std::string_view(bytes).substr(pmix::FrameHeader::kBytes); }
    /// The body as we would write it: prun left a flag's byte uninitialised, and what is true we write as 1.
    /// \pre kind == Frame
    [[nodiscard]] std::string canonicalBody() const;
};

struct VectorConnection
{
    pmix::WireFormat format;
    std::vector<VectorEntry> entries;
};

struct VectorSession
{
    /// The file's name without ".txt".
    std::string name;
    std::vector<VectorConnection> connections;
};

/// All conversations, by name.
[[nodiscard]] std::vector<VectorSession> loadPmixSessions();
[[nodiscard]] VectorSession loadPmixSession(std::string_view name);

/// A line of a file of values.
struct VectorValue
{
    std::string type; ///< without "PMIX_"; "" in a file that gives none
    std::string remark;
    std::string bytes;
};

/// \param name "v41", "v61" or "zlib_blocks"
[[nodiscard]] std::vector<VectorValue> loadPmixValues(std::string_view name);

} // namespace dbgr::test
