// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/arch/aarch64/aarch64.h"

#include <algorithm>
#include <cstring>
#include <elf.h>

namespace dbgr::keeper::aarch64 {

namespace {

constexpr std::size_t kPlace = 8;         // of a general register
constexpr std::size_t kWordOfWatches = 8; // bytes among which one watchpoint chooses
constexpr std::size_t kInstruction = 4;
constexpr std::uint32_t kGetPid = 172;
constexpr std::uint32_t kRestart = 128;
constexpr std::byte kBreak[] = {std::byte{0x00}, std::byte{0x00}, std::byte{0x20}, std::byte{0xd4}};       // brk #0
constexpr std::byte kEnterKernel[] = {std::byte{0x01}, std::byte{0x00}, std::byte{0x00}, std::byte{0xd4}}; // svc #0
constexpr std::byte kCallAndWait[] = {std::byte{0x01}, std::byte{0x00}, std::byte{0x00},
                                      std::byte{0xd4}, std::byte{0x00}, std::byte{0x00},
                                      std::byte{0x00}, std::byte{0x14}}; // b to itself
constexpr KernelSet kSets[] = {{NT_PRFPREG, kVectorSetBytes}, {NT_ARM_TLS, kPlace}};
constexpr KernelSet kMasks{NT_ARM_PAC_MASK, kMasksBytes, false};
constexpr KernelSet kScalable{NT_ARM_SVE};

std::uint64_t value(const RegisterBytes& general, General at)
{
    std::uint64_t number = 0;
    const std::size_t offset = static_cast<std::size_t>(at) * kPlace;
    if (offset + kPlace <= general.size())
        std::memcpy(&number, general.data() + offset, kPlace);
    return number;
}

void setValue(RegisterBytes& general, General at, std::uint64_t number)
{
    const std::size_t offset = static_cast<std::size_t>(at) * kPlace;
    if (offset + kPlace <= general.size())
        std::memcpy(general.data() + offset, &number, kPlace);
}

/// A thread that has just branched may only go on at a place that is marked for it (BTI): another place is none.
void forgetBranch(RegisterBytes& general)
{
    constexpr std::uint64_t kBranchType = 0xc00;
    setValue(general, General::Pstate, value(general, General::Pstate) & ~kBranchType);
}

class Cpu final : public Arch
{
public:
    explicit Cpu(const Features& features)
        : m_features(features), m_registers(registersFor(features)), m_sets(std::begin(kSets), std::end(kSets))
    {
        if (features.pointerAuthentication)
            m_sets.push_back(kMasks);
        if (features.scalableVectors)
            m_sets.push_back(kScalable);
    }

    [[nodiscard]] std::string_view triple() const override { return "aarch64-unknown-linux-gnu"; }
    [[nodiscard]] const RegisterTable& registers() const override { return m_registers; }
    [[nodiscard]] std::span<const KernelSet> extendedSets() const override { return m_sets; }
    [[nodiscard]] RemoteAddress pc(const RegisterBytes& general) const override
    {
        return RemoteAddress(value(general, General::Pc));
    }
    [[nodiscard]] RemoteAddress stackPointer(const RegisterBytes& general) const override
    {
        return RemoteAddress(value(general, General::Sp));
    }
    // A system call that was interrupted is made again by being put back in front of it before the tracer is told. So
    // another pc needs nothing beside; the old registers put back make the call anew, a sleep from its beginning.
    void setPc(RegisterBytes& general, RemoteAddress pc) const override
    {
        if (this->pc(general) != pc)
            forgetBranch(general);
        setValue(general, General::Pc, pc.value());
    }
    /// A thread that has met a trap stands at it.
    [[nodiscard]] RegisterBytes asPutBack(RegisterBytes general) const override { return general; }
    [[nodiscard]] std::span<const std::byte> trapHandler() const override { return {}; }
    [[nodiscard]] std::vector<std::byte> trapAction(RemoteAddress) const override { return {}; }
    [[nodiscard]] std::uint64_t redZone() const override { return 0; }
    [[nodiscard]] std::optional<RemoteAddress> threadPointer(const RegisterBytes&) const override { return {}; }
    /// The first argument, over which its result was written, is nowhere to be had.
    [[nodiscard]] bool makeAgain(RegisterBytes&) const override { return false; }
    void wrote(const RegisterSpec& spec, RegisterState& state) const override
    {
        if (spec.isExtended())
            alignVectors(m_features, state.extended);
        else if (spec.generic == "pc")
            forgetBranch(state.general);
    }

