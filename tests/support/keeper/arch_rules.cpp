// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/keeper/arch_rules.h"

#include "keeper/arch/aarch64/aarch64.h"
#include "keeper/arch/x86_64/x86_64.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <memory>
#include <set>
#include <string_view>

#if defined(__aarch64__)
#include <asm/ptrace.h>
#endif
#include <sys/syscall.h>
#include <sys/user.h>

namespace dbgr::test {

namespace {

using namespace dbgr::keeper;
using On = HardwareTrap::On;

/// A processor, with what it has of what not all of its kind have.
struct Variant
{
    std::string name;
    std::unique_ptr<Arch> arch;
    std::size_t generalBytes; ///< of the kernel's set
    std::vector<std::string> arguments;
    std::string number;
    std::string result;
};

constexpr std::size_t kX86Bytes = static_cast<std::size_t>(x86_64::General::Count) * 8;
constexpr std::size_t kArmBytes = static_cast<std::size_t>(aarch64::General::Count) * 8;
constexpr std::size_t kExtendedBytes = 4096;

Variant x86(const char* name, const x86_64::ExtendedLayout& layout)
{
    return {name, x86_64::make(layout), kX86Bytes, {"rdi", "rsi", "rdx", "r10", "r8", "r9"}, "rax", "rax"};
}

Variant arm(const char* name, const aarch64::Features& features)
{
    return {name, aarch64::make(features), kArmBytes, {"x0", "x1", "x2", "x3", "x4", "x5"}, "x8", "x0"};
}

const std::vector<Variant>& variants()
{
    static const std::vector<Variant> all = [] {
        std::vector<Variant> made;
        made.push_back(x86("x86-64", {}));
        made.push_back(x86("x86-64 with AVX", {576, 0, 0, 0}));
        made.push_back(x86("x86-64 with AVX-512", {576, 1088, 1152, 1664}));
        made.push_back(arm("aarch64", {}));
        made.push_back(arm("aarch64 with PAC", {true, false}));
        made.push_back(arm("aarch64 with PAC and SVE", {true, true}));
        return made;
    }();
    return all;
}

const RegisterSpec* named(const Arch& arch, std::string_view name)
{
    const auto& all = arch.registers().all();
    const auto found = std::ranges::find(all, name, &RegisterSpec::name);
    return found == all.end() ? nullptr : &*found;
}

RegisterState emptyState(const Variant& variant)
{
    return {RegisterBytes(variant.generalBytes), RegisterBytes(kExtendedBytes)};
}

/// Bytes that differ from one another, and from zero.
RegisterBytes pattern(std::size_t size, unsigned seed = 1)
{
    RegisterBytes bytes(size);
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = static_cast<std::byte>(1 + (seed + i) % 255);
    return bytes;
}

template <class Number>
Number numberAt(std::span<const std::byte> bytes, std::size_t offset)
{
    Number number{};
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
}

std::optional<std::uint64_t> valueOf(const Arch& arch, std::string_view name, const RegisterState& state)
{
    const RegisterSpec* const spec = named(arch, name);
    const auto bytes = spec ? RegisterTable::read(*spec, state) : std::nullopt;
    if (!bytes || bytes->size() != sizeof(std::uint64_t))
        return std::nullopt;
    return numberAt<std::uint64_t>(*bytes, 0);
}

RemoteAddress addressAt(std::span<const std::byte> bytes)
{
    return RemoteAddress(numberAt<std::uint64_t>(bytes, 0));
}

std::size_t timesIn(const std::string& text, const std::string& part)
{
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++times;
    return times;
}

// --- of every processor ----------------------------------------------------------------------------------------------

void registersHaveNamesAndPlaces(Findings& findings)
{
    for (const Variant& variant : variants()) {
        const RegisterTable& table = variant.arch->registers();
        std::set<std::string> names;
        std::size_t number = 0;
        for (const RegisterSpec& spec : table.all()) {
            const std::string what = variant.name + ": " + spec.name;
            findings.expect(names.insert(spec.name).second, what + " is there twice");
            findings.expect(spec.size() > 0, what + " has no bytes");
            findings.expect(number >= table.generals() || !spec.isExtended(), what + " is told with every stop");
            findings.expect(table.find(static_cast<std::uint32_t>(number)) == &spec, what + " has another number");
            for (const RegisterSpec::Piece& piece : spec.pieces)
                findings.expect(piece.offset + piece.size <= (piece.isExtended ? kExtendedBytes : variant.generalBytes),
                                what + " is outside of its set");
            ++number;
        }
        findings.expect(!table.find(static_cast<std::uint32_t>(number)), variant.name + ": one too many");
        for (const char* const generic : {"pc", "sp", "fp", "flags", "tp", "arg1", "arg6"}) {
            const auto count = std::ranges::count(table.all(), std::string_view(generic), &RegisterSpec::generic);
            findings.expect(count == 1, variant.name + ": " + std::to_string(count) + " registers are " + generic);
        }
    }
}

void aRegisterIsReadAsItWasWritten(Findings& findings)
{
    for (const Variant& variant : variants()) {
        for (const RegisterSpec& spec : variant.arch->registers().all()) {
            const std::string what = variant.name + ": " + spec.name;
            RegisterState state = emptyState(variant);
            const RegisterBytes bytes = pattern(spec.size());
            findings.expect(!RegisterTable::write(spec, state, std::span(bytes).first(bytes.size() - 1)),
                            what + " is written by too few bytes");
            findings.expect(RegisterTable::write(spec, state, bytes), what + " is not written");
            findings.expect(RegisterTable::read(spec, state) == bytes, what + " is read otherwise");
            const auto isChanged = [](std::byte byte) { return byte != std::byte{0}; };
            const auto changed =
                std::ranges::count_if(state.general, isChanged) + std::ranges::count_if(state.extended, isChanged);
            findings.expect(static_cast<std::size_t>(changed) == bytes.size(), what + " changes others, too");
            RegisterState small{RegisterBytes(1), RegisterBytes(1)};
            findings.expect(spec.size() == 1 ||
                                (!RegisterTable::read(spec, small) && !RegisterTable::write(spec, small, bytes)),
                            what + " is found in a state that is too short");
        }
    }
}

void partsAreInTheirWhole(Findings& findings)
{
    for (const Variant& variant : variants()) {
        for (const RegisterSpec& spec : variant.arch->registers().all()) {
            if (!spec.partOf)
                continue;
            const RegisterSpec* const whole = variant.arch->registers().find(*spec.partOf);
            const std::string what = variant.name + ": " + spec.name;
            if (!findings.expect(whole != nullptr, what + " is part of nothing"))
                continue;
            const RegisterSpec::Piece& outer = whole->pieces.front();
            const RegisterSpec::Piece& inner = spec.pieces.front();
            findings.expect(inner.isExtended == outer.isExtended && inner.offset >= outer.offset &&
                                inner.offset + inner.size <= outer.offset + outer.size && inner.size < outer.size,
                            what + " is not in " + whole->name);
        }
    }
}

void theDocumentDescribesEach(Findings& findings)
{
    for (const Variant& variant : variants()) {
        const std::string& text = variant.arch->registers().targetXml();
        const auto& all = variant.arch->registers().all();
        findings.expect(timesIn(text, "<reg ") == all.size(), variant.name + ": not all are described");
        findings.expect(text.find("<architecture>" +
                                  std::string(variant.arch->triple().substr(0, variant.arch->triple().find('-'))) +
                                  "</") != std::string::npos,
                        variant.name + ": the architecture is another one");
        for (std::size_t number = 0; number < all.size(); ++number) {
            const std::string begin = "<reg name=\"" + all[number].name + "\" bitsize=\"" +
                                      std::to_string(all[number].size() * 8) + "\" regnum=\"" + std::to_string(number) +
                                      "\"";
            findings.expect(timesIn(text, begin) == 1, variant.name + ": no " + begin);
        }
    }
}

void theKernelsSetsHoldAllRegisters(Findings& findings)
{
    for (const Variant& variant : variants()) {
        const auto sets = variant.arch->extendedSets();
        std::size_t fixed = 0;
        for (const KernelSet& set : sets) {
            findings.expect(set.size != 0 || &set == &sets.back(), variant.name + ": a set behind one without an end");
            fixed += set.size;
        }
        if (!findings.expect(!sets.empty(), variant.name + ": no sets") || sets.size() == 1)
            continue;
        for (const RegisterSpec& spec : variant.arch->registers().all())
            findings.expect(!spec.isExtended() || spec.pieces.front().offset + spec.size() <= fixed,
                            variant.name + ": " + spec.name + " is in no set");
    }
}

void pcAndStackPointerAreThoseRegisters(Findings& findings)
{
    for (const Variant& variant : variants()) {
        const auto& all = variant.arch->registers().all();
        RegisterState state = emptyState(variant);
        const RegisterBytes pc = pattern(8, 7);
        const RegisterBytes sp = pattern(8, 70);
        const auto pcSpec = std::ranges::find(all, std::string_view("pc"), &RegisterSpec::generic);
        const auto spSpec = std::ranges::find(all, std::string_view("sp"), &RegisterSpec::generic);
        findings.expect(RegisterTable::write(*pcSpec, state, pc) && RegisterTable::write(*spSpec, state, sp), "write");
        findings.expect(variant.arch->pc(state.general) == addressAt(pc), variant.name + ": pc");
        findings.expect(variant.arch->stackPointer(state.general) == addressAt(sp), variant.name + ": sp");
        variant.arch->setPc(state.general, RemoteAddress(0x1234));
        findings.expect(variant.arch->pc(state.general) == RemoteAddress(0x1234), variant.name + ": setPc");
        RegisterBytes none; // a thread that ended meanwhile
        variant.arch->setPc(none, RemoteAddress(1));
        findings.expect(variant.arch->pc(none).isNull() && variant.arch->stackPointer(none).isNull(),
                        variant.name + ": none");
    }
}

void aSystemCallHasItsNumberAndArguments(Findings& findings)
{
    const std::vector<std::uint64_t> arguments{11, 22, 33, 44, 55, 66};
    for (const Variant& variant : variants()) {
        const Arch& arch = *variant.arch;
        RegisterState state = emptyState(variant);
        arch.prepareCall(state.general, RemoteAddress(0x7000), 222, arguments);
        findings.expect(arch.pc(state.general) == RemoteAddress(0x7000), variant.name + ": not at the instruction");
        findings.expect(valueOf(arch, variant.number, state) == 222u, variant.name + ": the number");
        for (std::size_t i = 0; i < arguments.size(); ++i)
            findings.expect(valueOf(arch, variant.arguments[i], state) == arguments[i],
                            variant.name + ": argument " + std::to_string(i));
        const std::int64_t refused = -12;
        RegisterBytes result(sizeof refused);
        std::memcpy(result.data(), &refused, sizeof refused);
        findings.expect(RegisterTable::write(*named(arch, variant.result), state, result), variant.name + ": write");
        findings.expect(arch.callResult(state.general) == refused, variant.name + ": the result");
        const std::vector<std::uint64_t> tooMany(20, 7);
        arch.prepareCall(state.general, RemoteAddress(), 0, tooMany);
    }
}

/// A thread that has entered the kernel, and is put in front of the instruction after another call.
void aSystemCallIsSeenAtItsBeginningAndUndone(Findings& findings)
{
    constexpr RemoteAddress kBehind(0x5008);
    for (const Variant& variant : variants()) {
        const Arch& arch = *variant.arch;
        RegisterState state = emptyState(variant);
        const std::vector<std::uint64_t> arguments{11, 22, 33, 44, 55, 66};
        arch.prepareCall(state.general, kBehind - arch.systemCall().size(), 35, arguments);
        const RegisterBytes before = state.general;
        arch.setPc(state.general, kBehind); // the kernel has begun
        if (arch.setOfCall() == NT_PRSTATUS)
            arch.setCall(state.general, 35);
        const SystemCall call = arch.callAtEntry(state.general);
        findings.expect(call.number == 35 && std::ranges::equal(call.arguments, arguments),
                        variant.name + ": the call");
        if (arch.setOfCall() == NT_PRSTATUS)
            arch.setCall(state.general, arch.idleCall());
        RegisterBytes result(sizeof(std::uint64_t));
        result[0] = std::byte{99};
        findings.expect(RegisterTable::write(*named(arch, variant.result), state, result), variant.name + ": write");
        arch.putBefore(state.general, call);
        findings.expect(state.general == before, variant.name + ": it is not as it was in front of the call");
        RegisterBytes number(sizeof(std::uint32_t)); // of a set of its own
        if (arch.setOfCall() != NT_PRSTATUS)
            arch.setCall(number, arch.idleCall());
        findings.expect(arch.setOfCall() == NT_PRSTATUS || numberAt<std::uint32_t>(number, 0) == arch.idleCall(),
                        variant.name + ": another number");
        RegisterBytes none;
        arch.setCall(none, 1);
        arch.putBefore(none, call);
        findings.expect(none.empty() && arch.callAtEntry(none).number == 0, variant.name + ": none");
        const RegisterBytes elsewhere = state.general;
        findings.expect(!arch.makeAgain(none) && !arch.makeAgain(state.general) && state.general == elsewhere,
                        variant.name + ": a call was made again that has not ended");
    }
}

/// So that a handler of the signal sees that it was, and nobody else sees a difference.
void whatWasPutBackIsMarked(Findings& findings)
{
    constexpr std::uint64_t kFlagOfResumes = 0x10000;
    for (const Variant& variant : variants()) {
        const Arch& arch = *variant.arch;
        RegisterState state = emptyState(variant);
        arch.setPc(state.general, RemoteAddress(0x4000));
        const RegisterBytes marked = arch.asPutBack(state.general);
        findings.expect(arch.pc(marked) == RemoteAddress(0x4000) && marked.size() == state.general.size(),
                        variant.name + ": its pc");
        std::size_t different = 0;
        for (std::size_t at = 0; at < marked.size(); ++at)
            different += marked[at] == state.general[at] ? 0 : 1;
        findings.expect(different == (arch.pcBehindTrap() == 0 ? 0U : 1U), variant.name + ": what is different");
        findings.expect(arch.asPutBack(marked) == marked && arch.asPutBack({}).empty(), variant.name + ": again");
        if (arch.trapHandler().empty())
            continue;
        const auto flags = static_cast<std::size_t>(x86_64::General::Flags) * sizeof(std::uint64_t);
        findings.expect(numberAt<std::uint64_t>(marked, flags) == kFlagOfResumes, variant.name + ": its flag");
        const std::vector<std::byte> action = arch.trapAction(RemoteAddress(0x7000));
        findings.expect(numberAt<std::uint64_t>(action, 0) == 0x7000 && action.size() == 4 * sizeof(std::uint64_t),
                        variant.name + ": the action");
        const std::uint64_t restorer = numberAt<std::uint64_t>(action, 2 * sizeof(std::uint64_t)) - 0x7000;
        findings.expect(restorer < arch.trapHandler().size(), variant.name + ": how the handler returns");
    }
}

void trapsAreKnown(Findings& findings)
{
    constexpr std::size_t kMostBytes = 4; // that the ledger has room for
    for (const Variant& variant : variants()) {
        const Arch& arch = *variant.arch;
        findings.expect(arch.isTrap(arch.trap()), variant.name + ": its own trap is none");
        findings.expect(arch.trap().size() <= kMostBytes && !arch.trap().empty(), variant.name + ": too long");
        findings.expect(!arch.isTrap({}) && !arch.isTrap(pattern(arch.trap().size())), variant.name + ": anything is");
        findings.expect(arch.pcBehindTrap() <= arch.trap().size(), variant.name + ": too far behind");
        findings.expect(arch.systemCall().size() % arch.instructionGrain() == 0, variant.name + ": grain");
        const std::span<const std::byte> waiting = arch.callAndWait();
        findings.expect(waiting.size() > arch.systemCall().size() && waiting.size() % arch.instructionGrain() == 0 &&
                            std::ranges::equal(waiting.first(arch.systemCall().size()), arch.systemCall()),
                        variant.name + ": a call, and behind it the wait");
        findings.expect(arch.codeOfStepOverCall() != 2, variant.name + ": TRAP_TRACE is every step's");
    }
}

void placesForHardwareTraps(Findings& findings)
{
    const HardwareRoom shared{2, 2, true};
    const HardwareRoom apart{2, 1, false};
    Arch::HardwareTraps traps{};
    findings.expect(fits(traps, {}), "nothing fits everywhere");
    traps[0] = HardwareTrap{On::Execution, RemoteAddress(4), 1};
    findings.expect(fits(traps, shared) && fits(traps, apart) && !fits(traps, {}), "one breakpoint");
    traps[7] = HardwareTrap{On::Read, RemoteAddress(8), 1};
    findings.expect(fits(traps, shared) && fits(traps, apart), "one of each");
    traps[15] = HardwareTrap{On::Execution, RemoteAddress(16), 1};
    findings.expect(!fits(traps, shared) && fits(traps, apart), "two breakpoints and a watchpoint");
    traps[15] = HardwareTrap{On::Access, RemoteAddress(16), 1};
    findings.expect(!fits(traps, shared) && !fits(traps, apart), "two watchpoints and a breakpoint");
}

/// Every size at every place in a word, beside what the processor's manual says of it.
void whatCanBeWatched(Findings& findings)
{
    for (const Variant& variant : variants()) {
        const bool isArm = variant.number == "x8";
        for (std::uint64_t size = 0; size <= 16; ++size) {
            for (std::uint64_t address = 0x1000; address < 0x1010; ++address) {
                const bool isPower = size == 1 || size == 2 || size == 4 || size == 8;
                const bool can = isArm ? size >= 1 && size <= 8 && address / 8 == (address + size - 1) / 8
                                       : isPower && address % size == 0;
                for (const On on : {On::Read, On::Write, On::Access})
                    findings.expect(variant.arch->canWatch({on, RemoteAddress(address), size}) == can,
                                    variant.name + ": " + std::to_string(size) + " bytes at " +
                                        std::to_string(address));
            }
        }
        findings.expect(variant.arch->canWatch({On::Execution, RemoteAddress(0x1004), 1}),
                        variant.name + ": an instruction");
        findings.expect(variant.arch->canWatch({On::Execution, RemoteAddress(0x1001), 1}) != isArm,
                        variant.name + ": between two");
    }
}

// --- of aarch64 ------------------------------------------------------------------------------------------------------

void armNumbersAreThoseOfItsDebugInformation(Findings& findings)
{
    const auto arch = aarch64::make({});
    const auto expect = [&](const std::string& name, unsigned dwarf) {
        const RegisterSpec* const spec = named(*arch, name);
        findings.expect(spec && spec->dwarf == dwarf, name + " is not " + std::to_string(dwarf));
    };
    for (unsigned i = 0; i < 29; ++i)
        expect("x" + std::to_string(i), i);
    expect("fp", 29);
    expect("lr", 30);
    expect("sp", 31);
    expect("pc", 32);
    for (unsigned i = 0; i < 32; ++i)
        expect("v" + std::to_string(i), 64 + i);
    findings.expect(named(*arch, "lr")->generic == "ra", "the return address");
    findings.expect(!named(*arch, "code_mask") && named(*aarch64::make({true, false}), "code_mask"), "code_mask");
}

void armTrapsOfCompilersAreTraps(Findings& findings)
{
    const auto arch = aarch64::make({});
    const auto isTrap = [&](std::uint32_t instruction) {
        std::byte bytes[sizeof instruction];
        std::memcpy(bytes, &instruction, sizeof instruction);
        return arch->isTrap(bytes);
    };
    findings.expect(isTrap(0xd4200000) && isTrap(0xd4207d00) && isTrap(0xd43e0000) && isTrap(0xd43fffe0), "brk");
    findings.expect(!isTrap(0xd4400000) && !isTrap(0xd4200001) && !isTrap(0xd4000001), "hlt, undefined, svc");
    findings.expect(numberAt<std::uint32_t>(arch->trap(), 0) == 0xd4200000, "brk #0");
    findings.expect(numberAt<std::uint32_t>(arch->systemCall(), 0) == 0xd4000001, "svc #0");
    findings.expect(numberAt<std::uint32_t>(arch->callAndWait(), 4) == 0x14000000, "b to itself");
}

void armBranchesAreForgottenWithThePc(Findings& findings)
{
    const auto arch = aarch64::make({});
    RegisterState state{RegisterBytes(kArmBytes), {}};
    const std::uint64_t justBranched = 0x60000c00;
    const RegisterSpec* const flags = named(*arch, "cpsr");
    const auto mark = [&] {
        std::memcpy(state.general.data() + kArmBytes - sizeof justBranched, &justBranched, sizeof justBranched);
    };
    const auto flagsNow = [&] { return numberAt<std::uint32_t>(RegisterTable::read(*flags, state).value(), 0); };
    mark();
    arch->setPc(state.general, RemoteAddress());
    findings.expect(flagsNow() == justBranched, "the same pc");
    arch->setPc(state.general, RemoteAddress(4));
    findings.expect(flagsNow() == 0x60000000, "another pc");
    mark();
    arch->wrote(*named(*arch, "x1"), state);
    findings.expect(flagsNow() == justBranched, "another register");
    arch->wrote(*named(*arch, "pc"), state);
    findings.expect(flagsNow() == 0x60000000, "a debugger's pc");
}

void armStateOfHardwareTraps(Findings& findings)
{
    using aarch64::DebugKind;
    Arch::HardwareTraps traps{};
    findings.expect(!aarch64::hasEnabledTrap(aarch64::debugState(traps, DebugKind::Watchpoints, 4)), "none is on");
    traps[1] = HardwareTrap{On::Write, RemoteAddress(0x1004), 4};
    traps[2] = HardwareTrap{On::Execution, RemoteAddress(0x2004), 1};
    traps[5] = HardwareTrap{On::Read, RemoteAddress(0x1000), 1};
    traps[9] = HardwareTrap{On::Access, RemoteAddress(0x1008), 8};
    const auto breakpoints = aarch64::debugState(traps, DebugKind::Breakpoints, 6);
    const auto watchpoints = aarch64::debugState(traps, DebugKind::Watchpoints, 4);
    findings.expect(breakpoints.size() == 8 + 6 * 16 && watchpoints.size() == 8 + 4 * 16, "sizes");
    findings.expect(aarch64::hasEnabledTrap(breakpoints) && aarch64::hasEnabledTrap(watchpoints), "some are on");
    findings.expect(aarch64::debugPlaces(watchpoints) == 4 && aarch64::debugPlaces({}) == 0, "places");
    const auto expect = [&](const RegisterBytes& state, std::size_t place, std::uint64_t address,
                            std::uint32_t control) {
        const std::size_t at = 8 + place * 16;
        findings.expect(
            numberAt<std::uint64_t>(state, at) == address && numberAt<std::uint32_t>(state, at + 8) == control,
            "place " + std::to_string(place) + ": " + std::to_string(numberAt<std::uint32_t>(state, at + 8)));
    };
    expect(breakpoints, 0, 0x2004, 0xf << 5 | 5);
    expect(breakpoints, 1, 0, 0);
    expect(watchpoints, 0, 0x1000, 0xf0 << 5 | 2 << 3 | 5);
    expect(watchpoints, 1, 0x1000, 0x01 << 5 | 1 << 3 | 5);
    expect(watchpoints, 2, 0x1008, 0xff << 5 | 3 << 3 | 5);
    expect(watchpoints, 3, 0, 0);
    RegisterBytes claims(8); // more places than bytes
    claims[0] = std::byte{16};
    findings.expect(aarch64::debugPlaces(claims) == 0 && !aarch64::hasEnabledTrap(claims), "it claims too much");
}

void armTellsWhichTrapItWas(Findings& findings)
{
    Arch::HardwareTraps traps{};
    findings.expect(!aarch64::trapAt(traps, RemoteAddress(5)), "there is none");
    traps[0] = HardwareTrap{On::Write, RemoteAddress(0x1010), 4};
    traps[3] = HardwareTrap{On::Execution, RemoteAddress(0x2000), 1};
    traps[8] = HardwareTrap{On::Read, RemoteAddress(0x1020), 8};
    const auto expect = [&](std::uint64_t address, std::size_t trap) {
        findings.expect(aarch64::trapAt(traps, RemoteAddress(address)) == trap, std::to_string(address));
    };
    expect(0x2000, 3);
    expect(0x1010, 0);
    expect(0x1013, 0);
    expect(0x1027, 8);
    expect(0x1008, 0); // an access of 16 bytes that begins below
    expect(0x101f, 8);
    expect(0, 0);
    expect(~std::uint64_t{0}, 8);
}

/// The kernel takes the second copy of the vectors, and the first one is what registers are written into.
void armVectorsAreTheSameInBothSets(Findings& findings)
{
    constexpr std::size_t kHeader = 16;
    const aarch64::Features features{true, true};
    const std::size_t begin = aarch64::kMasksOffset + aarch64::kMasksBytes;
    const auto arch = aarch64::make(features);
    for (const std::size_t length : {16, 32, 64, 256}) {
        for (const bool isScalable : {false, true}) {
            const std::size_t status =
                isScalable ? (kHeader + 32 * length + 17 * (length / 8) + 15) / 16 * 16 : kHeader + 512;
            RegisterState state{{}, RegisterBytes(begin + status + 8)};
            const auto half = static_cast<std::uint16_t>(length);
            std::memcpy(state.extended.data() + begin + 8, &half, sizeof half);
            state.extended[begin + 12] = std::byte{isScalable};
            for (const char* const name : {"v0", "v31", "fpcr"}) {
                const RegisterSpec& spec = *named(*arch, name);
                const RegisterBytes bytes = pattern(spec.size(), name[1]);
                findings.expect(RegisterTable::write(spec, state, bytes), name);
                arch->wrote(spec, state);
                const std::size_t at = name[0] == 'f'   ? status + 4
                                       : name[1] == '0' ? kHeader
                                                        : kHeader + 31 * (isScalable ? length : 16);
                findings.expect(std::ranges::equal(std::span(state.extended).subspan(begin + at, bytes.size()), bytes),
                                std::string(name) + " of " + std::to_string(length) + " bytes");
            }
            for (std::size_t size = begin; size < state.extended.size(); ++size) { // a kernel that tells less
                RegisterBytes less(state.extended.begin(), state.extended.begin() + static_cast<std::ptrdiff_t>(size));
                aarch64::alignVectors(features, less);
                findings.expect(less.size() == size, "it grew");
            }
        }
    }
    RegisterBytes without = pattern(begin + 600);
    const RegisterBytes before = without;
    aarch64::alignVectors({true, false}, without);
    findings.expect(without == before, "there is no second set");
}

// --- against the headers of the kernel, where those are this processor's ---------------------------------------------

void theKernelsHeadersSayTheSame(Findings& findings)
{
#if defined(__x86_64__)
    findings.expect(sizeof(user_regs_struct) == kX86Bytes, "user_regs_struct");
    findings.expect(offsetof(user_regs_struct, rip) == static_cast<std::size_t>(x86_64::General::Rip) * 8, "rip");
    findings.expect(offsetof(user_regs_struct, rsp) == static_cast<std::size_t>(x86_64::General::Rsp) * 8, "rsp");
    findings.expect(offsetof(user_regs_struct, orig_rax) == static_cast<std::size_t>(x86_64::General::OrigRax) * 8,
                    "orig_rax");
    findings.expect(offsetof(user_regs_struct, fs_base) == static_cast<std::size_t>(x86_64::General::FsBase) * 8,
                    "fs_base");
    const auto native = x86_64::make({});
    findings.expect(native->idleCall() == __NR_getpid && native->restartCall() == __NR_restart_syscall, "calls");
#elif defined(__aarch64__)
    findings.expect(sizeof(user_pt_regs) == kArmBytes && offsetof(user_pt_regs, sp) == 31 * 8, "user_pt_regs");
    findings.expect(offsetof(user_pt_regs, pc) == 32 * 8 && offsetof(user_pt_regs, pstate) == 33 * 8, "pc, pstate");
    findings.expect(sizeof(user_fpsimd_state) == aarch64::kVectorSetBytes, "user_fpsimd_state");
    findings.expect(offsetof(user_fpsimd_state, fpsr) == 512 && offsetof(user_fpsimd_state, fpcr) == 516, "fpsr");
    findings.expect(sizeof(user_pac_mask) == aarch64::kMasksBytes && offsetof(user_pac_mask, insn_mask) == 8, "masks");
    findings.expect(sizeof(user_hwdebug_state) == 8 + 16 * Arch::kMostHardwareTraps, "user_hwdebug_state");
    findings.expect(offsetof(user_hwdebug_state, dbg_regs) == 8 && sizeof(user_hwdebug_state::dbg_regs[0]) == 16,
                    "its places");
    findings.expect(offsetof(user_sve_header, vl) == 8 && offsetof(user_sve_header, flags) == 12, "user_sve_header");
    for (const std::size_t length : {16, 32, 48, 64, 256}) {
        const std::size_t words = length / 16;
        findings.expect(SVE_PT_SVE_FPSR_OFFSET(words) == (16 + 32 * length + 17 * (length / 8) + 15) / 16 * 16 &&
                            SVE_PT_SVE_ZREG_OFFSET(words, 31) == 16 + 31 * length,
                        "SVE_PT of " + std::to_string(length) + " bytes");
    }
    const auto native = aarch64::make({});
    findings.expect(native->idleCall() == __NR_getpid && native->restartCall() == __NR_restart_syscall, "calls");
    findings.expect(SVE_PT_FPSIMD_OFFSET == 16 && SVE_PT_REGS_SVE == 1, "SVE_PT");
#else
    findings.expect(false, "this processor's headers are not compared");
#endif
}

} // namespace

const std::vector<ArchRule>& archRules()
{
    static const std::vector<ArchRule> rules{
        {"registersHaveNamesAndPlaces", registersHaveNamesAndPlaces},
        {"aRegisterIsReadAsItWasWritten", aRegisterIsReadAsItWasWritten},
        {"partsAreInTheirWhole", partsAreInTheirWhole},
        {"theDocumentDescribesEach", theDocumentDescribesEach},
        {"theKernelsSetsHoldAllRegisters", theKernelsSetsHoldAllRegisters},
        {"pcAndStackPointerAreThoseRegisters", pcAndStackPointerAreThoseRegisters},
        {"aSystemCallHasItsNumberAndArguments", aSystemCallHasItsNumberAndArguments},
        {"aSystemCallIsSeenAtItsBeginningAndUndone", aSystemCallIsSeenAtItsBeginningAndUndone},
        {"whatWasPutBackIsMarked", whatWasPutBackIsMarked},
        {"trapsAreKnown", trapsAreKnown},
        {"placesForHardwareTraps", placesForHardwareTraps},
        {"whatCanBeWatched", whatCanBeWatched},
        {"armNumbersAreThoseOfItsDebugInformation", armNumbersAreThoseOfItsDebugInformation},
        {"armTrapsOfCompilersAreTraps", armTrapsOfCompilersAreTraps},
        {"armBranchesAreForgottenWithThePc", armBranchesAreForgottenWithThePc},
        {"armStateOfHardwareTraps", armStateOfHardwareTraps},
        {"armTellsWhichTrapItWas", armTellsWhichTrapItWas},
        {"armVectorsAreTheSameInBothSets", armVectorsAreTheSameInBothSets},
        {"theKernelsHeadersSayTheSame", theKernelsHeadersSayTheSame},
    };
    return rules;
}

} // namespace dbgr::test
