// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/redaction.h"

#include "net/address.h"
#include "net/child_spec.h"
#include "util/host_name.h"

#include <algorithm>
#include <cctype>

#include <pwd.h>
#include <unistd.h>

namespace dbgr::doctor {

namespace {

bool isOfName(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool standsAlone(std::string_view text, std::size_t at, std::size_t size)
{
    const bool before = at > 0 && isOfName(text[at - 1]) && isOfName(text[at]);
    const bool after = at + size < text.size() && isOfName(text[at + size]) && isOfName(text[at + size - 1]);
    return !before && !after;
}

void replaceAll(std::string& text, const std::string& word, const std::string& by)
{
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
        const bool alone = standsAlone(text, at, word.size());
        if (alone)
            text.replace(at, word.size(), by);
        at += alone ? by.size() : 1;
    }
}

bool isOfAddress(char c)
{
    return std::isxdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == ':';
}

/// The piece without the port behind it, and the full stop behind that.
std::string_view hostOf(std::string_view piece)
{
    while (!piece.empty() && (piece.back() == '.' || piece.back() == ':'))
        piece.remove_suffix(1);
    const bool v4 = piece.find('.') != std::string_view::npos;
    return v4 ? piece.substr(0, piece.find(':')) : piece;
}

bool isForeignAddress(std::string_view host)
{
    if (std::ranges::none_of(host, [](unsigned char c) { return std::isdigit(c) != 0; }))
        return false; // a::b is one to the letter
    const bool mayBe = std::ranges::count(host, '.') == 3 || std::ranges::count(host, ':') >= 2;
    if (!mayBe)
        return false;
    const auto address = net::Address::fromHost(host, 0);
    return address && !address->isLoopback() && address->host() != "0.0.0.0" && address->host() != "::";
}

std::string withoutAddresses(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto* const end =
            std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), isOfAddress);
        const std::size_t size = static_cast<std::size_t>(end - text.begin()) - at;
        const std::string_view host = hostOf(text.substr(at, size));
        if (size == 0) {
            result += text[at++];
            continue;
        }
        const bool hidden = standsAlone(text, at, size) && isForeignAddress(host);
        result += hidden ? "ADDRESS" : std::string(text.substr(at, size));
        result += hidden ? std::string(text.substr(at + host.size(), size - host.size())) : "";
        at += size;
    }
    return result;
}

} // namespace

void Redaction::hide(std::string_view word, std::string_view by)
{
    while (word.size() > 1 && word.back() == '/')
        word.remove_suffix(1);
    if (word.empty() || word == "/")
        return;
    m_words.emplace_back(word, by);
    std::ranges::stable_sort(m_words, [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
}

std::string Redaction::apply(std::string_view text) const
{
    std::string result = withoutAddresses(text);
    for (const auto& [word, by] : m_words)
        replaceAll(result, word, by);
    return result;
}

Redaction Redaction::ofThisUser(const std::vector<std::string>& environment)
{
    Redaction redaction;
    redaction.hide(net::findVariable(environment, "HOME").value_or(""), "~");
    if (const passwd* const user = ::getpwuid(::getuid())) {
        redaction.hide(user->pw_dir ? user->pw_dir : "", "~");
        redaction.hide(user->pw_name ? user->pw_name : "", "USER");
    }
    const std::string host = util::hostName();
    redaction.hide(host, "HOST");
    redaction.hide(host.substr(0, host.find('.')), "HOST");
    return redaction;
}

} // namespace dbgr::doctor
