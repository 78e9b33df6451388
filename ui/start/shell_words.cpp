// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/shell_words.h"

#include "util/shell_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>

namespace dbgr::ui {

namespace {

const QString kShellOnly = QStringLiteral("|&;<>");

bool needsQuotes(const QString& word)
{
    if (word.isEmpty() || word.startsWith(u'~'))
        return true;
    return std::any_of(word.begin(), word.end(), [](QChar c) {
        return c.isSpace() || kShellOnly.contains(c) || QStringView(u"'\"\\$`*?").contains(c);
    });
}

} // namespace

util::Result<QStringList> splitWords(const QString& text)
{
    const auto translated = [](const std::string& said) {
        return QCoreApplication::translate("ShellWords", said.c_str()).toStdString();
    };
    const auto words = util::splitShellWords(text.toStdString());
    if (!words)
        return util::fail(words.error().code, translated(words.error().detail), translated(words.error().advice));
    QStringList list;
    for (const std::string& word : *words)
        list << QString::fromStdString(word);
    return list;
}

QString joinWords(const QStringList& words)
{
    QStringList parts;
    for (const QString& word : words) {
        QString part = word;
        if (needsQuotes(word))
            part = u'\'' + part.replace(u'\'', QLatin1String(R"('\'')")) + u'\'';
        parts << part;
    }
    return parts.join(u' ');
}

} // namespace dbgr::ui
