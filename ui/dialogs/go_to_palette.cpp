// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/go_to_palette.h"

#include "ui/bridge/current_place.h"
#include "ui/dialogs/function_word.h"

#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <utility>

namespace dbgr::ui {

namespace {

constexpr std::chrono::milliseconds kTypingPause{150};

/// The letters, and the line behind a colon: "ring.cpp:41". A line of 0: there is none.
std::pair<QString, std::uint32_t> splitLine(const QString& pattern)
{
    static const QRegularExpression kLine(QStringLiteral("^(.*[^:]):(\\d{0,9})$"));
    const QRegularExpressionMatch match = kLine.match(pattern.trimmed());
    return match.hasMatch() ? std::pair(match.captured(1), match.captured(2).toUInt())
                            : std::pair(pattern.trimmed(), 0U);
}

debug::SourceLocation locationOf(const std::string& place)
{
    const std::size_t colon = place.rfind(':');
    if (colon == std::string::npos)
        return {};
    return {place.substr(0, colon), QString::fromStdString(place.substr(colon + 1)).toUInt(), 0};
}

} // namespace

GoToPalette::GoToPalette(UiContext& context, QWidget* window)
    : Palette(context, window,
              {QStringLiteral("goToPalette"), tr("Functions, files, variables and types"),
               tr("Type a function, a file, file:line, a variable or a type")})
{
    for (const What what : {What::Sources, What::Functions, What::Globals, What::Statics, What::Types})
        m_kinds.try_emplace(what, context.bridge);
    setModel(m_model);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kTypingPause);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        for (const auto& entry : m_kinds) {
            if (entry.first != What::Sources)
                ask(entry.first, splitLine(pattern()).first);
        }
    });
}

void GoToPalette::openFor(const QString& name)
{
    m_wanted = name;
    open(name);
}

void GoToPalette::takePattern(const QString& pattern)
{
    if (isVisible())
        m_wanted.clear();
    if (isHidden() || pattern.isEmpty())
        askForAll(); // what is loaded now may be more than the last time
    else if (!m_hasAll)
        m_pause.start();
    m_model.setPattern(splitLine(pattern).first);
}

void GoToPalette::askForAll()
{
    m_problem.clear();
    m_pause.stop();
    m_hasAll = m_wanted.isEmpty();
    for (auto& [what, kind] : m_kinds)
        kind.isAwaited = true;
    for (const auto& entry : m_kinds)
        ask(entry.first, entry.first == What::Sources ? QString() : m_wanted);
}

void GoToPalette::ask(What what, const QString& text)
{
    Kind& kind = m_kinds.at(what);
    const auto rank = context().place.rank();
    if (!rank) {
        m_problem = tr("There is no job: functions and files are those of a rank that stands");
        kind.places.clear();
        kind.isAwaited = false;
        return showPlaces();
    }
    kind.isAwaited = true;
    kind.names.ask(*rank, {what, text.toStdString(), kMostNames},
                   [this, what](const auto& found) { take(what, found); });
}

void GoToPalette::take(What what, const util::Result<debug::Description>& found)
{
    const bool areFiles = what == What::Sources;
    const bool areData = !areFiles && what != What::Functions;
    Kind& kind = m_kinds.at(what);
    kind.places.clear();
    kind.isAwaited = false;
    if (!found) {
        m_problem = QString::fromStdString(found.error().message());
        return showPlaces();
    }
    for (const debug::DescribedName& one : found->names) {
        const QString name = QString::fromStdString(one.name);
        CodePlace place = areFiles ? CodePlace{name.mid(name.lastIndexOf(u'/') + 1), {one.name, 1, 0}, true}
                                   : CodePlace{name, locationOf(one.place), false};
        place.isData = areData;
        if (place.where.known())
            kind.places.push_back(std::move(place));
    }
    if (pattern().isEmpty())
        m_hasAll = m_hasAll && found->left == 0;
    showPlaces();
    goToWanted();
}

/// When all kinds are known: a function leads, before what else has its name.
void GoToPalette::goToWanted()
{
    if (m_wanted.isEmpty() || std::ranges::any_of(m_kinds, [](const auto& one) { return one.second.isAwaited; }))
        return;
    const QString wanted = std::exchange(m_wanted, {});
    QModelIndex found = onlyOneNamed(wanted, false);
    const bool isFunction =
        found.isValid() || std::ranges::any_of(m_kinds.at(What::Functions).places, [&](const auto& one) {
            return isWordOf(wanted, one.name, QString::fromStdString(one.where.file));
        });
    if (!isFunction)
        found = onlyOneNamed(wanted, true);
    trigger(found); // an invalid one leaves it open
}

QModelIndex GoToPalette::onlyOneNamed(const QString& name, bool data) const
{
    QModelIndex found;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const CodePlace& place = m_model.place(row);
        const bool isOther = place.isFile || place.isData != data;
        if (isOther || !isWordOf(name, place.name, QString::fromStdString(place.where.file)))
            continue;
        if (found.isValid() && m_model.place(found.row()).where != place.where) // else another instance of a template
            return {};
        found = m_model.index(row);
    }
    return found;
}

void GoToPalette::showPlaces()
{
    std::vector<CodePlace> all;
    for (const What what : {What::Sources, What::Functions, What::Globals, What::Statics, What::Types}) {
        const std::vector<CodePlace>& places = m_kinds.at(what).places;
        all.insert(all.end(), places.begin(), places.end());
    }
    m_model.setPlaces(std::move(all));
    selectFirst();
}

void GoToPalette::choose(const QModelIndex& index)
{
    debug::SourceLocation where = m_model.place(index.row()).where;
    if (const std::uint32_t line = splitLine(pattern()).second; line != 0)
        where.line = line;
    emit chosen(where);
}

QString GoToPalette::emptyText() const
{
    const bool isUnderWay = std::ranges::any_of(m_kinds, [](const auto& one) { return one.second.names.underWay(); });
    if (isUnderWay || m_pause.isActive())
        return tr("Looking through the debug information ...");
    if (!m_problem.isEmpty())
        return m_problem;
    return tr("No function, file, variable or type has these letters in its name");
}

} // namespace dbgr::ui

#include "moc_go_to_palette.cpp"
