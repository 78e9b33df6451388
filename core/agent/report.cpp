// SPDX-License-Identifier: BSD-3-Clause
#include "agent/report.h"

#include "util/byte_reader.h"
#include "util/byte_writer.h"
#include "util/rank_environment.h"

#include <algorithm>

namespace dbgr::agent {

namespace {

constexpr std::string_view kReportMark = "dbgrEXEC";
constexpr std::string_view kAnswerMark = "dbgrDOOR";

tl::unexpected<util::Error> garbage(const char* what)
{
    return util::fail(std::make_error_code(std::errc::bad_message), what);
}

} // namespace

std::string encode(const Report& report)
{
    const std::string_view program = std::string_view(report.program).substr(0, kMaxProgramBytes);
    util::ByteWriter writer;
    writer.bytes(kReportMark);
    writer.host(report.rank.value());
    writer.host(report.jobSize);
    writer.u8(report.hold ? 1 : 0);
    writer.host(static_cast<std::uint16_t>(program.size()));
    writer.bytes(program);
    return writer.take();
}

util::Result<std::optional<Report>> decodeReport(std::string_view bytes)
{
    const std::size_t seen = std::min(bytes.size(), kReportMark.size());
    if (bytes.substr(0, seen) != kReportMark.substr(0, seen))
        return garbage("a caller that is no dbgr-exec");
    util::ByteReader reader(bytes);
    static_cast<void>(reader.bytes(kReportMark.size()));
    Report report;
    report.rank = util::Rank(reader.host<std::uint32_t>());
    report.jobSize = reader.host<std::uint32_t>();
    const std::uint8_t hold = reader.u8();
    const auto length = reader.host<std::uint16_t>();
    if (!reader.ok())
        return std::nullopt;
    const bool sizeFits = report.jobSize == 0 || report.rank.value() < report.jobSize;
    if (report.rank.value() >= util::kMaxRankCount || report.jobSize > util::kMaxRankCount || !sizeFits)
        return garbage("a rank that no job has");
    if (hold > 1 || length > kMaxProgramBytes)
        return garbage("a report of dbgr-exec that is malformed");
    report.hold = hold == 1;
    report.program = reader.bytes(length);
    if (!reader.ok())
        return std::nullopt;
    if (report.program.find('\0') != std::string::npos)
        return garbage("a report of dbgr-exec whose program is no path");
    return report;
}

std::string encodeBelow(util::Pid pid)
{
    util::ByteWriter writer;
    writer.u8(kBelow);
    writer.host(static_cast<std::uint32_t>(pid.value()));
    return writer.take();
}

util::Result<std::optional<Word>> takeWord(std::string& bytes)
{
    if (bytes.empty())
        return std::nullopt;
    util::ByteReader reader(bytes);
    Word word{static_cast<char>(reader.u8()), util::Pid()};
    if (word.kind != kStands && word.kind != kFollows && word.kind != kBelow)
        return garbage("a word that dbgr-exec does not know");
    if (word.kind == kBelow) {
        const auto pid = static_cast<std::int32_t>(reader.host<std::uint32_t>());
        if (!reader.ok())
            return std::nullopt;
        if (pid <= 0)
            return garbage("a process that cannot be");
        word.below = util::Pid(pid);
    }
    bytes.erase(0, bytes.size() - reader.remaining());
    return word;
}

std::string encode(const Answer& answer)
{
    util::ByteWriter writer;
    writer.bytes(kAnswerMark);
    writer.host(static_cast<std::uint32_t>(answer.daemon.value()));
    return writer.take();
}

util::Result<Answer> decodeAnswer(std::string_view bytes)
{
    util::ByteReader reader(bytes);
    const bool marked = reader.bytes(kAnswerMark.size()) == kAnswerMark;
    const auto pid = static_cast<std::int32_t>(reader.host<std::uint32_t>());
    if (!marked || !reader.ok() || !reader.atEnd() || pid <= 0)
        return garbage("an answer that is not dbgd's");
    return Answer{util::Pid(pid)};
}

} // namespace dbgr::agent
