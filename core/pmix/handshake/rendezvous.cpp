// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/rendezvous.h"

#include "pmix/handshake/contact_search.h"
#include "pmix/types/status.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <csignal>
#include <unistd.h>

namespace dbgr::pmix {

namespace {

using Contacts = std::vector<ServerContact>;

/// "pmix.HOST.tool" and what may follow it.
std::vector<std::string> toolFileNames(const RendezvousPlaces& places, const std::string& suffix)
{
    std::vector<std::string> names;
    for (const std::string& host : places.hostNames)
        names.push_back("pmix." + host + ".tool" + suffix);
    return names;
}

/// Both trees: the Standard names the session directory, OpenPMIx's tools look in the system's.
Contacts searchBoth(const RendezvousPlaces& places, const std::function<bool(std::string_view)>& wanted,
                    std::vector<UnusableContact>* unusable = nullptr)
{
    Contacts found = searchContactFiles(places.sessionDir, wanted, {}, unusable);
    if (places.systemDir != places.sessionDir)
        for (ServerContact& contact : searchContactFiles(places.systemDir, wanted, {}, unusable))
            found.push_back(std::move(contact));

    // A server leaves one file for its pid and one for its name, with the same URI.
    Contacts distinct;
    for (ServerContact& contact : found)
        if (std::ranges::find(distinct, contact.uri, &ServerContact::uri) == distinct.end())
            distinct.push_back(std::move(contact));
    return distinct;
}

util::Result<Contacts> searchExact(const RendezvousPlaces& places, const std::string& suffix, const std::string& whom)
{
    const auto names = toolFileNames(places, "." + suffix);
    std::vector<UnusableContact> unusable;
    auto found = searchBoth(
        places, [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); }, &unusable);
    // Still "not found", for those who wait: anybody may leave a file in /tmp.
    if (found.empty() && !unusable.empty())
        return util::fail(Status::ErrNotFound,
                          "the PMIx contact file of " + whom + " is of no use: " + unusable.front().why.message(),
                          unusable.front().why.advice);
    if (found.empty())
        return util::fail(
            Status::ErrNotFound,
            "no PMIx contact file of " + whom + " is under " + places.sessionDir +
                (places.systemDir == places.sessionDir ? "" : " or " + places.systemDir),
            "It must be a launcher with PMIx tool support (Open MPI 5, PRRTE), of the same user, and TMPDIR "
            "must be the one that it was started with.");
    return found;
}

util::Result<Contacts> searchAny(const RendezvousPlaces& places)
{
    const auto names = toolFileNames(places, "");
    auto found = searchBoth(places, [&](std::string_view name) {
        return std::ranges::any_of(names, [&](const std::string& base) {
            return name == base || (name.starts_with(base) && name[base.size()] == '.');
        });
    });
    if (found.empty())
        return util::fail(Status::ErrNotFound,
                          "no PMIx server of yours has left a contact file under " + places.sessionDir);
    // Files of servers that were killed stay behind: try those last.
    std::ranges::stable_partition(found, looksAlive);
    return found;
}

util::Result<Contacts> fixedFile(const RendezvousPlaces& places, const std::string& prefix)
{
    util::Result<Contacts> outcome = util::fail(Status::ErrNotFound, "this host has no name");
    for (const std::string& host : places.hostNames) {
        auto contact = readContactFile(places.systemDir + "/" + prefix + host);
        if (contact)
            return Contacts{*std::move(contact)};
        outcome = util::fail(std::move(contact).error());
    }
    return outcome;
}

util::Result<Contacts> fromFile(const std::string& path)
{
    DBGR_TRY(ServerContact contact, readContactFile(path));
    return Contacts{std::move(contact)};
}

util::Result<Contacts> fromUri(const std::string& text)
{
    constexpr std::string_view kFile = "file:";
    if (text.starts_with(kFile))
        return fromFile(text.substr(kFile.size()));
    DBGR_TRY(ServerUri uri, parseServerUri(text));
    return Contacts{ServerContact{std::move(uri), {}, std::nullopt, "the URI " + text}};
}

std::string firstSet(const RendezvousPlaces::GetEnv& getEnv, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        if (const char* value = getEnv(name); value != nullptr && *value != '\0')
            return value;
    return {};
}

} // namespace

