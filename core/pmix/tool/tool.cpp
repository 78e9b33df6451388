// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/tool/tool.h"

#include "pmix/tool/hello.h"
#include "pmix/tool/tool_impl.h"

namespace dbgr::pmix {

Tool::~Tool() = default;

util::Result<std::unique_ptr<Tool>> Tool::create(net::EventLoop& loop, ToolConfig config)
{
    if (config.nspace.size() > Proc::kMaxNspaceBytes)
        return util::fail(Status::ErrBadParam, "our own namespace is too long");
    if (config.commandLine.empty())
        config.commandLine = ownCommand();
    return std::make_unique<ToolImpl>(loop, std::move(config));
}

} // namespace dbgr::pmix
