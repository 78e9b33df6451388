// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/convert.h"

#include "dbgdaemon/engine/lldb/shown_frame.h"
#include "debug/function_name.h"
#include "util/demangle.h"

#include <lldb/API/SBFileSpec.h>
#include <lldb/API/SBModule.h>

#include <climits>
#include <string_view>

namespace dbgr::daemon {

namespace {

/// What LLDB calls code in a stripped library; the number in it means nothing to anybody.
constexpr std::string_view kNoSymbol = "___lldb_unnamed_symbol";

} // namespace

std::string text(const char* orNull)
{
    return orNull ? orNull : "";
}

std::string wholeFunctionName(const char* orNull)
{
    const std::string name = text(orNull);
    return name.starts_with(kNoSymbol) ? "" : name.substr(name.starts_with("::") ? 2 : 0);
}

std::string functionName(const char* orNull)
{
    const std::string whole = wholeFunctionName(orNull);
    const auto byUs = whole.starts_with("_Z") ? util::demangled(whole) : std::nullopt; // what LLDB could not read
    return debug::shownFunction(byUs.value_or(whole));
}

std::string pathOf(const lldb::SBFileSpec& file)
{
    char path[PATH_MAX];
    return file.IsValid() && file.GetPath(path, sizeof path) > 0 ? path : "";
}

bool isNamedBy(std::string_view path, std::string_view asked)
{
    return path == asked || (path.ends_with(asked) && path[path.size() - asked.size() - 1] == '/');
}

debug::SourceLocation toLocation(const lldb::SBLineEntry& line)
{
    if (!line.IsValid() || line.GetLine() == 0)
        return {};
    return {pathOf(line.GetFileSpec()), line.GetLine(), line.GetColumn()};
}

debug::ThreadInfo toThreadInfo(lldb::SBThread thread)
{
    debug::ThreadInfo result;
    result.id = util::ThreadId(thread.GetThreadID());
    result.index = thread.GetIndexID();
    result.name = text(thread.GetName());
    result.top = toFrame(thread.GetFrameAtIndex(0));
    return result;
}

} // namespace dbgr::daemon