    [[nodiscard]] std::span<const std::byte> trap() const override { return kBreak; }
    [[nodiscard]] std::uint64_t pcBehindTrap() const override { return 0; }
    /// Compilers and sanitizers write numbers of their own into theirs.
    [[nodiscard]] bool isTrap(std::span<const std::byte> instruction) const override
    {
        constexpr std::uint32_t kNumber = 0xffffU << 5;
        std::uint32_t found = 0;
        std::uint32_t trap = 0;
        if (instruction.size() < sizeof found)
            return false;
        std::memcpy(&found, instruction.data(), sizeof found);
        std::memcpy(&trap, kBreak, sizeof trap);
        return (found & ~kNumber) == trap;
    }
    /// SI_USER, from nobody.
    [[nodiscard]] std::optional<OutOfLine> moved(std::span<const std::byte>, RemoteAddress,
                                                 RemoteAddress) const override
    {
        return std::nullopt; // threads are led over breakpoints by steps
    }
    [[nodiscard]] int codeOfStepOverCall() const override { return 0; }

    [[nodiscard]] bool canWatch(const HardwareTrap& trap) const override
    {
        if (trap.on == HardwareTrap::On::Execution)
            return trap.address.behindMultipleOf(kInstruction) == 0 && trap.size <= kInstruction;
        return trap.size >= 1 && trap.size <= kWordOfWatches &&
               trap.address.behindMultipleOf(kWordOfWatches) + trap.size <= kWordOfWatches;
    }
    [[nodiscard]] bool watchesAfter() const override { return false; }

    [[nodiscard]] std::span<const std::byte> systemCall() const override { return kEnterKernel; }
    [[nodiscard]] std::span<const std::byte> callAndWait() const override { return kCallAndWait; }
    [[nodiscard]] std::size_t instructionGrain() const override { return kInstruction; }
    void prepareCall(RegisterBytes& general, RemoteAddress instruction, long number,
                     std::span<const std::uint64_t> arguments) const override
    {
        constexpr std::size_t kMostArguments = 6;
        setPc(general, instruction);
        setValue(general, General::X8, static_cast<std::uint64_t>(number));
        for (std::size_t i = 0; i < std::min(arguments.size(), kMostArguments); ++i)
            setValue(general, General{i}, arguments[i]);
    }
    [[nodiscard]] std::int64_t callResult(const RegisterBytes& general) const override
    {
        return static_cast<std::int64_t>(value(general, General::X0));
    }
    [[nodiscard]] SystemCall callAtEntry(const RegisterBytes& general) const override
    {
        SystemCall call{static_cast<std::uint32_t>(value(general, General::X8)), {}};
        for (std::size_t i = 0; i < call.arguments.size(); ++i)
            call.arguments[i] = value(general, General{i});
        return call;
    }
    void putBefore(RegisterBytes& general, const SystemCall& wanted) const override
    {
        setPc(general, pc(general) - sizeof kEnterKernel);
        setValue(general, General::X0, wanted.arguments.front()); // where the result of the other call is
    }
    [[nodiscard]] unsigned setOfCall() const override { return NT_ARM_SYSTEM_CALL; }
    void setCall(RegisterBytes& bytes, std::uint32_t number) const override
    {
        if (bytes.size() >= sizeof number)
            std::memcpy(bytes.data(), &number, sizeof number);
    }
    [[nodiscard]] std::uint32_t idleCall() const override { return kGetPid; }
    [[nodiscard]] std::uint32_t restartCall() const override { return kRestart; }

private:
    Features m_features;
    RegisterTable m_registers;
    std::vector<KernelSet> m_sets;
};

} // namespace

std::unique_ptr<Arch> make(const Features& features)
{
    return std::make_unique<Cpu>(features);
}

} // namespace dbgr::keeper::aarch64
