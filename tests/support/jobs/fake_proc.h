// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that looks like /proc of a node with a few processes, and one that looks like its /tmp.
#pragma once

#include "jobs/find_jobs.h"

#include <chrono>
#include <string>
#include <vector>

namespace dbgr::test {

struct FakeProcess
{
    int pid = 0;
    int parent = 1;
    std::vector<std::string> argv = {};
    std::string exe = {}; ///< where the link leads; "" can't be seen
    std::vector<std::string> environment = {};
    std::string maps = {};
    int tracer = 0;
    char state = 'S';
    std::chrono::seconds age{60};
    std::string mountSpace = "mnt:[1]";
    std::string pidSpace = "pid:[1]";
};

class FakeProc
{
public:
    /// The node's name.
    static constexpr const char* kHost = "n01";

    FakeProc();
    ~FakeProc();
    FakeProc(const FakeProc&) = delete;
    FakeProc& operator=(const FakeProc&) = delete;

    void add(const FakeProcess& process);
    void end(int pid);
    /// A process that ends while it is read: its folder is there, and nothing in it.
    void addVanishing(int pid);
    void setYama(int scope, bool weMayTraceAll);

    /// A PMIx server's file for tools in the folder `folder` below tmp(). \return its path
    std::string addContactFile(const std::string& folder, const std::string& name, int pid, const std::string& nspace,
                               std::chrono::seconds age = std::chrono::seconds(60));
    /// A file below tmp(); "" for `folder`: right there. \return its path
    std::string addFile(const std::string& folder, const std::string& name, const std::string& content);

    [[nodiscard]] std::string root() const { return m_base + "/proc"; }
    [[nodiscard]] std::string tmp() const { return m_base + "/tmp"; }
    [[nodiscard]] jobs::FinderPlaces places() const;

private:
    std::string m_base;
};

} // namespace dbgr::test
