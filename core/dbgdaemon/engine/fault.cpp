// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/fault.h"

#include <csignal>
#include <cstdlib>
#include <regex>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kFirstPage = kPage; // nothing is ever there: a member of what a null pointer points to

/// What the kernel says is at the address.
enum class Refusal
{
    Nothing,  ///< no memory
    Rights,   ///< memory that may not be used so
    Processor ///< refused by the processor, which does not say at which address
};

struct Told
{
    std::string why; // without the address
    std::optional<std::uint64_t> address;
};

Told toldBy(const std::string& words)
{
    const std::size_t open = words.rfind(" (fault address");
    const std::size_t digits = open == std::string::npos ? open : words.find("0x", open);
    if (digits == std::string::npos)
        return {words, std::nullopt};
    return {words.substr(0, open), std::strtoull(words.c_str() + digits, nullptr, 16)};
}

std::optional<Refusal> refusalOf(const std::string& why)
{
    if (why.find("not mapped") != std::string::npos)
        return Refusal::Nothing;
    if (why.find("invalid permissions") != std::string::npos)
        return Refusal::Rights;
    for (const char* const words : {"access protected", "invalid address", "SI_KERNEL"}) { // the last of core files
        if (why.find(words) != std::string::npos)
            return Refusal::Processor;
    }
    return std::nullopt;
}

std::string baseName(const std::string& path)
{
    return path.substr(path.rfind('/') + 1);
}

/// " of libm.so.6"; "" the memory has no name.
std::string ofWhat(const MemoryArea& area)
{
    return area.name.empty() ? "" : " of " + baseName(area.name);
}

std::optional<std::uint64_t> addressOf(const MemoryOperand& operand, const Fault& fault)
{
    auto address = static_cast<std::uint64_t>(operand.displacement);
    for (const auto& [name, scale] : {std::pair(operand.base, 1U), std::pair(operand.index, operand.scale)}) {
        if (name.empty())
            continue;
        const std::optional<std::uint64_t> value = fault.registerOf(name);
        if (!value)
            return std::nullopt;
        address += *value * scale;
    }
    return address;
}

/// Of an instruction that goes elsewhere: "*%rax", and "*0x18(%rax)", whose own memory may be what is refused.
std::optional<std::uint64_t> usedAddress(const Fault& fault)
{
    const std::string& operands = fault.instruction.operands;
    if (operands.starts_with("*%"))
        return fault.registerOf(std::string_view(operands).substr(2));
    const std::optional<MemoryOperand> operand = memoryOperandOf(operands);
    return operand ? addressOf(*operand, fault) : std::nullopt;
}

/// Bits 47 and up are alike. With five levels of page tables some more are addresses, which no program uses that did
/// not ask for them.
bool canBeAddress(std::uint64_t address)
{
    constexpr int kBits = 47;
    constexpr std::uint64_t kAllSet = ~std::uint64_t{0} >> kBits;
    const std::uint64_t high = address >> kBits;
    return high == 0 || high == kAllSet;
}

/// Instructions that want their memory at a multiple of its size, such as movaps and vmovdqa64.
bool wantsAlignment(const std::string& mnemonic)
{
    static const std::regex kAligned("v?(mov(a|nt)p[sd]|mov(dqa|ntdqa?)(32|64)?)");
    return std::regex_match(mnemonic, kAligned);
}

FaultWords refusedByProcessor(const Fault& fault)
{
    constexpr std::uint64_t kSmallestVector = 16;
    const std::string& mnemonic = fault.instruction.mnemonic;
    if (mnemonic.starts_with("ret"))
        return {"return to an impossible address: the stack was overwritten", std::nullopt};
    const std::optional<std::uint64_t> address = usedAddress(fault);
    if (address && !canBeAddress(*address))
        return {fault.instruction.operands.starts_with("*%") ? "call of an impossible address" : "impossible address",
                address};
    if (address && wantsAlignment(mnemonic) && *address % kSmallestVector != 0)
        return {"address that is not aligned as " + mnemonic + " needs it", address};
    return {"refused by the processor", std::nullopt};
}

