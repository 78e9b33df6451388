// SPDX-License-Identifier: BSD-3-Clause
// Turns values into the body of a message. Operations write their fields with it, one call a field; the frame writer
// puts the header in front. Thread: any; no state but the bytes.
//
// Flow: 1. a Packer in the format agreed with the peer  2. pack() field by field  3. finish() once.
#pragma once

#include "pmix/codec/element_writer.h"
#include "pmix/codec/wire_format.h"
#include "pmix/types/data_type.h"
#include "util/result.h"

#include <cstdint>
#include <span>
#include <string>

namespace dbgr::pmix {

/// A buffer under construction. Every call makes one "pack call" of the protocol: a count, then that many elements of
/// one type, with the types named in a described buffer. A call that fails spoils the buffer; finish() tells.
class Packer
{
public:
    explicit Packer(WireFormat format) : m_writer(format) {}

    [[nodiscard]] WireFormat format() const { return m_writer.format(); }

    /// One element: `packer.pack<DataType::Command>(Command::Query)`.
    template <DataType D>
    void pack(const TypeOf<D>& element)
    {
        packArray<D>(std::span(&element, 1));
    }

    /// Some elements in one call; the count is written even for none.
    template <DataType D>
    void packArray(std::span<const TypeOf<D>> elements);

    /// The two fields "n:SIZE, elements" of most messages: the second is left out when n is 0.
    template <DataType D>
    void packCounted(std::span<const TypeOf<D>> elements)
    {
        pack<DataType::Size>(elements.size());
        if (!elements.empty())
            packArray<D>(elements);
    }

    /// The bytes. \errors ErrUnknownDataType (a type that the peer's version lacks), ErrPackFailure (nested too deep)
    [[nodiscard]] util::Result<std::string> finish();

private:
    ElementWriter m_writer;
};

} // namespace dbgr::pmix
