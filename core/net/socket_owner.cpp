// SPDX-License-Identifier: BSD-3-Clause
#include "net/socket_owner.h"

#include "util/string_util.h"
#include "util/unique_fd.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace dbgr::net {

namespace {

/// "0100007F:1F90" for 127.0.0.1:8080: the address as a number of this machine, the port as people write it.
std::string tableForm(const Address& address)
{
    std::uint32_t number = 0;
    const std::string host = address.host();
    const auto parts = util::split(host, '.');
    for (std::size_t i = 0; i < parts.size() && i < 4; ++i)
        number |= util::parseNumber<std::uint32_t>(parts[i]).value_or(0) << (8 * i);
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%08X:%04X", number, address.port());
    return text.data();
}

struct Question
{
    nlmsghdr header;
    inet_diag_req_v2 request;
};

Question questionFor(const sockaddr_in& from, const sockaddr_in& to)
{
    Question question{};
    question.header.nlmsg_len = sizeof question;
    question.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    question.header.nlmsg_flags = NLM_F_REQUEST;
    question.request.sdiag_family = AF_INET;
    question.request.sdiag_protocol = IPPROTO_TCP;
    question.request.idiag_states = 1U << TCP_ESTABLISHED;
    inet_diag_sockid& id = question.request.id;
    id.idiag_sport = from.sin_port;
    id.idiag_dport = to.sin_port;
    id.idiag_src[0] = from.sin_addr.s_addr;
    id.idiag_dst[0] = to.sin_addr.s_addr;
    id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
    id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    return question;
}

sockaddr_in inForm(const Address& address)
{
    sockaddr_in form{};
    std::memcpy(&form, address.data(), sizeof form);
    return form;
}

/// What the kernel says of this one connection; nothing when it does not answer.
std::optional<inet_diag_msg> askKernel(const Address& from, const Address& to)
{
    const util::UniqueFd fd(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG));
    const Question question = questionFor(inForm(from), inForm(to));
    if (!fd || ::send(fd.get(), &question, sizeof question, 0) != static_cast<ssize_t>(sizeof question))
        return std::nullopt;
    alignas(nlmsghdr) std::array<char, 4096> answer{};
    const ssize_t size = ::recv(fd.get(), answer.data(), answer.size(), 0);
    nlmsghdr header{};
    if (size < static_cast<ssize_t>(NLMSG_LENGTH(sizeof(inet_diag_msg))))
        return std::nullopt;
    std::memcpy(&header, answer.data(), sizeof header);
    if (header.nlmsg_type != SOCK_DIAG_BY_FAMILY)
        return std::nullopt;
    inet_diag_msg message{};
    std::memcpy(&message, answer.data() + NLMSG_HDRLEN, sizeof message);
    const inet_diag_sockid& id = message.id;
    // A listener at that port would do as an answer, too.
    if (id.idiag_sport != question.request.id.idiag_sport || id.idiag_dport != question.request.id.idiag_dport)
        return std::nullopt;
    return message;
}

} // namespace

std::optional<std::uint32_t> ownerInTable(std::istream& table, const Address& from, const Address& to)
{
    const std::string wantedFrom = tableForm(from);
    const std::string wantedTo = tableForm(to);
    std::string line;
    std::getline(table, line); // the headings
    while (std::getline(table, line)) {
        std::istringstream fields(line);
        std::string slot, local, remote, state, queues, timer, retries, uid, timeout, inode;
        if (fields >> slot >> local >> remote >> state >> queues >> timer >> retries >> uid >> timeout >> inode &&
            local == wantedFrom && remote == wantedTo && state == "01" && inode != "0")
            return util::parseNumber<std::uint32_t>(uid);
    }
    return std::nullopt;
}

bool somebodyListensAt(const Address& address)
{
    const std::string everywhere = tableForm(Address::anyV4(address.port()));
    const std::string there = tableForm(address);
    std::ifstream table("/proc/net/tcp");
    std::string line;
    while (std::getline(table, line)) {
        std::istringstream fields(line);
        std::string slot, local, remote, state;
        if (fields >> slot >> local >> remote >> state && state == "0A" && (local == there || local == everywhere))
            return true;
    }
    return false;
}

std::optional<std::uint32_t> ownerOfLocalSocket(const Address& from, const Address& to)
{
    if (from.isV6() || to.isV6())
        return std::nullopt;
    if (const auto answer = askKernel(from, to)) {
        const bool open = answer->idiag_state == TCP_ESTABLISHED && answer->idiag_inode != 0;
        return open ? std::optional<std::uint32_t>(answer->idiag_uid) : std::nullopt;
    }
    std::ifstream table("/proc/net/tcp");
    return ownerInTable(table, from, to);
}

} // namespace dbgr::net
