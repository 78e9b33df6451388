// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/go_to_palette.h"

#include "ui/bridge/current_place.h"
#include "ui/dialogs/function_word.h"

#include <QRegularExpression>

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
              {QStringLiteral("goToPalette"), tr("Functions and files"), tr("Type a function, a file, or file:line")}),
      m_sourceNames(context.bridge), m_functionNames(context.bridge)
{
    setModel(m_model);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kTypingPause);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        ask(debug::Describe::What::Functions, splitLine(pattern()).first, m_functionNames, m_functions);
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
    ask(debug::Describe::What::Sources, {}, m_sourceNames, m_sources);
    ask(debug::Describe::What::Functions, m_wanted, m_functionNames, m_functions);
}

void GoToPalette::ask(debug::Describe::What what, const QString& text, ProgramNames& names,
                      std::vector<CodePlace>& places)
{
    const auto rank = context().place.rank();
    if (!rank) {
        m_problem = tr("There is no job: functions and files are those of a rank that stands");
        places.clear();
        return showPlaces();
    }
    const bool areFiles = what == debug::Describe::What::Sources;
    names.ask(*rank, {what, text.toStdString(), kMostNames},
              [this, areFiles, &places](const auto& found) { take(found, areFiles, places); });
}

void GoToPalette::take(const util::Result<debug::Description>& found, bool areFiles, std::vector<CodePlace>& places)
{
    places.clear();
    if (!found) {
        m_problem = QString::fromStdString(found.error().message());
        return showPlaces();
    }
    for (const debug::DescribedName& one : found->names) {
        const QString name = QString::fromStdString(one.name);
        CodePlace place = areFiles ? CodePlace{name.mid(name.lastIndexOf(u'/') + 1), {one.name, 1, 0}, true}
                                   : CodePlace{name, locationOf(one.place), false};
        if (place.where.known())
            places.push_back(std::move(place));
    }
    if (!areFiles && (pattern().isEmpty() || !m_wanted.isEmpty()))
        m_hasAll = found->left == 0 && m_wanted.isEmpty();
    showPlaces();
    if (const QString wanted = areFiles ? QString() : std::exchange(m_wanted, {}); !wanted.isEmpty())
        trigger(onlyOneNamed(wanted)); // an invalid one leaves it open
}

QModelIndex GoToPalette::onlyOneNamed(const QString& name) const
{
    QModelIndex found;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const CodePlace& place = m_model.place(row);
        if (place.isFile || !isWordOf(name, place.name, QString::fromStdString(place.where.file)))
            continue;
        if (found.isValid() && m_model.place(found.row()).where != place.where) // else another instance of a template
            return {};
        found = m_model.index(row);
    }
    return found;
}

void GoToPalette::showPlaces()
{
    std::vector<CodePlace> all = m_sources;
    all.insert(all.end(), m_functions.begin(), m_functions.end());
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
    if (m_sourceNames.underWay() || m_functionNames.underWay() || m_pause.isActive())
        return tr("Looking through the debug information ...");
    if (!m_problem.isEmpty())
        return m_problem;
    return tr("No function and no file has these letters in its name");
}

} // namespace dbgr::ui

#include "moc_go_to_palette.cpp"
