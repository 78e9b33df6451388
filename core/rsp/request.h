// SPDX-License-Identifier: BSD-3-Clause
// What a debugger asks of a stub, as liblldb 19 and 22 ask it: the payload of a packet as a value. Thread: any; no I/O.
#pragma once

#include "util/ids.h"
#include "util/remote_address.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dbgr::rsp {

namespace request {

/// "?": why does it stand?
struct WhyStopped
{};
struct ReadMemory
{
    util::RemoteAddress address;
    std::uint64_t size = 0;
    bool binary = false; ///< x, else m
};
struct WriteMemory
{
    util::RemoteAddress address;
    std::string bytes;
};
/// One register of a thread; without a thread that of the last stop.
struct ReadRegister
{
    std::uint32_t number = 0;
    std::optional<util::ThreadId> thread;
};
struct WriteRegister
{
    std::uint32_t number = 0;
    std::string bytes;
    std::optional<util::ThreadId> thread;
};
struct ReadRegisters
{
    std::optional<util::ThreadId> thread;
};
enum class Trap
{
    Software,
    Hardware,
    Write,
    Read,
    Access
};
struct SetTrap
{
    bool insert = true;
    Trap kind = Trap::Software;
    util::RemoteAddress address;
    std::uint64_t size = 0; ///< of what is watched; of a breakpoint its kind
};
/// What one thread, or all that are not named, are to do.
struct Action
{
    std::optional<util::ThreadId> thread; ///< none: all others
    bool step = false;
    int signal = 0; ///< that is delivered; 0 none
};
/// Threads that no action names stand.
struct Resume
{
    std::vector<Action> actions;
};
/// What of vCont is known.
struct ResumeKinds
{};
struct Detach
{};
struct Kill
{};
struct IsAlive
{
    util::ThreadId thread{0};
};
struct Allocate
{
    std::uint64_t size = 0;
    bool read = false, write = false, execute = false;
};
struct Free
{
    util::RemoteAddress address;
};
struct ThreadsInfo
{};
struct StopAcknowledging
{};
/// Numbers of signals that are passed on without a stop.
struct PassSignals
{
    std::vector<int> numbers;
};
struct SaveRegisters
{
    std::optional<util::ThreadId> thread;
};
struct RestoreRegisters
{
    std::uint32_t id = 0;
    std::optional<util::ThreadId> thread;
};
struct Supported
{};
struct HostInfo
{};
struct ProcessInfo
{};
struct CurrentThread
{};
struct ThreadList
{
    bool first = true; ///< else what is left of it
};
struct ThreadStopInfo
{
    util::ThreadId thread{0};
};
/// A piece of a document: qXfer.
struct Transfer
{
    std::string object, annex;
    std::uint64_t offset = 0, size = 0;
};
/// Without an address: whether that can be asked.
struct MemoryRegion
{
    std::optional<util::RemoteAddress> address;
};
struct WatchpointCount
{};
struct Echo
{
    std::string text;
};
/// Ways of speaking that are granted with OK.
struct Agree
{};

} // namespace request

using Request =
    std::variant<request::WhyStopped, request::ReadMemory, request::WriteMemory, request::ReadRegister,
                 request::WriteRegister, request::ReadRegisters, request::SetTrap, request::Resume,
                 request::ResumeKinds, request::Detach, request::Kill, request::IsAlive, request::Allocate,
                 request::Free, request::ThreadsInfo, request::StopAcknowledging, request::PassSignals,
                 request::SaveRegisters, request::RestoreRegisters, request::Supported, request::HostInfo,
                 request::ProcessInfo, request::CurrentThread, request::ThreadList, request::ThreadStopInfo,
                 request::Transfer, request::MemoryRegion, request::WatchpointCount, request::Echo, request::Agree>;

enum class Misread
{
    Unknown, ///< no request that we know: the empty reply
    Broken   ///< a known one with something wrong in it: an error
};

/// \param payload as it came, escapes and all
[[nodiscard]] std::variant<Request, Misread> parseRequest(std::string_view payload);

} // namespace dbgr::rsp
