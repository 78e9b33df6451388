// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_row.h"

#include "session/describe.h"
#include "ui/console/console_model.h"
#include "util/text_encoding.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <string_view>

namespace dbgr::ui {

using session::LineKind;
using session::OutputLine;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ConsoleRow", text);
}

bool isOfOneRank(const ConsoleModel& model)
{
    return model.source().kind == ConsoleSource::Kind::Launcher || model.source().ranks.size() == 1;
}

QString prefixOf(const ConsoleModel& model, std::size_t row, const OutputLine& line)
{
    const QString mark = line.kind == LineKind::Stderr ? QStringLiteral("!") : QString();
    if (isOfOneRank(model))
        return mark;
    const bool ofLauncher = !session::isInput(line.kind) && !line.source;
    const QString who = ofLauncher ? tr("launcher") : QString::fromStdString(session::shortRanks(model.ranks(row)));
    return QLatin1Char('[') + who + mark + QLatin1Char(']');
}

ColorRole roleOf(const OutputLine& line, const session::SentInput* sent)
{
    switch (line.kind) {
    case LineKind::Stdout:
        return ColorRole::Text;
    case LineKind::Stderr:
        return ColorRole::ErrorOutput;
    case LineKind::Input:
    case LineKind::InputEnd:
        break;
    }
    return sent && sent->state == session::InputState::Failed ? ColorRole::ErrorText : ColorRole::Input;
}

QString noteOf(const session::SentInput& sent)
{
    switch (sent.state) {
    case session::InputState::Sending:
        return tr("sending ...");
    case session::InputState::Accepted:
        return {};
    case session::InputState::Failed:
        break;
    }
    return tr("not sent: %1")
        .arg(QString::fromStdString(sent.error ? sent.error->message() : std::string()).simplified());
}

VisibleText bodyOf(const OutputLine& line, std::size_t most)
{
    if (line.kind == LineKind::InputEnd)
        return {tr("> end of file"), {}};
    const std::size_t shown = util::beginOfCharacter(line.text, std::min(line.text.size(), most));
    VisibleText body = visibleText(std::string_view(line.text).substr(0, shown));
    if (line.kind == LineKind::Input)
        body = {QStringLiteral("> ") + body.text, {}};
    return body;
}

} // namespace

ConsoleRow consoleRow(const ConsoleModel& model, std::size_t row)
{
    ConsoleRow shown;
    const OutputLine* const line = model.line(row);
    if (!line)
        return shown;
    const session::SentInput* const sent = model.sentInput(row);
    shown.prefix = prefixOf(model, row, *line);
    shown.body = bodyOf(*line, ConsoleRow::kMostShown);
    shown.role = roleOf(*line, sent);
    if (sent && sent->state == session::InputState::Failed)
        shown.noteRole = ColorRole::ErrorText;
    if (sent)
        shown.note = noteOf(*sent);
    else if (line->text.size() > ConsoleRow::kMostShown)
        shown.note =
            tr("... %1 more bytes").arg(QLocale().toString(qulonglong(line->text.size() - ConsoleRow::kMostShown)));
    return shown;
}

QString plainRow(const ConsoleModel& model, std::size_t row)
{
    const OutputLine* const line = model.line(row);
    if (!line)
        return {};
    const QString prefix = isOfOneRank(model) ? QString() : prefixOf(model, row, *line) + QLatin1Char(' ');
    return prefix + bodyOf(*line, line->text.size()).text;
}

int prefixColumns(const ConsoleModel& model, std::size_t jobSize)
{
    constexpr int kMost = 16;
    if (isOfOneRank(model))
        return 2;
    const int digits = int(QString::number(jobSize > 0 ? jobSize - 1 : 0).size());
    return std::clamp(2 * digits + 5, 8, kMost);
}

} // namespace dbgr::ui
