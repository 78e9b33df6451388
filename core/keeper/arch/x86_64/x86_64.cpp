// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/arch/x86_64/x86_64.h"

#include "keeper/arch/x86_64/instruction.h"
#include "keeper/arch/x86_64/trap_handler.h"

#include <algorithm>
#include <cstring>
#include <elf.h>

namespace dbgr::keeper::x86_64 {

namespace {

constexpr std::size_t kSlot = 8; // of a general register
constexpr KernelSet kExtendedSets[] = {{NT_X86_XSTATE}};
constexpr int kCodeOfBreakpoint = 1; // TRAP_BRKPT, which the trap instruction does not have here
constexpr std::byte kTrap[] = {std::byte{0xcc}};
constexpr std::uint64_t kRedZone = 128;
constexpr std::uint32_t kGetPid = 39;
constexpr std::uint32_t kRestart = 219;
constexpr std::byte kSystemCall[] = {std::byte{0x0f}, std::byte{0x05}};
constexpr std::byte kCallAndWait[] = {std::byte{0x0f}, std::byte{0x05}, std::byte{0xeb},
                                      std::byte{0xfe}}; // jmp to itself

std::uint64_t get(const RegisterBytes& general, General at)
{
    std::uint64_t value = 0;
    const std::size_t offset = static_cast<std::size_t>(at) * kSlot;
    if (offset + kSlot <= general.size())
        std::memcpy(&value, general.data() + offset, kSlot);
    return value;
}

void set(RegisterBytes& general, General at, std::uint64_t value)
{
    const std::size_t offset = static_cast<std::size_t>(at) * kSlot;
    if (offset + kSlot <= general.size())
        std::memcpy(general.data() + offset, &value, kSlot);
}

/// A call that the kernel does not make again by itself, and whether it waits for as long as it takes.
struct EndingCall
{
    enum class Waits
    {
        Always,
        ByNumber,   ///< while that argument, an int, is below 0
        ByPointer,  ///< while that argument is null
        ByNotHaving ///< while that argument's bit 3 is not set: the limit would be in another one
    };
    std::uint32_t number;
    Waits waits;
    std::size_t argument;
};

// As found on Linux 6.18; where another one makes some of them again by itself, no thread is seen with its EINTR.
constexpr EndingCall kEndingCalls[] = {
    {65, EndingCall::Waits::Always, 0},       // semop
    {128, EndingCall::Waits::ByPointer, 2},   // rt_sigtimedwait
    {208, EndingCall::Waits::ByPointer, 4},   // io_getevents
    {220, EndingCall::Waits::ByPointer, 3},   // semtimedop
    {232, EndingCall::Waits::ByNumber, 3},    // epoll_wait
    {281, EndingCall::Waits::ByNumber, 3},    // epoll_pwait
    {426, EndingCall::Waits::ByNotHaving, 3}, // io_uring_enter
    {441, EndingCall::Waits::ByPointer, 3},   // epoll_pwait2
};

bool waitsForever(const SystemCall& call)
{
    constexpr std::uint64_t kHasMoreArguments = 8; // IORING_ENTER_EXT_ARG
    const auto* const found = std::ranges::find(kEndingCalls, call.number, &EndingCall::number);
    if (found == std::end(kEndingCalls))
        return false;
    const std::uint64_t limit = call.arguments[found->argument];
    switch (found->waits) {
    case EndingCall::Waits::Always:
        return true;
    case EndingCall::Waits::ByNumber:
        return static_cast<std::int32_t>(limit) < 0;
    case EndingCall::Waits::ByPointer:
        return limit == 0;
    case EndingCall::Waits::ByNotHaving:
        return (limit & kHasMoreArguments) == 0;
    }
    return false;
}

class Processor final : public Arch
{
public:
    explicit Processor(const ExtendedLayout& layout) : m_layout(layout), m_registers(registersFor(layout)) {}

