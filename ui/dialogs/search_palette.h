// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of the program's source files that have something in them. Which files there are, a rank that stands knows;
// they are read on this machine, by a worker. Way: letters -> worker -> FoundLinesModel. Thread: GUI.
#pragma once

#include "debug/frame.h"
#include "ui/bridge/program_names.h"
#include "ui/dialogs/found_lines_model.h"
#include "ui/dialogs/palette.h"

#include <QStringList>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace dbgr::ui {

class SearchPalette final : public Palette
{
    Q_OBJECT

public:
    /// Where on this machine a file of the program may be, the likeliest place first.
    using Whereabouts = std::function<QStringList(const QString& file)>;
    static constexpr std::size_t kMostLines = 500;

    SearchPalette(UiContext& context, Whereabouts whereabouts, QWidget* window);
    ~SearchPalette() override;
    /// With what was looked for the last time.
    void openAgain() { open(pattern()); }

signals:
    void chosen(const dbgr::debug::SourceLocation& where);

private:
    void takePattern(const QString& pattern) override;
    void choose(const QModelIndex& index) override;
    [[nodiscard]] QString emptyText() const override;

    void askForFiles();
    void take(const util::Result<debug::Description>& found);
    void search();
    void stop();
    void show(FoundLines found);

    Whereabouts m_whereabouts;
    FoundLinesModel m_model;
    QTimer m_pause;
    ProgramNames m_names;
    std::vector<FileToSearch> m_files;
    QString m_problem;                            // why there are no files, or none of them can be searched for that
    QString m_outcome;                            // of the search that has ended; "" none has
    std::shared_ptr<std::atomic<bool>> m_stopped; // of the search under way; null: there is none
    QThreadPool m_pool;
};

} // namespace dbgr::ui
