// SPDX-License-Identifier: BSD-3-Clause
#include "util/log.h"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace dbgr::util::log {

namespace {

std::shared_ptr<spdlog::logger>& logger()
{
    static std::shared_ptr<spdlog::logger> instance;
    return instance;
}

/// Those who want to be told, on their own threads.
class Observers
{
public:
    using Take = std::function<void(const Record&)>;

    Subscription add(Level least, Executor& executor, Take take)
    {
        auto entry = std::make_shared<Entry>(Entry{least, executor, std::move(take)});
        const std::lock_guard lock(m_mutex);
        m_entries.push_back(entry);
        updateLeast();
        return Subscription([this, entry] { remove(entry); });
    }
    [[nodiscard]] bool wants(Level level) const { return static_cast<int>(level) >= m_least; }
    void tell(const Record& record)
    {
        const std::lock_guard lock(m_mutex);
        for (const std::shared_ptr<Entry>& entry : m_entries) {
            if (record.level < entry->least)
                continue;
            entry->executor.post([weak = std::weak_ptr(entry), record] {
                if (const auto alive = weak.lock())
                    alive->take(record);
            });
        }
    }

private:
    struct Entry
    {
        Level least;
        Executor& executor;
        Take take;
    };
    static constexpr int kNobody = 99;

    void remove(const std::shared_ptr<Entry>& entry)
    {
        const std::lock_guard lock(m_mutex);
        std::erase(m_entries, entry);
        updateLeast();
    }
    void updateLeast()
    {
        int least = kNobody;
        for (const std::shared_ptr<Entry>& entry : m_entries)
            least = std::min(least, static_cast<int>(entry->least));
        m_least = least;
    }

    std::mutex m_mutex;
    std::vector<std::shared_ptr<Entry>> m_entries;
    std::atomic<int> m_least{kNobody};
};

Observers& observers()
{
    static Observers instance;
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

Subscription observe(Level least, Executor& executor, std::function<void(const Record&)> take)
{
    return observers().add(least, executor, std::move(take));
}

bool enabled(Level level)
{
    return observers().wants(level) || (logger() && logger()->should_log(toSpdlog(level)));
}

void write(Level level, std::string_view category, std::string_view message, std::initializer_list<Field> fields)
{
    if (!enabled(level))
        return;
    Record record{level, std::string(category), std::string(message)};
    for (const Field& field : fields)
        record.text += " " + std::string(field.key) + "=" + field.value;
    if (logger())
        logger()->log(toSpdlog(level), "[" + record.category + "] " + record.text);
    if (observers().wants(level))
        observers().tell(record);
}

void fatal(const char* condition, const char* file, int line)
{
    std::fprintf(stderr, "dbgr: broken invariant: %s (%s:%d)\n", condition, file, line);
    write(Level::Error, "util", "broken invariant", {{"condition", condition}, {"file", file}, {"line", line}});
    std::abort();
}

} // namespace dbgr::util::log
