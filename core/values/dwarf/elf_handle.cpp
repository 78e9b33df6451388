// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/elf_handle.h"

#include "util/string_util.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>

#include <string_view>

namespace dbgr::values {

ElfHandle openElf(const std::string& path)
{
    ElfHandle handle;
    elf_version(EV_CURRENT);
    handle.fd = util::UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!handle.fd)
        return {};
    handle.elf.reset(elf_begin(handle.fd.get(), ELF_C_READ_MMAP, nullptr));
    if (!handle.elf || elf_kind(handle.elf.get()) != ELF_K_ELF)
        return {};
    handle.path = path;
    handle.dwarf.reset(dwarf_begin_elf(handle.elf.get(), DWARF_C_READ, nullptr));
    return handle;
}

std::string buildIdOf(Elf* elf)
{
    const void* bytes = nullptr;
    const ssize_t size = dwelf_elf_gnu_build_id(elf, &bytes);
    return size > 0 ? util::toHex(std::string_view(static_cast<const char*>(bytes), static_cast<std::size_t>(size)))
                    : "";
}

} // namespace dbgr::values
