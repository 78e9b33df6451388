// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/search_palette.h"

#include "ui/bridge/current_place.h"

#include <chrono>
#include <utility>

namespace dbgr::ui {

namespace {

constexpr std::chrono::milliseconds kSearchPause{150};
constexpr std::uint32_t kMostSearchedFiles = 20000;
constexpr int kSearchWidth = 860;

} // namespace

SearchPalette::SearchPalette(UiContext& context, Whereabouts whereabouts, QWidget* window)
    : Palette(context, window,
              {QStringLiteral("searchPalette"), tr("Lines of source files"),
               tr("Type what to look for in the program's source files, or /REGEX/"), kSearchWidth}),
      m_whereabouts(std::move(whereabouts)), m_names(context.bridge)
{
    setModel(m_model);
    m_pool.setMaxThreadCount(1);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kSearchPause);
    connect(&m_pause, &QTimer::timeout, this, &SearchPalette::search);
}

SearchPalette::~SearchPalette()
{
    stop();
    m_pool.waitForDone();
}

void SearchPalette::takePattern(const QString& pattern)
{
    if (isHidden())
        askForFiles(); // what is loaded now may be more than the last time
    stop();
    m_outcome.clear();
    m_model.setLines({});
    if (pattern.isEmpty())
        m_pause.stop();
    else
        m_pause.start();
}

void SearchPalette::askForFiles()
{
    const auto rank = context().place.rank();
    if (!rank) {
        m_files.clear();
        m_problem = tr("There is no job: which files its program has is known when a rank stands");
        return;
    }
    m_problem.clear();
    m_names.ask(*rank, {debug::Describe::What::Sources, "", kMostSearchedFiles},
                [this](const auto& found) { take(found); });
}

void SearchPalette::take(const util::Result<debug::Description>& found)
{
    m_files.clear();
    if (!found) {
        m_problem = QString::fromStdString(found.error().message());
        selectFirst();
        return;
    }
    for (const debug::DescribedName& one : found->names) {
        const QString file = QString::fromStdString(one.name);
        m_files.push_back({file, m_whereabouts(file)});
    }
    search();
}

void SearchPalette::search()
{
    stop();
    if (pattern().isEmpty() || m_names.underWay() || m_files.empty())
        return selectFirst();
    const auto words = session::LinePattern::read(pattern().toStdString());
    if (!words) {
        m_outcome = QString::fromStdString(words.error().message());
        return selectFirst();
    }
    m_stopped = std::make_shared<std::atomic<bool>>(false);
    m_pool.start([this, files = m_files, words = *words, stopped = m_stopped] {
        FoundLines found = lookThrough(files, words, kMostLines, *stopped);
        QMetaObject::invokeMethod(
            this,
            [this, stopped, found = std::move(found)]() mutable {
                if (stopped == m_stopped)
                    show(std::move(found));
            },
            Qt::QueuedConnection);
    });
    selectFirst();
}

void SearchPalette::stop()
{
    if (m_stopped)
        *m_stopped = true;
    m_stopped.reset();
}

void SearchPalette::show(FoundLines found)
{
    m_stopped.reset();
    m_outcome = tr("No line of %1 has that")
                    .arg(found.searched == 1 ? tr("one source file") : tr("%1 source files").arg(found.searched));
    if (found.missing > 0)
        m_outcome += tr("; %1 cannot be read on this machine").arg(found.missing);
    m_model.setLines(std::move(found.lines), found.more);
    selectFirst();
}

void SearchPalette::choose(const QModelIndex& index)
{
    emit chosen(m_model.place(index.row()));
}

QString SearchPalette::emptyText() const
{
    if (!m_problem.isEmpty())
        return m_problem;
    if (m_names.underWay())
        return tr("Asking which source files there are ...");
    if (m_stopped || m_pause.isActive())
        return tr("Looking through the source files ...");
    return m_outcome;
}

} // namespace dbgr::ui

#include "moc_search_palette.cpp"