std::vector<RendezvousStep> rendezvousSteps(const ServerSelection& selection)
{
    if (selection.attachFile)
        return {RendezvousStep::AttachFile};
    if (selection.uri)
        return {RendezvousStep::Uri};
    if (selection.pid)
        return {RendezvousStep::Pid};
    if (selection.nspace)
        return {RendezvousStep::Nspace};
    if (selection.systemOnly)
        return {RendezvousStep::System};
    if (selection.scheduler)
        return {RendezvousStep::Scheduler};
    if (selection.systemFirst)
        return {RendezvousStep::SystemFirst, RendezvousStep::Search};
    return {RendezvousStep::Search};
}

bool mayWait(RendezvousStep step)
{
    switch (step) {
    case RendezvousStep::AttachFile:
    case RendezvousStep::Pid:
    case RendezvousStep::Nspace:
    case RendezvousStep::System:
    case RendezvousStep::Scheduler:
        return true;
    case RendezvousStep::Uri:
    case RendezvousStep::SystemFirst:
    case RendezvousStep::Search:
        return false;
    }
    return false;
}

RendezvousPlaces RendezvousPlaces::fromEnvironment(const GetEnv& getEnv)
{
    std::string temporary = firstSet(getEnv, {"TMPDIR", "TEMP", "TMP"});
    if (temporary.empty())
        temporary = "/tmp";

    RendezvousPlaces places;
    places.sessionDir = firstSet(getEnv, {"PMIX_SERVER_TMPDIR"});
    if (places.sessionDir.empty())
        places.sessionDir = temporary;
    places.systemDir = firstSet(getEnv, {"PMIX_SYSTEM_TMPDIR"});
    if (places.systemDir.empty())
        places.systemDir = temporary;

    std::string host = firstSet(getEnv, {"PMIX_HOSTNAME"});
    if (host.empty()) {
        std::array<char, 256> buffer{};
        if (::gethostname(buffer.data(), buffer.size() - 1) == 0)
            host = buffer.data();
    }
    const std::string shortHost = host.substr(0, host.find('.'));
    if (!shortHost.empty())
        places.hostNames.push_back(shortHost);
    if (!host.empty() && host != shortHost)
        places.hostNames.push_back(host);
    return places;
}

bool looksAlive(const ServerContact& contact)
{
    return !contact.pid || ::kill(contact.pid->value(), 0) == 0 || errno != ESRCH;
}

util::Result<std::vector<ServerContact>> findServers(RendezvousStep step, const ServerSelection& selection,
                                                     const RendezvousPlaces& places)
{
    switch (step) {
    case RendezvousStep::AttachFile:
        return fromFile(selection.attachFile.value_or(""));
    case RendezvousStep::Uri:
        return fromUri(selection.uri.value_or(""));
    case RendezvousStep::Pid: {
        const std::string pid = std::to_string(selection.pid.value_or(util::Pid(0)).value());
        return searchExact(places, pid, "process " + pid);
    }
    case RendezvousStep::Nspace: {
        const std::string nspace = selection.nspace.value_or("");
        return searchExact(places, nspace, "the server \"" + nspace + "\"");
    }
    case RendezvousStep::System:
    case RendezvousStep::SystemFirst:
        return fixedFile(places, "pmix.sys.");
    case RendezvousStep::Scheduler:
        return fixedFile(places, "pmix.sched.");
    case RendezvousStep::Search:
        return searchAny(places);
    }
    return util::fail(Status::ErrNotFound, "no way to look for a PMIx server was given");
}

} // namespace dbgr::pmix
