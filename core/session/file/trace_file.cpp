// SPDX-License-Identifier: BSD-3-Clause
#include "session/file/trace_file.h"

#include "session/file/whole_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace dbgr::session {

namespace {

using OrderedJson = nlohmann::ordered_json; // as a person would write them

constexpr std::string_view kCsv = ".csv";
constexpr std::string_view kJson = ".json";

std::string cell(std::string text)
{
    if (!text.empty() && std::string_view("=@\t\r").find(text.front()) != std::string_view::npos)
        text.insert(text.begin(), '\'');
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

/// Of all tracepoints, each once, in the order of the tracepoints.
std::vector<std::string> columnsOf(const TraceStore& traces)
{
    std::vector<std::string> columns;
    for (const auto& [id, point] : traces.points()) {
        for (const std::string& expression : point.expressions) {
            if (std::find(columns.begin(), columns.end(), expression) == columns.end())
                columns.push_back(expression);
        }
    }
    return columns;
}

std::string csvLine(const TraceStore::Row& row, const TraceStore::Point& point, const std::vector<std::string>& columns)
{
    const debug::TraceRecord& record = row.record;
    std::vector<std::string> cells(columns.size());
    for (std::size_t i = 0; i < record.values.size(); ++i) {
        const auto column = std::find(columns.begin(), columns.end(), point.expressions[i]) - columns.begin();
        const debug::TracedValue& value = record.values[i];
        cells[static_cast<std::size_t>(column)] = value.problem.empty() ? value.value : "<" + value.problem + ">";
    }
    std::string line = std::to_string(row.number) + ',' + timeText(record.time) + ',' +
                       std::to_string(record.rank.value()) + ',' + std::to_string(record.thread.value()) + ',' +
                       std::to_string(record.id.value()) + ',' + cell(point.place);
    for (std::string& text : cells)
        line += ',' + cell(std::move(text));
    return line + "\r\n";
}

OrderedJson toJson(const TraceStore::Row& row, const TraceStore::Point& point)
{
    const debug::TraceRecord& record = row.record;
    OrderedJson json{{"number", row.number},
                     {"microseconds", record.time.count()},
                     {"rank", record.rank.value()},
                     {"thread", record.thread.value()},
                     {"breakpoint", record.id.value()},
                     {"place", point.place}};
    json["values"] = OrderedJson::array();
    for (std::size_t i = 0; i < record.values.size(); ++i) {
        const debug::TracedValue& value = record.values[i];
        OrderedJson one{{"expression", point.expressions[i]}};
        one[value.problem.empty() ? "value" : "problem"] = value.problem.empty() ? value.value : value.problem;
        json["values"].push_back(std::move(one));
    }
    return json;
}

} // namespace

std::string timeText(std::chrono::microseconds sinceEpoch)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(sinceEpoch);
    const std::time_t whole = seconds.count();
    std::tm parts{};
    ::gmtime_r(&whole, &parts);
    std::array<char, 40> text{};
    const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts);
    std::snprintf(text.data() + size, text.size() - size, ".%06d", static_cast<int>((sinceEpoch - seconds).count()));
    return text.data();
}

std::string tracesAsCsv(const TraceStore& traces)
{
    const std::vector<std::string> columns = columnsOf(traces);
    std::string text = "number,time,rank,thread,breakpoint,place";
    for (const std::string& column : columns)
        text += ',' + cell(column);
    text += "\r\n";
    for (const TraceStore::Row& row : traces.rows())
        text += csvLine(row, traces.points().at(row.record.id), columns);
    return text;
}

std::string tracesAsJson(const TraceStore& traces)
{
    OrderedJson json{{"dropped", traces.dropped()}, {"records", OrderedJson::array()}};
    for (const TraceStore::Row& row : traces.rows())
        json["records"].push_back(toJson(row, traces.points().at(row.record.id)));
    return json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

util::Result<void> saveTraces(const std::string& path, const TraceStore& traces)
{
    const bool isCsv = path.ends_with(kCsv);
    if (!isCsv && !path.ends_with(kJson))
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "saving what was traced to " + path + ": the name says no form",
                          "Let it end with .csv or .json.");
    const std::string text = isCsv ? tracesAsCsv(traces) : tracesAsJson(traces);
    if (auto written = writeWholeFile(withLinksFollowed(path), text); !written)
        return util::fail(std::move(written).error().withContext("saving what was traced"));
    return util::ok();
}

} // namespace dbgr::session
