// SPDX-License-Identifier: GPL-3.0-or-later
// A rank's dynamic loader as bytes: program headers, dynamic section, r_debug and the list of libraries, in a FakeText
// that begins at address 0. Thread: the test's.
#pragma once

#include "keeper/target/link_map.h"
#include "tests/support/dbgdaemon/fake_memory.h"

#include <cstring>
#include <elf.h>
#include <link.h>
#include <map>
#include <string>
#include <vector>

namespace dbgr::test {

class FakeLoader
{
public:
    static constexpr std::uint64_t kHeaders = 0x400;
    static constexpr std::uint64_t kDynamic = 0x500;
    static constexpr std::uint64_t kDebug = 0x600;
    static constexpr std::uint64_t kList = 0x1000;
    static constexpr std::uint64_t kNames = 0x3000;
    static constexpr std::uint64_t kEntry = 0x100;
    static constexpr std::uint64_t kTrap = 0x2060;

    FakeLoader()
    {
        text->bytes.assign(0x8000, '\0');
        ElfW(Phdr) self{};
        self.p_type = PT_PHDR;
        self.p_vaddr = kHeaders;
        put(kHeaders, self);
        ElfW(Phdr) dynamic{};
        dynamic.p_type = PT_DYNAMIC;
        dynamic.p_vaddr = kDynamic;
        put(kHeaders + sizeof self, dynamic);
        setDebug(kDebug);
        load({});
        setState(r_debug::RT_CONSISTENT);
    }

    /// What DT_DEBUG says; 0 before the loader has set itself up.
    void setDebug(std::uint64_t address)
    {
        ElfW(Dyn) entry{};
        entry.d_tag = DT_DEBUG;
        entry.d_un.d_ptr = address;
        put(kDynamic, entry);
    }

    void setState(decltype(r_debug::RT_CONSISTENT) state)
    {
        r_debug debug{};
        debug.r_version = 1;
        debug.r_brk = kTrap;
        debug.r_map = reinterpret_cast<struct link_map*>(kList);
        debug.r_state = state;
        put(kDebug, debug);
    }

    /// The program, and these.
    void load(const std::vector<std::string>& names)
    {
        for (std::size_t i = 0; i <= names.size(); ++i) {
            struct link_map entry
            {};
            const std::uint64_t name = kNames + i * kEntry;
            entry.l_addr = i * 0x10000;
            entry.l_name = reinterpret_cast<char*>(name);
            entry.l_ld = reinterpret_cast<ElfW(Dyn)*>(i * 0x10000 + 0x100);
            if (i != names.size())
                entry.l_next = reinterpret_cast<struct link_map*>(kList + (i + 1) * kEntry);
            put(kList + i * kEntry, entry);
            const std::string text = i == 0 ? "" : names[i - 1];
            std::memcpy(this->text->bytes.data() + name, text.c_str(), text.size() + 1);
        }
    }

    [[nodiscard]] keeper::LinkMapReader reader()
    {
        return {std::make_unique<FakeMemory>(text),
                {[this] { return auxiliaryVector(); }, [this](util::RemoteAddress at) { return mapped[at.value()]; }}};
    }

    template <class T>
    void put(std::uint64_t at, const T& value)
    {
        std::memcpy(text->bytes.data() + at, &value, sizeof value);
    }

    std::shared_ptr<FakeText> text = std::make_shared<FakeText>();
    std::map<std::uint64_t, std::string> mapped; // files, by the address that is asked for
    std::uint64_t headerSize = sizeof(ElfW(Phdr));
    std::uint64_t loaderBase = 0x70000;

private:
    [[nodiscard]] std::string auxiliaryVector() const
    {
        std::string bytes;
        for (const auto& [type, value] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
                 {AT_PHDR, kHeaders}, {AT_PHNUM, 2}, {AT_BASE, loaderBase}, {AT_PHENT, headerSize}}) {
            ElfW(auxv_t) entry{};
            entry.a_type = type;
            entry.a_un.a_val = value;
            bytes.append(reinterpret_cast<const char*>(&entry), sizeof entry);
        }
        return bytes;
    }
};

} // namespace dbgr::test
