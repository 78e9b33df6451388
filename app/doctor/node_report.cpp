// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/node_report.h"

#include "util/string_util.h"

#include <nlohmann/json.hpp>

namespace dbgr::doctor {

namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kMostFindings = 50;
constexpr std::size_t kMostText = 1000;

/// "" if there is no such text.
std::string textOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found == object.end() || !found->is_string() ? std::string()
                                                        : found->get<std::string>().substr(0, kMostText);
}

} // namespace

std::string toLines(const Findings& findings)
{
    std::string text;
    for (const Finding& finding : findings) {
        const Json line{{"check", finding.check},
                        {"verdict", name(finding.verdict)},
                        {"found", finding.found},
                        {"advice", finding.advice}};
        text += line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    }
    return text;
}

Findings readLines(std::string_view lines)
{
    Findings findings;
    for (const std::string_view line : util::split(lines, '\n')) {
        if (!line.starts_with('{') || findings.size() == kMostFindings)
            continue;
        const Json object = Json::parse(line, nullptr, false);
        if (!object.is_object())
            continue;
        const auto verdict = verdictNamed(textOf(object, "verdict"));
        Finding finding{textOf(object, "check"), verdict.value_or(Verdict::Unknown), textOf(object, "found"),
                        textOf(object, "advice")};
        if (verdict && !finding.check.empty())
            findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace dbgr::doctor
