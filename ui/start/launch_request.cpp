// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/launch_request.h"

#include "launchers/launcher_kind.h"
#include "ui/settings/setting_keys.h"
#include "ui/start/shell_words.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <QRegularExpression>

namespace dbgr::ui {

using launchers::HoldPoint;

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("LaunchRequest", source);
}

bool isAssignment(const QString& word)
{
    static const QRegularExpression form(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*="));
    return form.match(word).hasMatch();
}

struct Words
{
    QStringList assignments; ///< before the command
    QStringList argv;
};

Words wordsOf(const QStringList& words)
{
    qsizetype first = 0;
    while (first < words.size() && isAssignment(words[first]))
        ++first;
    return {words.mid(0, first), words.mid(first)};
}

QString commandProblem(const QString& command)
{
    const auto words = splitWords(command);
    if (!words)
        return QString::fromStdString(words.error().message() + " " + words.error().advice);
    return wordsOf(*words).argv.isEmpty() ? text("Type a command, such as mpiexec -n 4 ./ring, or -n 4 ./ring")
                                          : QString();
}

QString folderProblem(const QString& folder)
{
    const QFileInfo info(folder);
    if (folder.isEmpty() || !info.isAbsolute())
        return text("Type the whole path of a folder.");
    if (!info.exists())
        return text("There is no such folder on this machine.");
    return info.isDir() ? QString() : text("This is a file, not a folder.");
}

QString environmentProblem(const QStringList& environment)
{
    for (const QString& line : environment) {
        if (!isAssignment(line))
            return text("\"%1\" is not NAME=value.").arg(line);
    }
    return {};
}

void setVariables(std::vector<std::string>& environment, const QStringList& assignments)
{
    for (const QString& assignment : assignments) {
        const std::string entry = assignment.toStdString();
        const std::string name = entry.substr(0, entry.find('=') + 1);
        std::erase_if(environment, [&](const std::string& old) { return old.starts_with(name); });
        environment.push_back(entry);
    }
}

} // namespace

bool LaunchProblems::any() const
{
    return !command.isEmpty() || !folder.isEmpty() || !environment.isEmpty() || !firstStop.isEmpty();
}

LaunchProblems problemsOf(const LaunchRequest& request)
{
    const auto stop = firstStopOf(request);
    return {commandProblem(request.command), folderProblem(request.folder), environmentProblem(request.environment),
            stop ? QString() : QString::fromStdString(stop.error().message())};
}

QString firstStopRemark(const LaunchRequest& request)
{
    const bool heldBehindMain = request.hold == HoldPoint::Init || request.hold == HoldPoint::App;
    if (!heldBehindMain || request.firstStop.trimmed() != QLatin1String("main"))
        return {};
    return text(
        "Ranks that are held in MPI_Init are past the beginning of main. To stop there, hold them before main.");
}

launchers::LaunchSpec toLaunchSpec(const LaunchRequest& request, const QStringList& inherited,
                                   std::chrono::milliseconds patience)
{
    launchers::LaunchSpec spec;
    const Words words = wordsOf(splitWords(request.command).value_or(QStringList()));
    for (const QString& word : words.argv)
        spec.argv.push_back(word.toStdString());
    spec.argv = launchers::withLauncher(std::move(spec.argv));
    for (const QString& entry : inherited)
        spec.environment.push_back(entry.toStdString());
    setVariables(spec.environment, request.environment);
    setVariables(spec.environment, words.assignments);
    spec.workingDirectory = request.folder.toStdString();
    spec.hold = request.hold;
    spec.patience = patience;
    return spec;
}

launchers::LaunchSpec toLaunchSpec(const LaunchRequest& request, const Settings& settings)
{
    launchers::LaunchSpec spec = toLaunchSpec(request, QProcessEnvironment::systemEnvironment().toStringList(),
                                              std::chrono::seconds(settings.value(setting::kLaunchPatience)));
    spec.pushDaemons = settings.value(setting::kPushDaemons);
    spec.lostAfter = std::chrono::seconds(settings.value(setting::kLostAfter));
    return spec;
}

LaunchRequest toLaunchRequest(const launchers::LaunchSpec& spec)
{
    QStringList words;
    for (const std::string& word : spec.argv)
        words << QString::fromStdString(word);
    return {joinWords(words), QString::fromStdString(spec.workingDirectory), {}, spec.hold, {}};
}

util::Result<std::optional<debug::BreakpointSpec>> firstStopOf(const LaunchRequest& request)
{
    const QString place = request.firstStop.trimmed();
    if (place.isEmpty())
        return std::nullopt;
    debug::BreakpointSpec spec;
    static const QRegularExpression line(QStringLiteral("^(.+):([0-9]+)$"));
    static const QRegularExpression function(QStringLiteral("^[\\w:~<>,*& ()]+$"));
    if (const auto match = line.match(place); match.hasMatch() && match.captured(2).toUInt() > 0) {
        spec.where = debug::SourceLine{match.captured(1).toStdString(), match.captured(2).toUInt()};
    } else if (!match.hasMatch() && function.match(place).hasMatch() && !place.at(0).isDigit()) {
        spec.where = debug::FunctionName{place.toStdString()};
    } else {
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          text("Type a function, such as main, or file:line, such as ring.cpp:29.").toStdString());
    }
    return spec;
}

HoldPoint holdPointOf(const QString& name)
{
    for (const HoldPoint hold : {HoldPoint::Exec, HoldPoint::App, HoldPoint::None}) {
        if (name == QLatin1String(launchers::name(hold)))
            return hold;
    }
    return HoldPoint::Init;
}

} // namespace dbgr::ui
