// SPDX-License-Identifier: BSD-3-Clause
#include "util/log.h"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::util::log {

namespace {

std::shared_ptr<spdlog::logger>& logger()
{
    static std::shared_ptr<spdlog::logger> instance;
    return instance;
}

spdlog::level::level_enum toSpdlog(Level level)
{
    switch (level) {
    case Level::Debug:
        return spdlog::level::debug;
    case Level::Info:
        return spdlog::level::info;
    case Level::Warning:
        return spdlog::level::warn;
    case Level::Error:
        return spdlog::level::err;
    }
    return spdlog::level::err;
}

/// Makes the file ours alone before spdlog opens it by name.
bool makePrivateFile(const std::string& path)
{
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return false;
    const bool done = ::fchmod(fd, 0600) == 0;
    ::close(fd);
    return done;
}

} // namespace

bool open(const std::string& path, Level level)
{
    spdlog::sink_ptr sink;
    if (path == "-") {
        sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    } else {
        if (!makePrivateFile(path))
            return false;
        sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path);
    }
    auto made = std::make_shared<spdlog::logger>("dbgr", std::move(sink));
    made->set_pattern("%H:%M:%S.%e %P %l %v");
    made->set_level(toSpdlog(level));
    made->flush_on(spdlog::level::debug);
    logger() = std::move(made);
    return true;
}

bool enabled(Level level)
{
    return logger() && logger()->should_log(toSpdlog(level));
}

void write(Level level, std::string_view category, std::string_view message, std::initializer_list<Field> fields)
{
    if (!enabled(level))
        return;
    std::string line = "[" + std::string(category) + "] " + std::string(message);
    for (const Field& field : fields)
        line += " " + std::string(field.key) + "=" + field.value;
    logger()->log(toSpdlog(level), line);
}

void fatal(const char* condition, const char* file, int line)
{
    std::fprintf(stderr, "dbgr: broken invariant: %s (%s:%d)\n", condition, file, line);
    write(Level::Error, "util", "broken invariant", {{"condition", condition}, {"file", file}, {"line", line}});
    std::abort();
}

} // namespace dbgr::util::log
