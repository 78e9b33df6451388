// SPDX-License-Identifier: GPL-3.0-or-later
// Which page of the manual a widget belongs to: F1 asks the one that has the keyboard. Thread: GUI.
#pragma once

#include <QString>

class QWidget;

namespace dbgr::ui {

/// Of the widget, or of the nearest one around it that has a page: "ranks.md", "window.md#the-focus". "" if none has,
/// or there is no widget. Which have one is a table of their objectNames.
[[nodiscard]] QString helpTopicOf(const QWidget* widget);
/// A widget that tells an error: its page is the entry that has this text.
void setHelpMessage(QWidget& widget, const QString& text);

/// How helpTopicOf() begins for an error's text, which stands behind it.
inline constexpr const char* kMessageTopic = "message:";

} // namespace dbgr::ui
