// SPDX-License-Identifier: BSD-3-Clause
// Turns the body of a message into values. Operations read their fields with it, in the order of the message's schema;
// nothing in a buffer says what comes next. Thread: any; a view of somebody's bytes.
//
// Flow: 1. an Unpacker over a body, in the format agreed with the peer  2. unpack() field by field  3. atEnd() where
// fields are optional. Trailing fields that we do not know are no error: newer peers add some.
#pragma once

#include "pmix/codec/element_reader.h"
#include "pmix/codec/wire_format.h"
#include "pmix/types/data_type.h"
#include "util/result.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// Reads what a Packer, or a peer, wrote. The bytes may be anything: lengths, counts, depth and codes are checked, and
/// after the first error every further call fails with the same one.
class Unpacker
{
public:
    /// \param bytes must outlive this object
    Unpacker(WireFormat format, std::string_view bytes) : m_reader(format, bytes) {}

    [[nodiscard]] WireFormat format() const { return m_reader.format(); }
    [[nodiscard]] bool atEnd() const { return m_reader.remaining() == 0; }
    /// Bytes read so far.
    [[nodiscard]] std::size_t position() const { return m_reader.position(); }

    /// One element: `DBGR_TRY(Status status, unpacker.unpack<DataType::Status>())`.
    /// \errors ErrUnpackReadPastEnd, ErrUnpackFailure, ErrTypeMismatch, ErrUnknownDataType, ErrOutOfResource (limits.h)
    template <DataType D>
    [[nodiscard]] util::Result<TypeOf<D>> unpack();

    /// All elements of one pack call. \errors as unpack()
    template <DataType D>
    [[nodiscard]] util::Result<std::vector<TypeOf<D>>> unpackArray();

    /// The two fields "n:SIZE, elements", of which the second is left out when n is 0. \errors as unpack()
    template <DataType D>
    [[nodiscard]] util::Result<std::vector<TypeOf<D>>> unpackCounted();

private:
    std::size_t beginCall(DataType type);
    [[nodiscard]] tl::unexpected<util::Error> failedOn(DataType type) const;

    ElementReader m_reader;
    std::size_t m_callStart = 0;
};

} // namespace dbgr::pmix
