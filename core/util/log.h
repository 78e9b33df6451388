// SPDX-License-Identifier: BSD-3-Clause
// What dbgr did, for whoever asks for it with DBGR_LOG or --log. Never holds a secret. Thread: any.
#pragma once

#include "util/executor.h"
#include "util/subscription.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace dbgr::util::log {

enum class Level
{
    Debug,
    Info,
    Warning,
    Error
};

/// One key=value pair behind a message.
struct Field
{
    Field(std::string_view k, std::string_view v) : key(k), value(v) {}
    Field(std::string_view k, const char* v) : key(k), value(v) {}
    Field(std::string_view k, const std::string& v) : key(k), value(v) {}
    template <class N>
    requires std::is_arithmetic_v<N> Field(std::string_view k, N v) : key(k), value(std::to_string(v)) {}

    std::string_view key;
    std::string value;
};

/// Where messages go: a file made 0600 (never through a link), or standard error for "-"; nothing before this call.
/// \param level the least that is written
/// \return false when the file cannot be made
bool open(const std::string& path, Level level);

struct Record
{
    Level level = Level::Info;
    std::string category;
    std::string text; ///< the message, with its fields
};

/// Tells `take`, on `executor`, of everything that is written from now on, whether a log is open or not.
/// \param least what is less important is not told
/// \param executor outlives the subscription, which is dropped on its thread
[[nodiscard]] Subscription observe(Level least, Executor& executor, std::function<void(const Record&)> take);

[[nodiscard]] bool enabled(Level level);

/// "12:31:02.123 info [pmix] connected peer=prterun..." in the open log, if its level lets it pass.
/// \param category the folder that speaks: "pmix", "net", "engine"
void write(Level level, std::string_view category, std::string_view message, std::initializer_list<Field> fields = {});

inline void debug(std::string_view category, std::string_view message, std::initializer_list<Field> fields = {})
{
    write(Level::Debug, category, message, fields);
}
inline void info(std::string_view category, std::string_view message, std::initializer_list<Field> fields = {})
{
    write(Level::Info, category, message, fields);
}
inline void warning(std::string_view category, std::string_view message, std::initializer_list<Field> fields = {})
{
    write(Level::Warning, category, message, fields);
}
inline void error(std::string_view category, std::string_view message, std::initializer_list<Field> fields = {})
{
    write(Level::Error, category, message, fields);
}

/// Says which invariant broke and where, on standard error and in the log, and ends the process.
[[noreturn]] void fatal(const char* condition, const char* file, int line);

} // namespace dbgr::util::log
