// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/shell_words.h"

#include <QCoreApplication>
#include <QDir>

#include <optional>

namespace dbgr::ui {

namespace {

const QString kShellOnly = QStringLiteral("|&;<>");

util::Error problem(const char* what, const char* advice)
{
    const auto translated = [](const char* text) {
        return QCoreApplication::translate("ShellWords", text).toStdString();
    };
    return {std::make_error_code(std::errc::invalid_argument), translated(what), translated(advice)};
}

class Splitter
{
public:
    explicit Splitter(const QString& text) : m_text(text) {}

    util::Result<QStringList> split()
    {
        while (m_at < m_text.size()) {
            const QChar c = m_text.at(m_at++);
            if (c.isSpace())
                endWord();
            else if (const auto error = take(c))
                return util::fail(*error);
        }
        endWord();
        return std::move(m_words);
    }

private:
    std::optional<util::Error> take(QChar c)
    {
        if (c == u'\'' || c == u'"')
            return takeQuoted(c);
        if (c == u'\\') {
            if (m_at == m_text.size())
                return problem("A backslash stands at the end.", "Type what it is to be before, or take it away.");
            add(m_text.at(m_at++));
            return std::nullopt;
        }
        if (kShellOnly.contains(c))
            return problem("| & ; < > need a shell, and there is none here.",
                           "Put them in quotes if the program is to get them as they are.");
        if (c == u'~' && !m_inWord && (m_at == m_text.size() || m_text.at(m_at) == u'/' || m_text.at(m_at).isSpace())) {
            add(QDir::homePath());
            return std::nullopt;
        }
        add(c);
        return std::nullopt;
    }

    std::optional<util::Error> takeQuoted(QChar quote)
    {
        add(QString()); // '' is a word, too
        while (m_at < m_text.size()) {
            QChar c = m_text.at(m_at++);
            if (c == quote)
                return std::nullopt;
            const bool escapes =
                quote == u'"' && c == u'\\' && m_at < m_text.size() && QStringView(u"\"\\$`").contains(m_text.at(m_at));
            if (escapes)
                c = m_text.at(m_at++);
            add(c);
        }
        return problem("A quote has no end.", "Close it, or put a backslash before it.");
    }

    void add(const QString& part)
    {
        m_inWord = true;
        m_word += part;
    }

    void endWord()
    {
        if (m_inWord)
            m_words << m_word;
        m_inWord = false;
        m_word.clear();
    }

    const QString& m_text;
    qsizetype m_at = 0;
    bool m_inWord = false;
    QString m_word;
    QStringList m_words;
};

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
    return Splitter(text).split();
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