/// The stack has grown below its end: by calls, or by one frame that is larger than what is left. Where a debugger has
/// read since, the system may have made it larger, by the debugger's limit and not the program's.
bool isBelowStack(const Fault& fault, std::uint64_t address, const MemoryArea& area)
{
    constexpr std::uint64_t kUnderPointer = 256; // the red zone of a leaf function, and what a call pushes
    if (address + kUnderPointer < fault.stackPointer)
        return false;
    std::optional<MemoryArea> above = area;
    for (int guards = 0; guards < 2 && above && !above->isWritable; ++guards) // what is not mapped, and a guard
        above = fault.areaAt(above->end);
    const std::optional<std::uint64_t> caller = above && above->isWritable ? fault.callersStack() : std::nullopt;
    return caller && *caller >= above->begin && *caller <= above->end;
}

std::string whatIsThere(const Fault& fault, std::uint64_t address, const MemoryArea& area)
{
    if (isBelowStack(fault, address, area))
        return "stack overflow";
    if (area.isMapped && area.isReadable && !area.isWritable)
        return "write to read-only memory" + ofWhat(area);
    if (area.isMapped && !area.isReadable)
        return "memory that nobody may use" + ofWhat(area);
    if (area.isMapped)
        return "memory that may not be used so" + ofWhat(area);
    const std::uint64_t page = address - address % kPage;
    if (const std::optional<MemoryArea> before = fault.areaAt(page - 1); before && before->isWritable)
        return "just behind the end of " + (before->name.empty() ? "memory" : "the memory" + ofWhat(*before));
    return "no memory there";
}

FaultWords refusedAt(const Fault& fault, std::uint64_t address)
{
    if (address == fault.pc)
        return {address < kFirstPage ? "call of a null function pointer" : "no code there", address};
    if (address < kFirstPage)
        return {"null pointer", address};
    const std::optional<MemoryArea> area = fault.areaAt(address);
    return {area ? whatIsThere(fault, address, *area) : "no memory there", address};
}

FaultWords beyondFile(const Fault& fault, Told told)
{
    if (told.why != "illegal address")
        return {std::move(told.why), told.address};
    const std::optional<MemoryArea> area = told.address ? fault.areaAt(*told.address) : std::nullopt;
    const std::string file = area && area->isMapped ? area->name : "";
    return {(file.empty() ? "no page there: a mapped file" : "no page of " + file + " there: the file") +
                std::string(" is shorter, or its file system is full"),
            told.address};
}

} // namespace

std::optional<MemoryOperand> memoryOperandOf(std::string_view operands)
{
    static const std::regex kOperand(R"((^|[ *,])(-?)(0x[0-9a-f]+)?\((%([a-z0-9]+))?(,%([a-z0-9]+),?([1248])?)?\))",
                                     std::regex::icase);
    constexpr std::size_t kMostBytes = 256;
    enum Part : std::size_t
    {
        Sign = 2,
        Digits,
        Base = 5,
        Index = 7,
        Scale
    };
    if (operands.size() > kMostBytes)
        return std::nullopt;
    std::match_results<std::string_view::const_iterator> match;
    if (!std::regex_search(operands.begin(), operands.end(), match, kOperand) ||
        match.suffix().str().find('(') != std::string::npos)
        return std::nullopt;
    const auto part = [&](Part which) { return match[which].str(); };
    MemoryOperand operand{part(Base), part(Index), 1, 0};
    if (operand.base == "rip" || operand.index == "riz" || (operand.base.empty() && operand.index.empty()))
        return std::nullopt;
    if (const std::string scale = part(Scale); !scale.empty())
        operand.scale = static_cast<std::uint32_t>(scale[0] - '0');
    if (const std::string digits = part(Digits); !digits.empty()) {
        constexpr int kHex = 16;
        const std::uint64_t number = std::strtoull(digits.c_str(), nullptr, kHex);
        operand.displacement = static_cast<std::int64_t>(part(Sign).empty() ? number : std::uint64_t{0} - number);
    }
    return operand;
}

FaultWords explain(const Fault& fault)
{
    Told told = toldBy(fault.words);
    if (fault.signal == SIGBUS)
        return beyondFile(fault, std::move(told));
    const std::optional<Refusal> refusal = fault.signal == SIGSEGV ? refusalOf(told.why) : std::nullopt;
    if (!refusal)
        return {std::move(told.why), told.address};
    if (*refusal == Refusal::Processor)
        return refusedByProcessor(fault);
    if (!told.address)
        return {*refusal == Refusal::Nothing ? "no memory there" : "memory that may not be used so", std::nullopt};
    return refusedAt(fault, *told.address);
}

} // namespace dbgr::daemon
