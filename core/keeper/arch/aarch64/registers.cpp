// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/arch/aarch64/aarch64.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace dbgr::keeper::aarch64 {

namespace {

constexpr std::size_t kRegisterBytes = 8;
constexpr std::size_t kVectorBytes = 16;
constexpr unsigned kVectorCount = 32;
constexpr std::size_t kStatusOffset = kVectorCount * kVectorBytes; // fpsr, and then fpcr
constexpr std::size_t kStatusBytes = 4;

RegisterSpec::Piece generalPiece(std::size_t number, std::size_t size = kRegisterBytes)
{
    return {false, number * kRegisterBytes, size};
}

RegisterSpec general(std::string name, General at, unsigned dwarf, std::string_view generic, std::size_t size)
{
    RegisterSpec spec{std::move(name), {generalPiece(static_cast<std::size_t>(at), size)}};
    spec.dwarf = dwarf;
    spec.generic = generic;
    return spec;
}

void addGeneralRegisters(std::vector<RegisterSpec>& to)
{
    constexpr std::string_view kArguments[] = {"arg1", "arg2", "arg3", "arg4", "arg5", "arg6", "arg7", "arg8"};
    constexpr unsigned kStackPointerDwarf = 31;
    constexpr unsigned kPcDwarf = 32;
    constexpr unsigned kPstateDwarf = 33;
    for (unsigned i = 0; i < static_cast<unsigned>(General::Fp); ++i) {
        const std::string_view generic = i < std::size(kArguments) ? kArguments[i] : std::string_view();
        to.push_back(general("x" + std::to_string(i), General{i}, i, generic, kRegisterBytes));
    }
    to.push_back(general("fp", General::Fp, static_cast<unsigned>(General::Fp), "fp", kRegisterBytes));
    to.push_back(general("lr", General::Lr, static_cast<unsigned>(General::Lr), "ra", kRegisterBytes));
    to.push_back(general("sp", General::Sp, kStackPointerDwarf, "sp", kRegisterBytes));
    to.push_back(general("pc", General::Pc, kPcDwarf, "pc", kRegisterBytes));
    to.push_back(general("cpsr", General::Pstate, kPstateDwarf, "flags", kRegisterBytes / 2));
}

void addVectors(std::vector<RegisterSpec>& to)
{
    constexpr unsigned kVectorDwarf = 64;
    for (unsigned i = 0; i < kVectorCount; ++i) {
        RegisterSpec spec{"v" + std::to_string(i), {{true, i * kVectorBytes, kVectorBytes}}};
        spec.dwarf = kVectorDwarf + i;
        spec.shown = RegisterSpec::Shown::Bytes;
        to.push_back(std::move(spec));
    }
    to.push_back({"fpsr", {{true, kStatusOffset, kStatusBytes}}});
    to.push_back({"fpcr", {{true, kStatusOffset + kStatusBytes, kStatusBytes}}});
}

/// Of x0 to x28 the lower halves, of the vectors the numbers in their lowest bytes.
void addParts(unsigned firstVector, std::vector<RegisterSpec>& to)
{
    for (unsigned i = 0; i < static_cast<unsigned>(General::Fp); ++i) {
        RegisterSpec spec{"w" + std::to_string(i), {generalPiece(i, kRegisterBytes / 2)}};
        spec.partOf = i;
        to.push_back(std::move(spec));
    }
    for (const auto& [letter, size] : {std::pair{'s', std::size_t{4}}, {'d', std::size_t{8}}}) {
        for (unsigned i = 0; i < kVectorCount; ++i) {
            RegisterSpec spec{letter + std::to_string(i), {{true, i * kVectorBytes, size}}};
            spec.partOf = firstVector + i;
            spec.shown = RegisterSpec::Shown::FloatingPoint;
            to.push_back(std::move(spec));
        }
    }
}

void addSystemRegisters(const Features& features, std::vector<RegisterSpec>& to)
{
    RegisterSpec pointer{"tpidr", {{true, kThreadPointerOffset, kRegisterBytes}}};
    pointer.generic = "tp";
    pointer.group = "Thread Local Storage Registers";
    to.push_back(std::move(pointer));
    if (!features.pointerAuthentication)
        return;
    std::size_t offset = kMasksOffset;
    for (const char* const name : {"data_mask", "code_mask"}) {
        RegisterSpec mask{name, {{true, offset, kRegisterBytes}}};
        mask.group = "Pointer Authentication Registers";
        to.push_back(std::move(mask));
        offset += kRegisterBytes;
    }
}

// --- the kernel's second copy of the vectors (user_sve_header and what comes behind) ---------------------------------

constexpr std::size_t kHeaderBytes = 16;

std::uint16_t half(std::span<const std::byte> header, std::size_t offset)
{
    std::uint16_t value = 0;
    std::memcpy(&value, header.data() + offset, sizeof value);
    return value;
}

/// False where there is no room for them.
bool copyTo(std::span<std::byte> set, std::size_t offset, std::span<const std::byte> bytes)
{
    if (offset > set.size() || set.size() - offset < bytes.size())
        return false;
    std::ranges::copy(bytes, set.begin() + static_cast<std::ptrdiff_t>(offset));
    return true;
}

} // namespace

RegisterTable registersFor(const Features& features)
{
    std::vector<RegisterSpec> all;
    addGeneralRegisters(all);
    const std::size_t generals = all.size();
    addVectors(all);
    addParts(static_cast<unsigned>(generals), all);
    addSystemRegisters(features, all);
    return {"aarch64", std::move(all), generals};
}

void alignVectors(const Features& features, RegisterBytes& extended)
{
    constexpr std::size_t kLengthOffset = 8;
    constexpr std::size_t kFlagsOffset = 12;
    constexpr unsigned kIsScalable = 1; // else it is the same as the first set
    constexpr std::size_t kGrain = 16;
    constexpr std::size_t kBitsOfPredicate = 8; // a predicate has a bit for each byte of a vector
    constexpr std::size_t kPredicates = 17;     // with the first-fault register
    const std::size_t begin = kMasksOffset + (features.pointerAuthentication ? kMasksBytes : 0);
    if (!features.scalableVectors || extended.size() < begin + kHeaderBytes)
        return;
    const auto vectors = std::span<const std::byte>(extended).first(kStatusOffset);
    const auto status = std::span<const std::byte>(extended).subspan(kStatusOffset, 2 * kStatusBytes);
    const auto second = std::span(extended).subspan(begin);
    const std::size_t length = half(second, kLengthOffset);
    if ((half(second, kFlagsOffset) & kIsScalable) == 0) {
        if (copyTo(second, kHeaderBytes, vectors))
            copyTo(second, kHeaderBytes + kStatusOffset, status);
        return;
    }
    for (unsigned i = 0; i < kVectorCount && length >= kVectorBytes; ++i)
        copyTo(second, kHeaderBytes + i * length, vectors.subspan(i * kVectorBytes, kVectorBytes));
    const std::size_t end = kHeaderBytes + kVectorCount * length + kPredicates * (length / kBitsOfPredicate);
    copyTo(second, (end + kGrain - 1) / kGrain * kGrain, status);
}

} // namespace dbgr::keeper::aarch64
