// SPDX-License-Identifier: BSD-3-Clause
// Writes the parts that elements are made of: integers, texts, tags, in the peer's format. Below Packer, which is what
// others use. Thread: any.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/data_type.h"
#include "pmix/types/number_traits.h"
#include "util/byte_writer.h"
#include "util/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace dbgr::pmix {

/// A growing run of bytes with the first error; after an error the bytes are worthless, but writing goes on harmlessly.
class ElementWriter
{
public:
    explicit ElementWriter(WireFormat format) : m_format(format) {}

    [[nodiscard]] WireFormat format() const { return m_format; }
    [[nodiscard]] const WireTraits& traits() const { return pmix::traits(m_format.version); }
    [[nodiscard]] bool ok() const { return !m_error; }
    [[nodiscard]] const std::optional<util::Error>& error() const { return m_error; }
    /// Keeps the first one only.
    void fail(Status status, std::string why);
    [[nodiscard]] std::string take() { return m_bytes.take(); }

    void byte(std::uint8_t value) { m_bytes.u8(value); }
    void bytes(std::string_view raw) { m_bytes.bytes(raw); }

    /// A number of any kind at its own width: one raw byte, or an integer in the format's way.
    template <class T>
    void number(T value)
    {
        integer(toInteger(value));
    }

    /// PMIX_SIZE: tagged in the fixed formats.
    void size(std::uint64_t value);
    /// PMIX_INT and PMIX_UINT: tagged in the fixed formats, and both as the signed one.
    void taggedInt(std::int32_t value);
    /// PMIX_PID: tagged in every format.
    void pid(util::Pid pid);
    /// A length with the NUL, the bytes, the NUL; NULL is length 0.
    void string(std::string_view text);
    void string(const NullableString& text);
    /// A size and the bytes.
    void sizedBytes(std::string_view raw);
    /// The code of a type, in front of what has it. Fails for a type that the peer's version lacks.
    void typeTag(DataType type);

    /// Enters a value within a value; false, and failed, when that is too deep. Call leave() after true.
    [[nodiscard]] bool enter();
    void leave() { --m_depth; }

private:
    template <class N>
    void integer(N value)
    {
        if constexpr (sizeof(N) == 1)
            m_bytes.u8(static_cast<std::uint8_t>(value));
        else if (!traits().flexibleIntegers)
            m_bytes.big(static_cast<std::make_unsigned_t<N>>(value));
        else if constexpr (std::is_signed_v<N>)
            flexSigned(value);
        else
            flexUnsigned(value);
    }
    void flexUnsigned(std::uint64_t value);
    void flexSigned(std::int64_t value);

    WireFormat m_format;
    util::ByteWriter m_bytes;
    std::optional<util::Error> m_error;
    std::size_t m_depth = 0;
};

} // namespace dbgr::pmix
