// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/notices.h"

#include <algorithm>
#include <utility>

namespace dbgr::ui {

namespace {

/// Errors begin in lower case, to stand behind other words. Alone they are a sentence; but what may be the name of a
/// program or a file stays as it is.
QString asSentence(QString text)
{
    static const QStringList kBeginnings{QStringLiteral("a"),  QStringLiteral("an"), QStringLiteral("the"),
                                         QStringLiteral("no"), QStringLiteral("it"), QStringLiteral("this")};
    const QString first = text.section(QLatin1Char(' '), 0, 0);
    const bool isPlain = std::all_of(first.begin(), first.end(), [](QChar c) { return c.isLower(); });
    if (isPlain && (first.endsWith(QLatin1String("ing")) || kBeginnings.contains(first)))
        text[0] = text[0].toUpper();
    return text;
}

} // namespace

Notice errorNotice(QString key, const util::Error& error, QStringList actions)
{
    return {std::move(key),
            NoticeKind::Error,
            asSentence(QString::fromStdString(error.message())),
            QString::fromStdString(error.advice),
            std::move(actions),
            {}};
}

void Notices::show(Notice notice)
{
    if (!m_notices.empty() && m_notices.back() == notice)
        return;
    std::erase_if(m_notices, [&](const Notice& old) { return old.key == notice.key; });
    m_notices.push_back(std::move(notice));
    emit changed();
}

void Notices::showResult(const QString& key, const util::Result<void>& result)
{
    if (result)
        clear(key);
    else
        show(errorNotice(key, result.error()));
}

void Notices::clear(const QString& key)
{
    if (std::erase_if(m_notices, [&](const Notice& old) { return old.key == key; }) > 0)
        emit changed();
}

void Notices::clearAll()
{
    if (m_notices.empty())
        return;
    m_notices.clear();
    emit changed();
}

} // namespace dbgr::ui

#include "moc_notices.cpp"
