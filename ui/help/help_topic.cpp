// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_topic.h"

#include <QVariant>
#include <QWidget>

#include <algorithm>
#include <iterator>

namespace dbgr::ui {

namespace {

constexpr const char* kMessageProperty = "helpMessage";

struct Topic
{
    const char* widget; ///< its objectName
    const char* page;
};

constexpr Topic kTopics[] = {
    {"dock.ranks", "ranks.md"},
    {"dock.stacks", "stacks.md"},
    {"dock.callStack", "call-stack.md"},
    {"dock.variables", "variables.md"},
    {"dock.watches", "watches.md"},
    {"dock.console", "console.md"},
    {"dock.breakpoints", "breakpoints.md"},
    {"dock.threads", "threads.md"},
    {"dock.log", "log.md"},
    {"dock.traces", "traces.md"},
    {"sourceArea", "source.md"},
    {"startPage", "launching.md#the-start-page"},
    {"toolBar.run", "window.md#the-focus"},
    {"attachDialog", "attaching.md"},
    {"pathMapDialog", "source.md#when-a-file-is-not-found"},
    {"preferences", "window.md#preferences"},
    {"keys", "window.md#keys"},
    {"commandPalette", "window.md#keys"},
    {"signals", "running.md#signals"},
    {"doctor", "troubleshooting.md#the-doctor"},
    {"help", "window.md#help"},
    {"mainWindow", "window.md"},
};

const char* pageOf(const QString& name)
{
    const auto* const found =
        std::find_if(std::begin(kTopics), std::end(kTopics), [&](const Topic& one) { return name == one.widget; });
    return found == std::end(kTopics) ? "" : found->page;
}

} // namespace

QString helpTopicOf(const QWidget* widget)
{
    for (; widget; widget = widget->parentWidget()) {
        const QString message = widget->property(kMessageProperty).toString();
        if (!message.isEmpty())
            return kMessageTopic + message;
        const char* const page = pageOf(widget->objectName());
        if (*page)
            return QLatin1String(page);
    }
    return {};
}

void setHelpMessage(QWidget& widget, const QString& text)
{
    widget.setProperty(kMessageProperty, text);
}

} // namespace dbgr::ui
