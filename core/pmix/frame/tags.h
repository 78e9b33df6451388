// SPDX-License-Identifier: BSD-3-Clause
// The tags of frames: which are reserved, and who may number requests how. Thread: any; plain values.
#pragma once

#include "util/strong_id.h"

#include <cstdint>

namespace dbgr::pmix {

/// Says what a frame is: one of the reserved three, or a request's number, which its reply repeats.
using Tag = util::StrongId<struct TagTag, std::uint32_t>;

/// An event, from a server; no reply.
inline constexpr Tag kNotifyTag{0};
/// A sign of life, from a client; no reply.
inline constexpr Tag kHeartbeatTag{1};
/// Output of a process to a tool, or input to a server; no reply.
inline constexpr Tag kIofTag{2};
/// Below it nothing is a request.
inline constexpr Tag kFirstDynamicTag{100};
/// The connect message alone carries it.
inline constexpr Tag kConnectTag{0xffffffff};

/// Since 6.1 both ends of a connection may ask, each from its own half. Older peers ask only as connector, from the
/// lower half, so an acceptor that keeps to the upper half never collides with anybody.
/// As connector we begin far from 101, with which older acceptors that ask all the same begin (a debugger that has
/// started us, and releases us): a message is a reply if and only if we have asked under its tag.
inline constexpr Tag kFirstConnectorTag{0x40000000};
inline constexpr Tag kLastConnectorTag{0x80000031};
inline constexpr Tag kFirstAcceptorTag{0x80000032};
inline constexpr Tag kLastAcceptorTag{0xfffffffe};

[[nodiscard]] constexpr bool isDynamic(Tag tag)
{
    return tag >= kFirstDynamicTag && tag != kConnectTag;
}

/// Which end of the connection this process is.
enum class ConnectionRole : std::uint8_t
{
    Connector, ///< opened the socket
    Acceptor,
};

/// Hands out the numbers of requests of one connection; starts over when its half is used up.
class TagCounter
{
public:
    explicit TagCounter(ConnectionRole role)
        : m_first(role == ConnectionRole::Connector ? kFirstConnectorTag : kFirstAcceptorTag),
          m_last(role == ConnectionRole::Connector ? kLastConnectorTag : kLastAcceptorTag), m_next(m_first)
    {}

    Tag next()
    {
        const Tag tag = m_next;
        m_next = tag == m_last ? m_first : tag.next();
        return tag;
    }

private:
    Tag m_first;
    Tag m_last;
    Tag m_next;
};

} // namespace dbgr::pmix
