// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/arch/x86_64/x86_64.h"

#include <cstring>
#include <utility>

namespace dbgr::keeper::x86_64 {

namespace {

constexpr std::size_t kWord = 8;
constexpr unsigned kVectors = 16;
constexpr unsigned kXmmBytes = 16;
constexpr unsigned kUpperZmmBytes = 32;
constexpr unsigned kZmmBytes = 64;
constexpr unsigned kStack = 8; // registers of the x87 unit
constexpr std::size_t kStackOffset = 32;
constexpr std::size_t kStackStride = 16;
constexpr std::size_t kXmmOffset = 160;      // of the part that FXSAVE writes
constexpr std::size_t kPresenceOffset = 512; // which parts are there, one bit each

struct GeneralSpec
{
    std::string_view name;
    General at;
    std::optional<unsigned> dwarf = {};
    std::string_view generic = {};
};

// The first 16 have parts with names of their own, in the same order.
constexpr GeneralSpec kGenerals[] = {
    {"rax", General::Rax, 0},
    {"rbx", General::Rbx, 3},
    {"rcx", General::Rcx, 2, "arg4"},
    {"rdx", General::Rdx, 1, "arg3"},
    {"rdi", General::Rdi, 5, "arg1"},
    {"rsi", General::Rsi, 4, "arg2"},
    {"rbp", General::Rbp, 6, "fp"},
    {"rsp", General::Rsp, 7, "sp"},
    {"r8", General::R8, 8, "arg5"},
    {"r9", General::R9, 9, "arg6"},
    {"r10", General::R10, 10},
    {"r11", General::R11, 11},
    {"r12", General::R12, 12},
    {"r13", General::R13, 13},
    {"r14", General::R14, 14},
    {"r15", General::R15, 15},
    {"rip", General::Rip, 16, "pc"},
    {"rflags", General::Flags, 49, "flags"},
    {"cs", General::Cs},
    {"fs", General::Fs},
    {"gs", General::Gs},
    {"ss", General::Ss},
    {"fs_base", General::FsBase, 58, "tp"},
    {"gs_base", General::GsBase, 59},
    {"ds", General::Ds},
    {"es", General::Es},
};
/// The lower parts that have names of their own.
struct Parts
{
    std::string_view half;
    std::string_view quarter;
    std::string_view byte;
    std::string_view secondByte = {}; ///< "" it has no name
};
constexpr Parts kParts[] = {
    {"eax", "ax", "al", "ah"}, {"ebx", "bx", "bl", "bh"}, {"ecx", "cx", "cl", "ch"}, {"edx", "dx", "dl", "dh"},
    {"edi", "di", "dil"},      {"esi", "si", "sil"},      {"ebp", "bp", "bpl"},      {"esp", "sp", "spl"},
    {"r8d", "r8w", "r8l"},     {"r9d", "r9w", "r9l"},     {"r10d", "r10w", "r10l"},  {"r11d", "r11w", "r11l"},
    {"r12d", "r12w", "r12l"},  {"r13d", "r13w", "r13l"},  {"r14d", "r14w", "r14l"},  {"r15d", "r15w", "r15l"}};

/// The control registers of the x87 unit and of SSE, by offset in the extended state.
struct ControlSpec
{
    std::string_view name;
    std::size_t offset;
    std::size_t size;
    std::optional<unsigned> dwarf = {};
};
constexpr ControlSpec kControls[] = {{"fctrl", 0, 2}, {"fstat", 2, 2}, {"ftag", 4, 1},       {"fop", 6, 2},
                                     {"fip", 8, 8},   {"fdp", 16, 8},  {"mxcsr", 24, 4, 64}, {"mxcsrmask", 28, 4}};

RegisterSpec::Piece general(General at, std::size_t size = kWord)
{
    return {false, static_cast<std::size_t>(at) * kWord, size};
}

RegisterSpec::Piece extended(std::size_t offset, std::size_t size)
{
    return {true, offset, size};
}

RegisterSpec vector(std::string name, std::vector<RegisterSpec::Piece> pieces, std::optional<unsigned> dwarf = {})
{
    RegisterSpec spec{std::move(name), std::move(pieces)};
    spec.dwarf = dwarf;
    spec.shown = RegisterSpec::Shown::Bytes;
    return spec;
}

RegisterSpec::Piece xmm(unsigned number)
{
    return extended(kXmmOffset + number * kXmmBytes, kXmmBytes);
}

void addGenerals(std::vector<RegisterSpec>& to)
{
    for (const GeneralSpec& one : kGenerals) {
        RegisterSpec spec{std::string(one.name), {general(one.at)}};
        spec.dwarf = one.dwarf;
        spec.generic = one.generic;
        to.push_back(std::move(spec));
    }
}

void addFloatingPoint(std::vector<RegisterSpec>& to)
{
    constexpr std::size_t kStackBytes = 10;
    constexpr unsigned kStackDwarf = 33;
    constexpr unsigned kXmmDwarf = 17;
    for (const ControlSpec& one : kControls) {
        RegisterSpec spec{std::string(one.name), {extended(one.offset, one.size)}};
        spec.dwarf = one.dwarf;
        to.push_back(std::move(spec));
    }
    for (unsigned i = 0; i < kStack; ++i)
        to.push_back(vector("st" + std::to_string(i), {extended(kStackOffset + i * kStackStride, kStackBytes)},
                            kStackDwarf + i));
    for (unsigned i = 0; i < kVectors; ++i)
        to.push_back(vector("xmm" + std::to_string(i), {xmm(i)}, kXmmDwarf + i));
}

void addWideVectors(const ExtendedLayout& layout, std::vector<RegisterSpec>& to)
{
    constexpr unsigned kMasks = 8;
    constexpr unsigned kMaskDwarf = 118;
    const auto upperYmm = [&](unsigned i) { return extended(layout.upperYmm + i * kXmmBytes, kXmmBytes); };
    for (unsigned i = 0; layout.upperYmm != 0 && i < kVectors; ++i)
        to.push_back(vector("ymm" + std::to_string(i), {xmm(i), upperYmm(i)}));
    for (unsigned i = 0; layout.upperYmm != 0 && layout.upperZmm != 0 && i < kVectors; ++i)
        to.push_back(vector("zmm" + std::to_string(i),
                            {xmm(i), upperYmm(i), extended(layout.upperZmm + i * kUpperZmmBytes, kUpperZmmBytes)}));
    for (unsigned i = 0; layout.higherZmm != 0 && i < kVectors; ++i)
        to.push_back(
            vector("zmm" + std::to_string(i + kVectors), {extended(layout.higherZmm + i * kZmmBytes, kZmmBytes)}));
    for (unsigned i = 0; layout.masks != 0 && i < kMasks; ++i) {
        RegisterSpec spec{"k" + std::to_string(i), {extended(layout.masks + i * kWord, kWord)}};
        spec.dwarf = kMaskDwarf + i;
        to.push_back(std::move(spec));
    }
}

void addPart(std::string_view name, unsigned of, RegisterSpec::Piece piece, std::vector<RegisterSpec>& to)
{
    if (name.empty())
        return;
    RegisterSpec spec{std::string(name), {piece}};
    spec.partOf = of;
    to.push_back(std::move(spec));
}

void addParts(std::vector<RegisterSpec>& to)
{
    unsigned number = 0;
    for (const Parts& parts : kParts) {
        const RegisterSpec::Piece whole = general(kGenerals[number].at);
        addPart(parts.half, number, {false, whole.offset, kWord / 2}, to);
        addPart(parts.quarter, number, {false, whole.offset, kWord / 4}, to);
        addPart(parts.byte, number, {false, whole.offset, 1}, to);
        addPart(parts.secondByte, number, {false, whole.offset + 1, 1}, to);
        ++number;
    }
    constexpr unsigned kFirstOfStack = std::size(kGenerals) + std::size(kControls);
    for (unsigned i = 0; i < kStack; ++i)
        addPart("mm" + std::to_string(i), kFirstOfStack + i, extended(kStackOffset + i * kStackStride, kWord), to);
}

} // namespace

RegisterTable registersFor(const ExtendedLayout& layout)
{
    std::vector<RegisterSpec> all;
    addGenerals(all);
    addFloatingPoint(all);
    addWideVectors(layout, all);
    addParts(all);
    return {"x86_64", std::move(all), std::size(kGenerals)};
}

void markPresent(const RegisterSpec& spec, const ExtendedLayout& layout, RegisterBytes& extended)
{
    constexpr std::uint64_t kX87 = 1;
    constexpr std::uint64_t kSse = 2;
    const std::pair<std::size_t, std::uint64_t> parts[] = {{0, kX87 | kSse},
                                                           {layout.upperYmm, 4},
                                                           {layout.masks, 0x20},
                                                           {layout.upperZmm, 0x40},
                                                           {layout.higherZmm, 0x80}};
    std::uint64_t present = 0;
    if (extended.size() < kPresenceOffset + sizeof present)
        return;
    std::memcpy(&present, extended.data() + kPresenceOffset, sizeof present);
    for (const RegisterSpec::Piece& piece : spec.pieces) {
        std::size_t best = 0; // the part that begins last, in front of the piece
        std::uint64_t bits = kX87 | kSse;
        for (const auto& [offset, bit] : parts) {
            if (offset > best && offset <= piece.offset) {
                best = offset;
                bits = bit;
            }
        }
        present |= piece.isExtended ? bits : 0;
    }
    std::memcpy(extended.data() + kPresenceOffset, &present, sizeof present);
}

} // namespace dbgr::keeper::x86_64
