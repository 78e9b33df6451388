// SPDX-License-Identifier: GPL-3.0-or-later
// What the user is to be told in place: errors with their four parts, and the next step. The bar over the source shows
// them; nothing of it is a dialog. Thread: GUI.
#pragma once

#include "util/error.h"
#include "util/result.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <vector>

namespace dbgr::ui {

enum class NoticeKind
{
    Hint, ///< the next step
    Warning,
    Error,
};

struct Notice
{
    /// What it is about: a newer notice of the same key replaces it. "launch", "continue", ...
    QString key;
    NoticeKind kind = NoticeKind::Hint;
    QString text;        ///< one sentence: what was tried, on what, why it failed
    QString advice;      ///< what to do now; may be ""
    QStringList actions; ///< names of actions (QObject::objectName) that are offered as buttons, the first as default
    QStringList labels = {}; ///< words of these buttons, where they are not the actions' own ("")

    friend bool operator==(const Notice&, const Notice&) = default;
};

/// An error as a notice, with a capital where it begins.
[[nodiscard]] Notice errorNotice(QString key, const util::Error& error, QStringList actions = {});

class Notices final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Newest last.
    [[nodiscard]] const std::vector<Notice>& all() const { return m_notices; }
    void show(Notice notice);
    /// Shows the error, or takes away what was shown under this key when there is none.
    void showResult(const QString& key, const util::Result<void>& result);
    void clear(const QString& key);
    void clearAll();

signals:
    void changed();

private:
    std::vector<Notice> m_notices;
};

} // namespace dbgr::ui
