// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/manual.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

/// The macro has to stand outside of all namespaces.
static void initManual()
{
    Q_INIT_RESOURCE(manual);
}

namespace dbgr::ui {

namespace {

QString contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// "- `a` | **b** [c](d.md)" as "a b c": what a reader sees.
QString plainText(QString line)
{
    static const QRegularExpression links(QStringLiteral("!?\\[([^\\]]*)\\]\\([^)]*\\)"));
    static const QRegularExpression marks(QStringLiteral("^[-#>]+ |^\\d+\\. |[`*]|\\| ?|^:?-{3}.*$"));
    return line.replace(links, QStringLiteral("\\1")).remove(marks).simplified();
}

bool hasAll(const QString& text, const QStringList& words)
{
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

bool hasOne(const QString& text, const QStringList& words)
{
    return std::any_of(words.begin(), words.end(),
                       [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

/// Whether `message` has in it what the text of an entry says, anything in place of its dots.
bool says(const QString& message, const QString& text)
{
    QString expression;
    for (const QString& part : text.split(QStringLiteral("...")))
        expression += (expression.isEmpty() ? QString() : QStringLiteral(".*")) + QRegularExpression::escape(part);
    return QRegularExpression(expression, QRegularExpression::DotMatchesEverythingOption |
                                              QRegularExpression::CaseInsensitiveOption)
        .match(message)
        .hasMatch();
}

} // namespace

QString anchorOf(const QString& heading)
{
    static const QRegularExpression others(QStringLiteral("[^\\w\\- ]"),
                                           QRegularExpression::UseUnicodePropertiesOption);
    return heading.toLower().remove(others).replace(QLatin1Char(' '), QLatin1Char('-'));
}

Manual::Manual(QString folder) : m_folder(std::move(folder))
{
    initManual();
    static const QRegularExpression entry(QStringLiteral("^\\d+\\. \\[([^\\]]+)\\]\\(([\\w-]+\\.md)\\): (.*)$"));
    QString part;
    for (const QString& line : text(QLatin1String(kIndex)).split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1String("## ")))
            part = line.mid(3);
        else if (const auto found = entry.match(line); found.hasMatch())
            m_pages.push_back({found.captured(2), found.captured(1), plainText(found.captured(3)), part});
    }
}

QString Manual::text(const QString& file) const
{
    static const QRegularExpression comments(QStringLiteral("<!--.*?-->\\n?"),
                                             QRegularExpression::DotMatchesEverythingOption);
    return contents(m_folder + QLatin1Char('/') + file).remove(comments);
}

QString Manual::neighbour(const QString& file, int step) const
{
    const auto found =
        std::find_if(m_pages.begin(), m_pages.end(), [&](const ManualPage& page) { return page.file == file; });
    const auto last = static_cast<std::ptrdiff_t>(m_pages.size()) - 1;
    const std::ptrdiff_t now = found == m_pages.end() ? -1 : found - m_pages.begin();
    const std::ptrdiff_t next = std::clamp<std::ptrdiff_t>(now + step, -1, last);
    return next < 0 ? QLatin1String(kIndex) : m_pages[static_cast<std::size_t>(next)].file;
}

const std::vector<Manual::Section>& Manual::sections() const
{
    if (!m_sections.empty())
        return m_sections;
    for (const ManualPage& page : m_pages) {
        m_sections.push_back({{page.file, page.title, {}, {}, {}}, {}});
        bool inCode = false;
        for (const QString& line : text(page.file).split(QLatin1Char('\n'))) {
            if (line.startsWith(QLatin1String("```")))
                inCode = !inCode;
            else if (!inCode && (line.startsWith(QLatin1String("## ")) || line.startsWith(QLatin1String("### ")))) {
                const QString heading = line.mid(line.indexOf(QLatin1Char(' ')) + 1);
                m_sections.push_back({{page.file, page.title, plainText(heading), anchorOf(heading), {}}, {}});
            } else if (const QString plain = inCode ? line.trimmed() : plainText(line); !plain.isEmpty())
                m_sections.back().lines += plain;
        }
    }
    return m_sections;
}

std::vector<ManualHit> Manual::search(const QString& text, std::size_t most) const
{
    const QStringList words = text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words.isEmpty())
        return {};
    std::vector<std::pair<bool, ManualHit>> found;
    for (const Section& section : sections()) {
        const QString heading = section.where.page + QLatin1Char(' ') + section.where.heading;
        if (!hasAll(heading + QLatin1Char(' ') + section.lines.join(QLatin1Char(' ')), words))
            continue;
        ManualHit hit = section.where;
        const auto line = std::find_if(section.lines.begin(), section.lines.end(),
                                       [&](const QString& one) { return hasOne(one, words); });
        hit.line = line != section.lines.end() ? *line : section.lines.value(0);
        found.emplace_back(hasOne(heading, words), std::move(hit));
    }
    std::stable_partition(found.begin(), found.end(), [](const auto& one) { return one.first; });
    std::vector<ManualHit> hits;
    for (auto& [inHeading, hit] : found) {
        if (hits.size() == most)
            break;
        hits.push_back(std::move(hit));
    }
    return hits;
}

QString Manual::messageEntry(const QString& message) const
{
    // Of the texts that the message has in it, the one that says most.
    qsizetype longest = 0;
    QString anchor;
    for (const Section& section : sections()) {
        if (section.where.file != QLatin1String(kMessages))
            continue;
        for (const QString& line : section.lines) {
            const qsizetype said = QString(line).remove(QStringLiteral("...")).size();
            if (said > longest && says(message, line)) {
                longest = said;
                anchor = section.where.anchor;
            }
        }
    }
    return QLatin1String(kMessages) + (anchor.isEmpty() ? QString() : QLatin1Char('#') + anchor);
}

} // namespace dbgr::ui
