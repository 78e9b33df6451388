// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/external_editor.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QUrl>

#include <system_error>
#include <utility>

namespace dbgr::ui {

namespace {

/// Editors with a window of their own, and how each is told the line.
constexpr const char* kKnown[] = {"code -g %f:%l", "codium -g %f:%l", "kate --line %l %f", "gnome-text-editor +%l %f",
                                  "gedit +%l %f",  "gvim +%l %f",     "emacs +%l %f",      "geany +%l %f"};

QString filled(const QString& word, const QString& file, std::uint32_t line)
{
    QString result;
    for (qsizetype i = 0; i < word.size(); ++i) {
        const QChar next = word[i] == u'%' && i + 1 < word.size() ? word[i + 1] : QChar();
        if (next != u'f' && next != u'l' && next != u'%') {
            result += word[i];
            continue;
        }
        ++i;
        result += next == u'f' ? file : next == u'l' ? QString::number(line) : QStringLiteral("%");
    }
    return result;
}

/// "" none is installed.
QString installed()
{
    for (const char* const known : kKnown) {
        const QString pattern = QLatin1String(known);
        if (!QStandardPaths::findExecutable(pattern.section(u' ', 0, 0)).isEmpty())
            return pattern;
    }
    return {};
}

util::Result<void> notOpened(const QString& what, const QString& file)
{
    return util::fail(std::make_error_code(std::errc::no_such_file_or_directory),
                      "opening " + file.toStdString() + " in an editor: " + what.toStdString(),
                      "Name one in the preferences, page Appearance: code -g %f:%l");
}

} // namespace

QStringList editorCommand(const QString& pattern, const QString& file, std::uint32_t line)
{
    QStringList words = QProcess::splitCommand(pattern);
    const bool namesFile = !words.filter(QStringLiteral("%f")).isEmpty();
    for (QString& word : words)
        word = filled(word, file, line);
    if (!words.isEmpty() && !namesFile)
        words << file;
    return words;
}

util::Result<void> openInEditor(const QString& pattern, const QString& file, std::uint32_t line)
{
    if (!QFileInfo(file).isFile())
        return notOpened(QStringLiteral("it is not on this machine"), file);
    QStringList command = editorCommand(pattern.trimmed().isEmpty() ? installed() : pattern, file, line);
    if (command.isEmpty()) {
        if (QDesktopServices::openUrl(QUrl::fromLocalFile(file)))
            return {};
        return notOpened(QStringLiteral("none is known here"), file);
    }
    const QString program = command.takeFirst();
    if (!QProcess::startDetached(program, command))
        return notOpened(program + QStringLiteral(" cannot be started"), file);
    return {};
}

} // namespace dbgr::ui
