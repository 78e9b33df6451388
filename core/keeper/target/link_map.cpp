// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/target/link_map.h"

#include "keeper/target/process_files.h"
#include "rsp/packet.h"
#include "util/string_util.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <link.h>
#include <span>

namespace dbgr::keeper {

namespace {

RemoteAddress addressOf(const void* pointer)
{
    return RemoteAddress(reinterpret_cast<std::uintptr_t>(pointer));
}

std::string xmlText(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '&' || c == '<' || c == '>' || c == '"' || c == '\'' || static_cast<unsigned char>(c) < ' ')
            out += "&#" + std::to_string(static_cast<unsigned char>(c)) + ";";
        else
            out += c;
    }
    return out;
}

std::string hexAttribute(std::string_view name, std::uint64_t value)
{
    return " " + std::string(name) + "=\"0x" + rsp::hexNumber(value) + '"';
}

} // namespace

ProcessFiles ProcessFiles::of(util::Pid pid)
{
    return {[pid] { return auxiliaryVectorOf(pid); },
            [pid](RemoteAddress address) { return MemoryMap::of(pid).at(address).name; }};
}

void LinkMapReader::forget()
{
    m_debug.reset();
    m_memory->reopen();
}

std::optional<RemoteAddress> LinkMapReader::trap()
{
    if (!m_debug)
        m_debug = findDebug();
    r_debug debug{};
    if (!m_debug || !fetch(*m_debug, debug) || debug.r_version < 1 || debug.r_brk == 0)
        return std::nullopt;
    return RemoteAddress(debug.r_brk);
}

std::optional<LinkMap> LinkMapReader::read()
{
    LinkMap result;
    const auto where = trap();
    r_debug debug{};
    if (!where || !fetch(*m_debug, debug) || !debug.r_map)
        return std::nullopt;
    result.trap = *where;
    result.consistent = debug.r_state == r_debug::RT_CONSISTENT;
    RemoteAddress at = addressOf(debug.r_map);
    while (!at.isNull() && result.objects.size() < kMaxObjects) {
        link_map entry{};
        if (!fetch(at, entry))
            return std::nullopt;
        result.objects.push_back({text(addressOf(entry.l_name)), at, entry.l_addr, addressOf(entry.l_ld)});
        at = addressOf(entry.l_next);
    }
    return result;
}

/// Its address is in the dynamic section of the program, which the program's headers lead to.
std::optional<RemoteAddress> LinkMapReader::findDebug()
{
    const std::string bytes = m_files.auxiliaryVector();
    RemoteAddress headers;
    std::size_t count = 0;
    for (std::size_t at = 0; at + sizeof(ElfW(auxv_t)) <= bytes.size(); at += sizeof(ElfW(auxv_t))) {
        ElfW(auxv_t) entry;
        std::memcpy(&entry, bytes.data() + at, sizeof entry);
        if (entry.a_type == AT_PHDR)
            headers = RemoteAddress(entry.a_un.a_val);
        if (entry.a_type == AT_PHNUM)
            count = std::min<std::size_t>(entry.a_un.a_val, kMaxHeaders);
        if (entry.a_type == AT_BASE)
            m_loaderBase = entry.a_un.a_val;
        if (entry.a_type == AT_PHENT && entry.a_un.a_val != sizeof(ElfW(Phdr)))
            return std::nullopt; // a program of another word size
    }
    std::optional<RemoteAddress> bias; // where the file's address 0 is
    std::optional<std::uint64_t> dynamic;
    for (std::size_t i = 0; i < count; ++i) {
        ElfW(Phdr) header;
        if (!fetch(headers + i * sizeof header, header))
            return std::nullopt;
        if (header.p_type == PT_PHDR)
            bias = headers - header.p_vaddr;
        if (header.p_type == PT_DYNAMIC)
            dynamic = header.p_vaddr;
    }
    if (!bias || !dynamic)
        return std::nullopt;
    for (std::size_t i = 0; i < kMaxDynamics; ++i) {
        ElfW(Dyn) entry;
        if (!fetch(*bias + *dynamic + i * sizeof entry, entry) || entry.d_tag == DT_NULL)
            return std::nullopt;
        if (entry.d_tag == DT_DEBUG && entry.d_un.d_ptr != 0)
            return RemoteAddress(entry.d_un.d_ptr);
    }
    return std::nullopt;
}

std::string LinkMapReader::text(RemoteAddress address)
{
    std::string found;
    // In pieces that end where a page does: the next one may not be there.
    constexpr std::uint64_t kPiece = 256;
    while (!address.isNull() && found.size() < kMaxName) {
        char piece[kPiece];
        const std::size_t size = kPiece - address.behindMultipleOf(kPiece);
        if (!m_memory->read(address, std::as_writable_bytes(std::span(piece, size))))
            break;
        const char* end = std::find(piece, piece + size, '\0');
        found.append(piece, static_cast<std::size_t>(end - piece));
        if (end != piece + size)
            break;
        address += size;
    }
    return found;
}

std::string LinkMapReader::pathOf(const LoadedObject& object) const
{
    // LLDB has met the loader before it had a list, and would take it for another one by another name.
    const bool isLoader = object.base != 0 && object.base == m_loaderBase;
    if (object.name.empty() || (object.name.front() == '/' && !isLoader))
        return object.name;
    // Relative to where the rank was when it loaded it; or the kernel's own, which LLDB knows as [vdso].
    const std::string mapped = m_files.fileAt(object.dynamic);
    return mapped.empty() ? object.name : mapped;
}

std::string LinkMapReader::listing(const LinkMap& map) const
{
    std::string text = "<library-list-svr4 version=\"1.0\">";
    for (const LoadedObject& object : map.objects) {
        if (object.name.empty())
            continue; // the program
        text += "<library name=\"" + xmlText(pathOf(object)) + '"';
        text += hexAttribute("lm", object.linkMap.value()) + hexAttribute("l_addr", object.base);
        text += hexAttribute("l_ld", object.dynamic.value()) + " />";
    }
    return text + "</library-list-svr4>";
}

} // namespace dbgr::keeper
