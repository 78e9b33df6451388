// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/report_command.h"

#include "app/dbgr/app_error.h"
#include "app/dbgr/application.h"
#include "app/dbgr/doctor_command.h"
#include "app/dbgr/escapes.h"
#include "app/dbgr/standard_output.h"
#include "app/doctor/redaction.h"
#include "app/doctor/version_report.h"
#include "net/child_spec.h"
#include "util/string_util.h"
#include "util/unique_fd.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::app {

namespace {

constexpr std::uintmax_t kMostOfLog = 1U << 20U; // the end of it: that is where it went wrong

tl::unexpected<util::Error> badReport(const std::string& path, const std::string& why, const char* advice)
{
    return util::fail(Errc::BadReport, "writing the report: " + path + ": " + why, advice);
}

util::Result<std::string> endOfLog(const std::string& path)
{
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    if (error || !file)
        return badReport(path, "the log cannot be read", "Name a file that 'dbgr --log FILE ...' wrote.");
    if (size > kMostOfLog)
        file.seekg(static_cast<std::streamoff>(size - kMostOfLog));
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string visibleLines(const std::string& text)
{
    std::string lines;
    for (const std::string_view line : util::split(text, '\n'))
        lines += visible(line) + "\n";
    return lines;
}

util::Result<std::vector<ReportFile>> makeReport(const ReportRequest& request, bool withWindow)
{
    const auto redaction = doctor::Redaction::ofThisUser(net::currentEnvironment());
    std::vector<ReportFile> files;
    std::string log;
    if (!request.log.empty()) {
        DBGR_TRY(log, endOfLog(request.log));
    }
    files.push_back({"versions.txt", doctor::versionReport()});
    files.push_back({"doctor.txt", findingsAsText("this node", examineThisNode(withWindow), Style(false))});
    if (!request.log.empty())
        files.push_back({"log.txt", visibleLines(log)});
    for (ReportFile& file : files)
        file.text = redaction.apply(file.text);
    return files;
}

/// Nothing but a "y" is a yes.
bool isWanted(const std::string& folder)
{
    StandardOutput(STDOUT_FILENO).write("Write this to " + visible(folder) + "? [y/N] ");
    char answer = 0;
    return ::read(STDIN_FILENO, &answer, 1) == 1 && (answer == 'y' || answer == 'Y');
}

util::Result<void> writeFile(const std::string& path, std::string_view text)
{
    const util::UniqueFd fd(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
    while (fd && !text.empty()) {
        const ssize_t size = ::write(fd.get(), text.data(), text.size());
        if (size > 0)
            text.remove_prefix(static_cast<std::size_t>(size));
        else if (errno != EINTR)
            break;
    }
    return fd && text.empty() ? util::ok()
                              : badReport(path, std::strerror(errno), "Name a folder on a disk with room.");
}

} // namespace

util::Result<void> writeReport(const std::string& folder, const std::vector<ReportFile>& files)
{
    if (::mkdir(folder.c_str(), S_IRWXU) != 0)
        return badReport(folder, errno == EEXIST ? "it is there already" : std::strerror(errno),
                         "Name a folder that is not there yet, in one that is yours: dbgr report FOLDER");
    for (const ReportFile& file : files)
        DBGR_TRY(writeFile(folder + "/" + file.name, file.text));
    return util::ok();
}

int runReport(const ReportRequest& request, bool withWindow)
{
    StandardOutput out(STDOUT_FILENO);
    const auto files = makeReport(request, withWindow);
    if (!files)
        return failWith(ExitCode::BadUsage, files.error());
    for (const ReportFile& file : *files)
        out.write("== " + file.name + "\n" + file.text + "\n");
    out.write(
        "This is all that the report has. Names of yours and of this node, and addresses, are taken out; look whether\n"
        "there is more that others should not see.\n");
    if (!request.yes && (::isatty(STDIN_FILENO) != 1 || !isWanted(request.folder))) {
        out.write("Nothing was written. To have it written without being asked: dbgr report --yes\n");
        return 0;
    }
    if (const auto written = writeReport(request.folder, *files); !written)
        return failWith(ExitCode::OwnFailure, written.error());
    out.write("Written to " + visible(request.folder) + ".\n");
    return 0;
}

} // namespace dbgr::app
