// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/other_nodes.h"

#include "app/doctor/node_report.h"
#include "app/doctor/program_list.h"
#include "net/address.h"
#include "net/child_spec.h"
#include "net/interface_list.h"
#include "util/build_facts.h"
#include "util/own_programs.h"
#include "util/string_util.h"
#include "util/unique_fd.h"

#include <algorithm>
#include <future>

#include <sys/socket.h>

namespace dbgr::doctor {

namespace {

constexpr std::chrono::seconds kLimit{90};
constexpr std::size_t kAtOnce = 16;
constexpr int kNotThere = 127;

/// A door that nobody comes in by: the system answers who connects, nothing is read, and it is gone with this object.
class CallTarget
{
public:
    CallTarget() : m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        const net::Address any = net::Address::anyV4();
        if (m_fd && ::bind(m_fd.get(), any.data(), any.size()) == 0)
            (void)::listen(m_fd.get(), 1);
    }

    /// "10.0.0.1:4711,...": empty if nothing can be listened at.
    [[nodiscard]] std::string addresses() const
    {
        sockaddr_storage bound{};
        socklen_t size = sizeof bound;
        if (::getsockname(m_fd.get(), reinterpret_cast<sockaddr*>(&bound), &size) != 0)
            return {};
        const auto own = net::Address::fromSocket(reinterpret_cast<const sockaddr*>(&bound), size);
        std::vector<std::string> texts;
        for (const net::Address& address : net::localAddresses())
            if (own && own->port() != 0 && !address.isV6())
                texts.push_back(address.withPort(own->port()).toString());
        return util::join(texts, ",");
    }

private:
    util::UniqueFd m_fd;
};

/// For the shell that ssh starts.
std::string quoted(const std::string& word)
{
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

Finding unseen(std::string found, std::string advice)
{
    return {"node", Verdict::Broken, std::move(found), std::move(advice)};
}

Findings examineNode(const std::string& node, const std::string& front)
{
    const std::string program = util::ownHelper("dbgd-doctor", util::selfOnNodes(net::currentEnvironment()));
    std::vector<std::string> words{program, "--expect", std::string(ownVersion()), "--sources",
                                   std::string(util::sourceId())};
    if (!front.empty())
        words.insert(words.end(), {"--call", front});
    const std::vector<std::string> command = commandOn(node, words, net::currentEnvironment());
    return findingsFrom(runProgram(command, kLimit), command, program);
}

} // namespace

bool isNodeName(std::string_view text)
{
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("._-:@").find(c) != std::string_view::npos;
    };
    return !text.empty() && text.size() < 256 && text.front() != '-' && std::ranges::all_of(text, fits);
}

std::vector<std::string> commandOn(const std::string& node, const std::vector<std::string>& program,
                                   const std::vector<std::string>& environment)
{
    std::vector<std::string> command;
    if (net::findVariable(environment, "SLURM_JOB_ID")) {
        command = {"srun", "--overlap", "--quiet", "--nodes=1", "--ntasks=1", "--nodelist=" + node};
        command.insert(command.end(), program.begin(), program.end());
        return command;
    }
    command = {"ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "--", node};
    std::ranges::transform(program, std::back_inserter(command), quoted);
    return command;
}

Findings findingsFrom(const ProgramRun& run, const std::vector<std::string>& command, const std::string& program)
{
    if (Findings findings = readLines(run.output); !findings.empty())
        return findings;
    const std::string& by = command.front();
    std::string_view said = util::trimmed(run.errors);
    said = said.substr(said.rfind('\n') + 1); // what went wrong comes last
    if (run.tooLate)
        return {unseen(by + " was not back within " + std::to_string(kLimit.count()) + " s",
                       "Look whether the node answers: " + by + " by hand.")};
    if (run.status == kNotThere && said.find(program) != std::string_view::npos && by != program)
        return {unseen(
            "dbgr is not installed there: " + std::string(said),
            "Install the same version at the same path on every node, or name with DBGR_DBGD the folder of one that "
            "all nodes see.")};
    return {unseen(by + " cannot start anything there: " +
                       (said.empty() ? "status " + std::to_string(run.status) : std::string(said)),
                   by == "ssh"
                       ? "Arrange for 'ssh NODE true' to work without a password, or run 'dbgr doctor' on the node."
                       : "Look whether the node is one of this allocation, or run 'dbgr doctor' on the node.")};
}

std::vector<Findings> examineNodes(const std::vector<std::string>& nodes)
{
    const CallTarget target;
    const std::string front = target.addresses();
    std::vector<Findings> all;
    for (std::size_t first = 0; first < nodes.size(); first += kAtOnce) {
        std::vector<std::future<Findings>> running;
        for (std::size_t i = first; i < std::min(first + kAtOnce, nodes.size()); ++i)
            running.push_back(std::async(std::launch::async, examineNode, nodes[i], front));
        for (auto& one : running)
            all.push_back(one.get());
    }
    return all;
}

} // namespace dbgr::doctor
