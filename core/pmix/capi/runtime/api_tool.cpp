// SPDX-License-Identifier: BSD-3-Clause
// Tools: init and finalize, and the servers that a tool is connected with.
#include "pmix/capi/runtime/reply.h"
#include "pmix/capi/runtime/tool_directives.h"
#include "pmix/handshake/environment.h"
#include "pmix/handshake/own_nspace.h"
#include "pmix/tool/hello.h"

#include <pmix_deprecated.h>
#include <pmix_tool.h>

#include <cstdlib>
#include <cstring>

using namespace dbgr;
using namespace dbgr::pmix;
using namespace dbgr::pmix::capi;

namespace {

const char* toolEnv(const char* name)
{
    return std::getenv(name);
}

/// To the server that the directives name, else to the one that started us, else to the one that can be found.
void reachServer(Runtime& runtime, const ToolDirectives& directives, const Client::Done<void>& done)
{
    Client& client = runtime.client();
    const auto alone = [&client, directives] {
        const std::string name = directives.config.nspace.empty() ? ownNspace("dbgr") : directives.config.nspace;
        client.stayAlone(Proc{name, directives.rank});
    };
    if (directives.doNotConnect) {
        alone();
        return done(util::ok());
    }
    if (auto identity = readSpawnedIdentity(toolEnv); identity && !directives.namesServer)
        return client.connectAsSpawnedTool(*std::move(identity), done);
    client.attach(directives.selection, directives.retry, true,
                  [alone, directives, done](const util::Result<Proc>& server) {
                      if (server)
                          return done(util::ok());
                      if (!directives.connectOptional)
                          return done(util::fail(server.error()));
                      alone();
                      done(util::ok());
                  });
}

void connectTool(Runtime& runtime, const ToolDirectives& directives, const Client::Done<void>& done)
{
    if (directives.showOutput)
        runtime.client().onUnaskedIo(
            [](const Proc&, IofChannel channel, std::string_view bytes) { Streams::show(channel, bytes); });
    reachServer(runtime, directives, [&runtime, directives, done](const util::Result<void>& reached) {
        done(reached && directives.config.isLauncher ? runtime.client().openForLaunchers() : reached);
    });
}

} // namespace

pmix_status_t PMIx_tool_init(pmix_proc_t* proc, pmix_info_t info[], size_t ninfo)
{
    const auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    const ToolDirectives directives = readToolDirectives(*infos);
    ToolConfig config = directives.config;
    if (config.nspace.size() > Proc::kMaxNspaceBytes)
        return PMIX_ERR_BAD_PARAM;
    config.commandLine = ownCommand();
    return Library::instance().begin(
        config,
        [&directives](Runtime& runtime) {
            return runtime.await<void>(
                [directives](Runtime& r, const Client::Done<void>& done) { connectTool(r, directives, done); });
        },
        proc);
}

pmix_status_t PMIx_tool_finalize(void)
{
    return Library::instance().end();
}

bool PMIx_tool_is_connected(void)
{
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return false;
    const auto connected =
        runtime->onLoopDo<bool>([](Runtime& r) { return util::Result<bool>(r.client().server() != nullptr); });
    return connected.value_or(false);
}

pmix_status_t PMIx_tool_attach_to_server(pmix_proc_t* myproc, pmix_proc_t* server, pmix_info_t info[], size_t ninfo)
{
    const auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    const ToolDirectives directives = readToolDirectives(*infos);
    if (!directives.namesServer)
        return PMIX_ERR_BAD_PARAM;
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    const auto attached = runtime->await<Proc>([&directives](Runtime& r, const Client::Done<Proc>& done) {
        r.client().attach(directives.selection, directives.retry, directives.makePrimary, done);
    });
    if (!attached)
        return codeOf(attached);
    if (server != nullptr)
        toC(*attached, *server);
    if (myproc == nullptr)
        return PMIX_SUCCESS;
    const auto self = runtime->onLoopDo<Proc>([](Runtime& r) { return util::Result<Proc>(r.client().self()); });
    if (self)
        toC(*self, *myproc);
    return codeOf(self);
}

pmix_status_t PMIx_tool_connect_to_server(pmix_proc_t* myproc, pmix_info_t info[], size_t ninfo)
{
    return PMIx_tool_attach_to_server(myproc, nullptr, info, ninfo);
}

pmix_status_t PMIx_tool_disconnect(const pmix_proc_t* server)
{
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    if (server == nullptr)
        return PMIX_ERR_BAD_PARAM;
    return codeOf(runtime->onLoopDo<void>([proc = fromC(*server)](Runtime& r) { return r.client().detach(proc); }));
}

pmix_status_t PMIx_tool_get_servers(pmix_proc_t* servers[], size_t* nservers)
{
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    if (servers == nullptr || nservers == nullptr)
        return PMIX_ERR_BAD_PARAM;
    *servers = nullptr;
    *nservers = 0;
    const auto names = runtime->onLoopDo<std::vector<Proc>>(
        [](Runtime& r) { return util::Result<std::vector<Proc>>(r.client().servers()); });
    if (!names)
        return codeOf(names);
    if (names->empty())
        return PMIX_ERR_UNREACH;
    CArray<pmix_proc_t> array = toC(*names);
    *nservers = array.size();
    *servers = array.release();
    return PMIX_SUCCESS;
}

pmix_status_t PMIx_tool_set_server(const pmix_proc_t* server, pmix_info_t info[], size_t ninfo)
{
    const auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    if (server == nullptr)
        return PMIX_ERR_BAD_PARAM;
    const ToolDirectives directives = readToolDirectives(*infos);
    // PMIX_WAIT_FOR_CONNECTION: the server is one that will connect, or come, later.
    return codeOf(runtime->await<void>(
        [proc = fromC(*server), retry = directives.retry](Runtime& r, const Client::Done<void>& done) {
            r.client().setPrimary(proc, retry, done);
        }));
}
