// SPDX-License-Identifier: BSD-3-Clause
// The registers of a processor as a debugger numbers them, and where the kernel keeps each: reading and writing one out
// of the bytes of a thread's state. Thread: any; plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::keeper {

/// A set of registers as the kernel gives it (PTRACE_GETREGSET).
using RegisterBytes = std::vector<std::byte>;

/// General registers, and all others: floating point, vectors.
struct RegisterState
{
    RegisterBytes general;
    RegisterBytes extended; ///< empty as long as nobody asked
};

struct RegisterSpec
{
    /// Where some of its bytes are, the lowest first.
    struct Piece
    {
        bool isExtended = false;
        std::size_t offset = 0;
        std::size_t size = 0;
    };

    enum class Shown
    {
        Number,
        FloatingPoint,
        Bytes
    };

    std::string name;
    std::vector<Piece> pieces;
    std::string_view generic = {};       ///< "pc", "sp", "fp", "flags", "arg1" ...
    std::optional<unsigned> dwarf = {};  ///< its number in debug and unwind information
    std::optional<unsigned> partOf = {}; ///< number of the register whose lower part it is
    Shown shown = Shown::Number;
    std::string_view group = {}; ///< for whoever lists them; empty: by where it is

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool isExtended() const { return !pieces.empty() && pieces.front().isExtended; }
};

class RegisterTable
{
public:
    /// \param generals the first so many are told with every stop
    RegisterTable(std::string_view architecture, std::vector<RegisterSpec> registers, std::size_t generals);

    [[nodiscard]] const std::vector<RegisterSpec>& all() const { return m_registers; }
    [[nodiscard]] std::size_t generals() const { return m_generals; }
    /// Null: there is none of that number.
    [[nodiscard]] const RegisterSpec* find(std::uint32_t number) const;
    /// The document that liblldb reads them from.
    [[nodiscard]] const std::string& targetXml() const { return m_xml; }

    /// Its bytes. Nothing where the state is too short.
    [[nodiscard]] static std::optional<RegisterBytes> read(const RegisterSpec& spec, const RegisterState& state);
    /// False where the state, or what is written, is too short.
    [[nodiscard]] static bool write(const RegisterSpec& spec, RegisterState& state, std::span<const std::byte> bytes);

private:
    std::vector<RegisterSpec> m_registers;
    std::size_t m_generals;
    std::string m_xml;
};

} // namespace dbgr::keeper