    [[nodiscard]] std::string_view triple() const override { return "x86_64-pc-linux-gnu"; }
    [[nodiscard]] const RegisterTable& registers() const override { return m_registers; }
    [[nodiscard]] std::span<const KernelSet> extendedSets() const override { return kExtendedSets; }
    [[nodiscard]] RemoteAddress pc(const RegisterBytes& general) const override
    {
        return RemoteAddress(get(general, General::Rip));
    }
    [[nodiscard]] RemoteAddress stackPointer(const RegisterBytes& general) const override
    {
        return RemoteAddress(get(general, General::Rsp));
    }
    void setPc(RegisterBytes& general, RemoteAddress pc) const override
    {
        set(general, General::Rip, pc.value());
        // or a system call that was interrupted is made again, two bytes in front of the new place
        set(general, General::OrigRax, ~std::uint64_t{0});
    }
    [[nodiscard]] RegisterBytes asPutBack(RegisterBytes general) const override
    {
        set(general, General::Flags, get(general, General::Flags) | kPutBack);
        return general;
    }
    [[nodiscard]] std::uint64_t redZone() const override { return kRedZone; }
    [[nodiscard]] std::optional<RemoteAddress> threadPointer(const RegisterBytes& general) const override
    {
        return RemoteAddress(get(general, General::FsBase));
    }
    void wrote(const RegisterSpec& spec, RegisterState& state) const override
    {
        if (spec.isExtended())
            markPresent(spec, m_layout, state.extended);
        else if (spec.generic == "pc")
            setPc(state.general, pc(state.general));
    }
    [[nodiscard]] std::span<const std::byte> trap() const override { return kTrap; }
    [[nodiscard]] std::uint64_t pcBehindTrap() const override { return sizeof kTrap; }
    [[nodiscard]] bool isTrap(std::span<const std::byte> instruction) const override
    {
        return std::ranges::equal(instruction, kTrap);
    }
    [[nodiscard]] std::optional<OutOfLine> moved(std::span<const std::byte> text, RemoteAddress from,
                                                 RemoteAddress to) const override;
    [[nodiscard]] int codeOfStepOverCall() const override { return kCodeOfBreakpoint; }
    [[nodiscard]] std::span<const std::byte> trapHandler() const override { return x86_64::trapHandler(); }
    [[nodiscard]] std::vector<std::byte> trapAction(RemoteAddress address) const override
    {
        return x86_64::trapAction(address);
    }
    [[nodiscard]] bool canWatch(const HardwareTrap& trap) const override
    {
        const bool isSize = trap.size == 1 || trap.size == 2 || trap.size == 4 || trap.size == 8;
        return isSize && trap.address.behindMultipleOf(trap.size) == 0 &&
               (trap.on != HardwareTrap::On::Execution || trap.size == 1);
    }
    [[nodiscard]] bool watchesAfter() const override { return true; }
    [[nodiscard]] std::span<const std::byte> systemCall() const override { return kSystemCall; }
    [[nodiscard]] std::span<const std::byte> callAndWait() const override { return kCallAndWait; }
    [[nodiscard]] std::size_t instructionGrain() const override { return 1; }
    void prepareCall(RegisterBytes& general, RemoteAddress instruction, long number,
                     std::span<const std::uint64_t> arguments) const override
    {
        constexpr General kArguments[] = {General::Rdi, General::Rsi, General::Rdx,
                                          General::R10, General::R8,  General::R9};
        setPc(general, instruction);
        set(general, General::Rax, static_cast<std::uint64_t>(number));
        for (std::size_t i = 0; i < std::min(arguments.size(), std::size(kArguments)); ++i)
            set(general, kArguments[i], arguments[i]);
    }
    [[nodiscard]] std::int64_t callResult(const RegisterBytes& general) const override
    {
        return static_cast<std::int64_t>(get(general, General::Rax));
    }
    [[nodiscard]] SystemCall callAtEntry(const RegisterBytes& general) const override
    {
        return {static_cast<std::uint32_t>(get(general, General::OrigRax)),
                {get(general, General::Rdi), get(general, General::Rsi), get(general, General::Rdx),
                 get(general, General::R10), get(general, General::R8), get(general, General::R9)}};
    }
    void putBefore(RegisterBytes& general, const SystemCall& wanted) const override
    {
        setPc(general, pc(general) - sizeof kSystemCall);
        set(general, General::Rax, wanted.number);
    }
    /// As the kernel says itself of other calls: in front of the instruction where no signal is handled, else EINTR.
    [[nodiscard]] bool makeAgain(RegisterBytes& general) const override
    {
        constexpr std::int64_t kInterrupted = -4;
        constexpr std::int64_t kRestartNoHand = -514;
        if (callResult(general) != kInterrupted || !waitsForever(callAtEntry(general)))
            return false;
        set(general, General::Rax, static_cast<std::uint64_t>(kRestartNoHand));
        return true;
    }
    [[nodiscard]] unsigned setOfCall() const override { return NT_PRSTATUS; }
    void setCall(RegisterBytes& bytes, std::uint32_t number) const override { set(bytes, General::OrigRax, number); }
    [[nodiscard]] std::uint32_t idleCall() const override { return kGetPid; }
    [[nodiscard]] std::uint32_t restartCall() const override { return kRestart; }

private:
    ExtendedLayout m_layout;
    RegisterTable m_registers;
};

/// The distance that instructions have; nothing: it is too far.
std::optional<std::int32_t> nearTo(RemoteAddress from, RemoteAddress to)
{
    const auto distance = static_cast<std::int64_t>(to - from);
    const auto kept = static_cast<std::int32_t>(distance);
    return kept == distance ? std::optional(kept) : std::nullopt;
}

std::optional<Arch::OutOfLine> Processor::moved(std::span<const std::byte> text, RemoteAddress from,
                                                RemoteAddress to) const
{
    constexpr std::byte kJump{0xe9};
    const auto found = movable(text);
    if (!found)
        return std::nullopt;
    OutOfLine made{{text.begin(), text.begin() + static_cast<std::ptrdiff_t>(found->length)}, found->length};
    if (found->displacement) {
        std::int32_t distance = 0;
        std::memcpy(&distance, made.code.data() + *found->displacement, sizeof distance);
        const auto there = nearTo(to, from + static_cast<std::uint64_t>(std::int64_t{distance}));
        if (!there)
            return std::nullopt;
        std::memcpy(made.code.data() + *found->displacement, &*there, sizeof *there);
    }
    const auto back = nearTo(to + found->length + 1 + sizeof(std::int32_t), from + found->length);
    if (!back)
        return std::nullopt;
    made.code.push_back(kJump);
    made.code.resize(made.code.size() + sizeof *back);
    std::memcpy(made.code.data() + found->length + 1, &*back, sizeof *back);
    return made;
}

} // namespace

std::unique_ptr<Arch> make(const ExtendedLayout& layout)
{
    return std::make_unique<Processor>(layout);
}

std::uint64_t debugControl(const Arch::HardwareTraps& traps)
{
    constexpr unsigned kEnableBits = 2;
    constexpr unsigned kConditionBits = 4;
    constexpr unsigned kFirstCondition = 16;
    std::uint64_t control = 0;
    for (unsigned i = 0; i < kHardwareRoom.watchpoints; ++i) {
        if (!traps[i])
            continue;
        const std::uint64_t on = traps[i]->on == HardwareTrap::On::Execution ? 0
                                 : traps[i]->on == HardwareTrap::On::Write   ? 1
                                                                             : 3;
        const std::uint64_t size = traps[i]->size == 8 ? 2 : traps[i]->size - 1;
        control |= std::uint64_t{1} << (kEnableBits * i);
        control |= (on | size << 2) << (kFirstCondition + kConditionBits * i);
    }
    return control;
}

} // namespace dbgr::keeper::x86_64
