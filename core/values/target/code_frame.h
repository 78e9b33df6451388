// SPDX-License-Identifier: BSD-3-Clause
// A place in the code where no thread stands: names have a meaning there, and nothing is in registers.
// Thread: any; a value.
#pragma once

#include "values/target/frame.h"

namespace dbgr::values {

class CodeFrame final : public Frame
{
public:
    explicit CodeFrame(Address pc) : m_pc(pc) {}

    Address pc() const override { return m_pc; }
    bool isCaller() const override { return false; }
    std::optional<Address> cfa() override { return std::nullopt; }
    bool readRegister(unsigned, std::span<std::byte>) override { return false; }
    Frame* caller() override { return nullptr; }

private:
    Address m_pc;
};

} // namespace dbgr::values
