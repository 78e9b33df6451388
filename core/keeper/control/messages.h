// SPDX-License-Identifier: BSD-3-Clause
// What dbgd and the keeper of its node tell each other, one message a datagram, over a socket pair that dbgd made; over
// another one the engine, which can only read memory. All are of one build, so there are no versions. Thread: any.
#pragma once

#include "util/ids.h"
#include "util/remote_address.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::keeper {

/// The keeper's numbers for what it inherits: the control socket, and Wishes with their bell.
inline constexpr int kControlFd = 3;
inline constexpr int kWishesFd = 4;
inline constexpr int kBellFd = 5;

/// A rank that dbgd hands over, by a number of dbgd's.
using Slot = std::uint32_t;

/// What is to be read of the memory of a rank.
struct MemoryWish
{
    Slot slot = 0;
    util::RemoteAddress address;
    std::uint32_t size = 0; ///< bytes, kMostWishBytes at most

    friend bool operator==(const MemoryWish&, const MemoryWish&) = default;
};

inline constexpr std::size_t kMostWishes = 500; ///< of one order
inline constexpr std::uint32_t kMostWishBytes = 1U << 20;
inline constexpr std::uint64_t kMostOrderBytes = std::uint64_t{16} << 20; ///< of all wishes of one order

/// dbgd -> keeper.
struct Order
{
    enum class Kind : std::uint8_t
    {
        /// Attach to `pid`, and speak gdb-remote on `connection`; or, where the slot holds it, speak it with another
        /// debugger than before. With a `number`, as of Go, the rank does not stand for it
        Hold = 1,
        SayYouAreThere, ///< `number` comes back
        Release,        ///< that rank runs on by itself
                 /// An unattended rank runs: the debugger on its connection has asked for nothing yet. It stands for
                 /// signals whose bits are set in `number`, for another program, and for the first thing that the
                 /// debugger asks
        Go,
        Stand,  ///< an unattended rank stands
        Sample, ///< its threads are copied while it stands as shortly as possible; Sampled has the same `number`
        CatchMpiErrors, ///< it stops where an error of MPI is about to end it, if `number` is not 0
        ReadMemory,  ///< of any ranks what is in `memory`, whether they stand or run; MemoryRead has the same `number`
        ServeMemory, ///< `connection` is a control socket to an engine, which may send ReadMemory, in the place of the
                     ///< one before
        LetGo        ///< every rank runs on by itself; the keeper ends
    };
    Kind kind = Kind::Hold;
    Slot slot = 0;
    util::Pid pid{0};
    std::uint32_t number = 0;
    util::UniqueFd connection = {};
    std::vector<MemoryWish> memory = {};
};

/// keeper -> dbgd.
struct Notice
{
    enum class Kind : std::uint8_t
    {
        Held = 1, ///< all of its threads stand
        NotHeld,  ///< why is in `text`, and errno in `number`
        Exited,   ///< with the status `number`
        Died,     ///< by the signal `number`
        Released, ///< it runs on by itself
        Stopped,  ///< unattended, it stands again; `number` is 1 if it has become another program
        There,    ///< asked by SayYouAreThere with that `number`
        Sampled,  ///< asked by Sample with that `number`: `snapshot`, or why there is none in `text`
        Stands,   ///< attended, and asked to by a wish that isToBeTold(): its debugger is about to tell for what
        /// Asked by ReadMemory with that `number`: a part of it in `snapshot`, as often as there are parts; or why that
        /// one could not be sent, in `text`
        MemoryRead
    };
    Kind kind = Kind::Held;
    Slot slot = 0;
    std::uint32_t number = 0;
    std::string text = {};
    util::UniqueFd snapshot =
        {}; ///< a file in memory with what encode() has made of a util::RankSnapshot, or of a MemoryPart
};

/// \errors those of net::sendDatagram(); std::errc::message_size: more memory than one order may want
[[nodiscard]] util::Result<void> send(int socket, const Order& order);
[[nodiscard]] util::Result<void> send(int socket, const Notice& notice);

/// The next one; nothing when none has come yet. \errors those of net::receiveDatagram(); std::errc::bad_message
[[nodiscard]] util::Result<std::optional<Order>> receiveOrder(int socket);
[[nodiscard]] util::Result<std::optional<Notice>> receiveNotice(int socket);

} // namespace dbgr::keeper
