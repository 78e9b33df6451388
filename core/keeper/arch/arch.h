// SPDX-License-Identifier: BSD-3-Clause
// What the keeper has to know of a processor: registers, traps, hardware breakpoints, how a system call is made. Facts
// and arithmetic on bytes, without a process; so every processor's are compiled and tested everywhere. Thread: any.
#pragma once

#include "keeper/arch/register_table.h"
#include "util/remote_address.h"
#include "util/system_calls.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace dbgr::keeper {

using util::RemoteAddress;

/// What the hardware is to stop at.
struct HardwareTrap
{
    enum class On
    {
        Execution,
        Read, ///< where the processor cannot tell reads alone: Access
        Write,
        Access ///< read or written
    };
    On on = On::Write;
    RemoteAddress address;
    std::uint64_t size = 1; ///< bytes that are watched

    friend bool operator==(const HardwareTrap&, const HardwareTrap&) = default;
};

/// How many of them a thread can have at once.
struct HardwareRoom
{
    std::size_t breakpoints = 0;
    std::size_t watchpoints = 0;
    bool isShared = false; ///< each of one kind takes the place of one of the other

    friend bool operator==(const HardwareRoom&, const HardwareRoom&) = default;
};

/// Registers that the kernel gives and takes together (PTRACE_GETREGSET).
struct KernelSet
{
    unsigned note = 0;    ///< its NT_ number
    std::size_t size = 0; ///< bytes; 0: as many as there are, which only the last set may have
    bool isWritable = true;
};

/// What a thread asks the kernel for.
struct SystemCall
{
    std::uint32_t number = 0;
    std::array<std::uint64_t, util::kMostCallArguments> arguments{};

    friend bool operator==(const SystemCall&, const SystemCall&) = default;
};

class Arch
{
public:
    /// Most that any processor has.
    static constexpr std::size_t kMostHardwareTraps = 16;
    using HardwareTraps = std::array<std::optional<HardwareTrap>, kMostHardwareTraps>;

    virtual ~Arch() = default;

    /// As LLDB names it: "x86_64-pc-linux-gnu".
    [[nodiscard]] virtual std::string_view triple() const = 0;
    [[nodiscard]] virtual const RegisterTable& registers() const = 0;

    [[nodiscard]] virtual RemoteAddress pc(const RegisterBytes& general) const = 0;
    [[nodiscard]] virtual RemoteAddress stackPointer(const RegisterBytes& general) const = 0;
    virtual void setPc(RegisterBytes& general, RemoteAddress pc) const = 0;
    /// Registers of a thread that was put back to a trap's instruction, by which trapHandler() tells that it was.
    [[nodiscard]] virtual RegisterBytes asPutBack(RegisterBytes general) const = 0;
    /// Bytes below the stack pointer that functions use without moving it.
    [[nodiscard]] virtual std::uint64_t redZone() const = 0;
    /// Behind the end of the stack, of threads that the C library has made. Nothing: it is not among these registers.
    [[nodiscard]] virtual std::optional<RemoteAddress> threadPointer(const RegisterBytes& general) const = 0;
    /// What RegisterState::extended is put together of, in this order.
    [[nodiscard]] virtual std::span<const KernelSet> extendedSets() const = 0;
    /// After a register was written for a debugger: what the kernel has to be told beside.
    virtual void wrote(const RegisterSpec& spec, RegisterState& state) const = 0;

