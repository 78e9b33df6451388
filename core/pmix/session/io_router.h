// SPDX-License-Identifier: BSD-3-Clause
// Which of our handlers gets which output: a server names in each delivery the number that we gave it when we asked.
// Between a connection and the users of a tool or a client. Thread: its owner's.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/iof_channel.h"
#include "pmix/types/proc.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string_view>

namespace dbgr::pmix {

class IoRouter
{
public:
    /// A piece of a process's output; the view dies with the call. An empty one: the channel is at its end.
    using Handler = std::function<void(const Proc& source, IofChannel channel, std::string_view bytes)>;

    /// \return the number to give the server
    std::uint64_t add(Handler handler);
    void remove(std::uint64_t localId) { m_handlers.erase(localId); }
    /// Output that nobody asked for by number: what PMIX_FWD_STDOUT and its like bring.
    void setUnasked(Handler handler) { m_unasked = std::move(handler); }

    /// Takes a message of tag 2; what is not one is dropped, with a word in the log. Handlers may add and remove.
    void take(WireFormat format, std::string_view body) const;

private:
    std::map<std::uint64_t, std::shared_ptr<const Handler>> m_handlers;
    std::uint64_t m_next = 1; // 0 is output that nobody asked for
    Handler m_unasked;
};

} // namespace dbgr::pmix
