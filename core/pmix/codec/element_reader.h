// SPDX-License-Identifier: BSD-3-Clause
// Reads the parts that elements are made of: integers, texts, tags, in the peer's format. Below Unpacker, which is what
// others use. Thread: any.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/data_type.h"
#include "pmix/types/number_traits.h"
#include "util/byte_reader.h"
#include "util/error.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace dbgr::pmix {

/// A cursor with the first error. Reading after an error yields zeros and nothing, so decoders check ok() once at their
/// end, and in loops.
class ElementReader
{
public:
    ElementReader(WireFormat format, std::string_view bytes) : m_format(format), m_bytes(bytes) {}

    [[nodiscard]] WireFormat format() const { return m_format; }
    [[nodiscard]] const WireTraits& traits() const { return pmix::traits(m_format.version); }
    [[nodiscard]] std::size_t position() const { return m_bytes.position(); }
    [[nodiscard]] std::size_t remaining() const { return m_bytes.remaining(); }
    [[nodiscard]] bool ok() const { return !m_error; }
    [[nodiscard]] const std::optional<util::Error>& error() const { return m_error; }
    /// Keeps the first one only, and stops all reading.
    void fail(Status status, std::string why);

    std::uint8_t byte() { return number<std::uint8_t>(); }

    /// A number of any kind at its own width; fails when what arrived does not fit in it.
    template <class T>
    T number()
    {
        using N = IntegerOf<T>;
        return fromInteger<T>(integer<N>());
    }

    /// PMIX_SIZE.
    std::uint64_t size();
    /// PMIX_INT and PMIX_UINT.
    std::int32_t taggedInt();
    /// PMIX_PID.
    util::Pid pid();
    NullableString nullableString();
    /// As nullableString(), with "" for NULL.
    std::string string() { return nullableString().value_or(std::string()); }
    /// A size and the bytes, as a view.
    std::string_view sizedBytes();
    std::string_view bytes(std::size_t count);
    /// Up to the next NUL, which is read too.
    std::string_view cString();
    /// What is left, not read.
    [[nodiscard]] std::string_view peekRest() const;
    /// The code of a type. Fails for one that this version does not have.
    DataType typeTag();
    /// Takes a peer's number of elements: fails unless that many, of at least a byte each, can follow.
    std::size_t count(std::int64_t announced);
    std::size_t count(std::uint64_t announced);

    /// Enters a value within a value; false, and failed, when that is too deep. Call leave() after true.
    [[nodiscard]] bool enter();
    void leave() { --m_depth; }

private:
    template <class N>
    N integer()
    {
        if constexpr (sizeof(N) == 1)
            return static_cast<N>(checked(m_bytes.u8()));
        else if (!traits().flexibleIntegers)
            return static_cast<N>(checked(m_bytes.big<std::make_unsigned_t<N>>()));
        else if constexpr (std::is_signed_v<N>)
            return static_cast<N>(flexSigned(std::numeric_limits<N>::min(), std::numeric_limits<N>::max()));
        else
            return static_cast<N>(flexUnsigned(std::numeric_limits<N>::max()));
    }
    template <class N>
    N checked(N value)
    {
        if (!m_bytes.ok())
            failAtEnd();
        return value;
    }
    std::uint64_t flexUnsigned(std::uint64_t maximum);
    std::int64_t flexSigned(std::int64_t minimum, std::int64_t maximum);
    std::int64_t taggedInteger();
    void failAtEnd();

    WireFormat m_format;
    util::ByteReader m_bytes;
    std::optional<util::Error> m_error;
    std::size_t m_depth = 0;
    std::size_t m_elements = 0;
};

} // namespace dbgr::pmix