    /// What is written over the first byte or bytes of an instruction.
    [[nodiscard]] virtual std::span<const std::byte> trap() const = 0;
    /// How far behind the trap's address a thread stands that has met it.
    [[nodiscard]] virtual std::uint64_t pcBehindTrap() const = 0;
    /// Whether as many bytes as trap() has are a trap, ours or another that a compiler makes.
    [[nodiscard]] virtual bool isTrap(std::span<const std::byte> instruction) const = 0;
    static constexpr std::size_t kMostInstruction = 16;
    static constexpr std::size_t kMostOutOfLine = 32;
    /// A copy of an instruction, and behind it a jump to where the instruction ends.
    struct OutOfLine
    {
        std::vector<std::byte> code;
        std::size_t length = 0; ///< of the instruction
    };
    /// What does at `to` as the instruction does at `from`. Nothing: it goes somewhere else by itself, nobody has
    /// written down how long it is, or the two places are too far from one another. \param text from there on, at most
    /// kMostInstruction bytes of it
    [[nodiscard]] virtual std::optional<OutOfLine> moved(std::span<const std::byte> text, RemoteAddress from,
                                                         RemoteAddress to) const = 0;
    /// The code that a step's signal has when it has led over a system call; all other steps have TRAP_TRACE.
    [[nodiscard]] virtual int codeOfStepOverCall() const = 0;

    /// Code that can stand anywhere and handles SIGTRAP in a process whose tracer has been killed: it waits until the
    /// trap is taken out, and goes back to the instruction; steps and hardware traps it passes by. One that the program
    /// has itself, or that somebody sends, ends it as without. Empty: nobody has written it.
    [[nodiscard]] virtual std::span<const std::byte> trapHandler() const = 0;
    /// What the kernel takes as the action of a signal, for that code at `address`.
    [[nodiscard]] virtual std::vector<std::byte> trapAction(RemoteAddress address) const = 0;

    /// Whether the hardware can watch for that.
    [[nodiscard]] virtual bool canWatch(const HardwareTrap& trap) const = 0;
    /// Whether a thread has already made the access that it is stopped for.
    [[nodiscard]] virtual bool watchesAfter() const = 0;

    /// The instruction that enters the kernel.
    [[nodiscard]] virtual std::span<const std::byte> systemCall() const = 0;
    /// That, and behind it a jump to itself: whoever has made the call waits there for somebody to put it elsewhere.
    [[nodiscard]] virtual std::span<const std::byte> callAndWait() const = 0;
    /// Where one can begin: at multiples of this.
    [[nodiscard]] virtual std::size_t instructionGrain() const = 0;
    /// Registers of a thread that is about to make it.
    virtual void prepareCall(RegisterBytes& general, RemoteAddress instruction, long number,
                             std::span<const std::uint64_t> arguments) const = 0;
    [[nodiscard]] virtual std::int64_t callResult(const RegisterBytes& general) const = 0;
    /// Of a thread that stands where the kernel has not begun with it.
    [[nodiscard]] virtual SystemCall callAtEntry(const RegisterBytes& general) const = 0;
    /// Of a thread that has entered the kernel for another call than it wanted to: puts it in front of the instruction.
    virtual void putBefore(RegisterBytes& general, const SystemCall& wanted) const = 0;
    /// A thread that stands on its way out of a call may be told that it was interrupted (EINTR) though it has no
    /// signal to handle: has the kernel make the call again, unless there is one by then. False: it does not stand so,
    /// or the call was to wait for a limited time, which it would wait anew.
    [[nodiscard]] virtual bool makeAgain(RegisterBytes& general) const = 0;
    /// The NT_ number of the set in which the kernel has the number of the call that it is about to make.
    [[nodiscard]] virtual unsigned setOfCall() const = 0;
    /// \param bytes of that set
    virtual void setCall(RegisterBytes& bytes, std::uint32_t number) const = 0;
    /// A call that does nothing, and that whoever filters calls lets pass (getpid).
    [[nodiscard]] virtual std::uint32_t idleCall() const = 0;
    /// By which the kernel goes on with some calls that were interrupted (restart_syscall).
    [[nodiscard]] virtual std::uint32_t restartCall() const = 0;
};

/// Whether the hardware has a place for each.
[[nodiscard]] bool fits(const Arch::HardwareTraps& traps, const HardwareRoom& room);

/// Of the machine that this runs on. Null: the keeper was not written for it.
[[nodiscard]] const Arch* nativeArch();

} // namespace dbgr::keeper
