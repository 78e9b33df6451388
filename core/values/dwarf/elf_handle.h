// SPDX-License-Identifier: BSD-3-Clause
// An ELF file and its debug information as libelf and libdw hold them. Thread: one at a time.
#pragma once

#include "util/unique_fd.h"

#include <elfutils/libdw.h>

#include <memory>
#include <string>

namespace dbgr::values {

struct ElfCloser
{
    void operator()(Elf* elf) const { elf_end(elf); }
};
struct DwarfCloser
{
    void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
};

/// Open, or with nothing in it. Members go in the reverse order: the file last.
struct ElfHandle
{
    std::string path;
    util::UniqueFd fd;
    std::unique_ptr<Elf, ElfCloser> elf;
    std::unique_ptr<Dwarf, DwarfCloser> dwarf; ///< null where it has none

    explicit operator bool() const { return elf != nullptr; }
};

/// Nothing where it cannot be read, or is no ELF file. Debug information is opened, too.
[[nodiscard]] ElfHandle openElf(const std::string& path);
/// Hexadecimal; "" none.
[[nodiscard]] std::string buildIdOf(Elf* elf);

} // namespace dbgr::values
