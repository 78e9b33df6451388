// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/output_sink.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace dbgr::launcher {

using pmix::IofChannel;

namespace {

/// With as many digits as the job's size has.
std::string paddedRank(util::Rank rank, std::uint32_t jobSize)
{
    const std::string number = std::to_string(rank.value());
    const std::size_t digits = std::to_string(jobSize).size();
    return std::string(digits > number.size() ? digits - number.size() : 0, '0') + number;
}

std::string filledIn(const std::string& pattern, const OutputJob& job, const std::string& rank)
{
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char next = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
        if (next == 'n')
            text += job.nspace;
        else if (next == 'r')
            text += rank;
        else if (next == 'h')
            text += job.host;
        else
            text += pattern[i];
        if (next == 'n' || next == 'r' || next == 'h')
            ++i;
    }
    return text;
}

/// A pipe or a device behind the name would make us wait, and a link might lead anywhere.
util::Result<util::UniqueFd> openFile(const std::string& path, bool anew)
{
    std::error_code failed;
    const auto folder = std::filesystem::path(path).parent_path();
    if (!folder.empty())
        std::filesystem::create_directories(folder, failed);
    if (failed)
        return util::fail(util::systemError(failed.value(), "making the folder " + folder.string()));
    constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    util::UniqueFd fd(::open(path.c_str(), kFlags, 0666)); // what others may do with it, the user's umask says
    if (!fd)
        return util::fail(util::systemError(errno, "writing the job's output to " + path));
    struct stat what
    {};
    if (::fstat(fd.get(), &what) != 0 || !S_ISREG(what.st_mode))
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "writing the job's output to " + path + ": it is no plain file");
    if (anew && ::ftruncate(fd.get(), 0) != 0)
        return util::fail(util::systemError(errno, "emptying " + path));
    return fd;
}

/// errno, or 0.
int writeAll(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return errno;
        bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return 0;
}

} // namespace

OutputSink::OutputSink(OutputSpec spec, OutputJob job, Ways ways)
    : m_spec(spec), m_formatter(std::move(spec), std::move(job)), m_ways(std::move(ways))
{}

std::string OutputSink::fileName(const OutputSpec& spec, const OutputJob& job, util::Rank rank, IofChannel channel)
{
    if (spec.file.empty())
        return {};
    const char* const ending = channel == IofChannel::Stdout    ? ".out"
                               : channel == IofChannel::Stddiag ? ".diag"
                                                                : ".err";
    if (spec.filePattern)
        return filledIn(spec.file, job, std::to_string(rank.value())) + ending;
    return spec.file + "." + job.nspace + "." + paddedRank(rank, job.size) + ending;
}

std::string OutputSink::fileInDirectory(const OutputSpec& spec, const OutputJob& job, util::Rank rank,
                                        IofChannel channel)
{
    if (spec.directory.empty())
        return {};
    return spec.directory + "/" + job.nspace + "/rank." + paddedRank(rank, job.size) + "/" +
           std::string(streamName(channel));
}

void OutputSink::write(util::Rank rank, IofChannel channel, std::string_view bytes, bool show)
{
    put(rank, channel, m_formatter.format(rank, channel, bytes), show);
}

void OutputSink::end(util::Rank rank, IofChannel channel, bool show)
{
    put(rank, channel, m_formatter.end(rank, channel), show);
    for (const std::string& path : pathsOf(rank, channel))
        m_files.erase(path); // who shares it opens it again
}

void OutputSink::put(util::Rank rank, IofChannel channel, std::string_view bytes, bool show)
{
    if (bytes.empty())
        return;
    for (const std::string& path : pathsOf(rank, channel))
        if (!path.empty())
            putToFile(path, bytes);
    const bool inFiles = !m_spec.file.empty() || !m_spec.directory.empty();
    if (show && !(m_spec.fileOnly && inFiles))
        m_ways.show(placeOf(channel), bytes);
}

IofChannel OutputSink::placeOf(IofChannel channel) const
{
    return m_spec.mergeStderr ? IofChannel::Stdout : channel;
}

std::array<std::string, 2> OutputSink::pathsOf(util::Rank rank, IofChannel channel) const
{
    const OutputJob& job = m_formatter.job();
    return {fileName(m_spec, job, rank, placeOf(channel)), fileInDirectory(m_spec, job, rank, placeOf(channel))};
}

void OutputSink::putToFile(const std::string& path, std::string_view bytes)
{
    const util::UniqueFd* file = fileAt(path);
    if (file == nullptr)
        return;
    if (const int failure = writeAll(file->get(), bytes); failure != 0)
        giveUp(path, util::systemError(failure, "writing the job's output to " + path));
}

const util::UniqueFd* OutputSink::fileAt(const std::string& path)
{
    if (const auto found = m_files.find(path); found != m_files.end())
        return &found->second;
    if (m_broken.contains(path))
        return nullptr;
    auto opened = openFile(path, !m_begun.contains(path));
    if (!opened) {
        giveUp(path, opened.error());
        return nullptr;
    }
    m_begun.insert(path);
    return &m_files.emplace(path, *std::move(opened)).first->second;
}

void OutputSink::giveUp(const std::string& path, const util::Error& why)
{
    m_files.erase(path);
    if (m_broken.insert(path).second && m_ways.complain)
        m_ways.complain(util::Error(why).withAdvice("the job goes on, and this part of its output is lost"));
}

} // namespace dbgr::launcher
