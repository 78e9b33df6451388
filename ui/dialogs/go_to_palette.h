// SPDX-License-Identifier: GPL-3.0-or-later
// Functions and source files of the program by a few letters of their names, as a rank that stands knows them: "relax",
// "solver.f90:41". Programs with many are asked again for what is typed. Thread: GUI.
#pragma once

#include "debug/engine_request.h"
#include "ui/bridge/program_names.h"
#include "ui/dialogs/palette.h"
#include "ui/dialogs/place_model.h"

#include <QTimer>

#include <vector>

namespace dbgr::ui {

class GoToPalette final : public Palette
{
    Q_OBJECT

public:
    /// So many functions are looked through here; with more, the engine is asked for those with the letters in one
    /// piece.
    static constexpr std::uint32_t kMostNames = 5000;

    GoToPalette(UiContext& context, QWidget* window);
    /// With a name, and closed again at once if exactly one function has it.
    void openFor(const QString& name);

signals:
    void chosen(const dbgr::debug::SourceLocation& where);

private:
    void takePattern(const QString& pattern) override;
    void choose(const QModelIndex& index) override;
    [[nodiscard]] QString emptyText() const override;

    void askForAll();
    void ask(debug::Describe::What what, const QString& text, ProgramNames& names, std::vector<CodePlace>& places);
    void take(const util::Result<debug::Description>& found, bool areFiles, std::vector<CodePlace>& places);
    void showPlaces();
    /// The one function of that name; none: there are several, or there is none.
    [[nodiscard]] QModelIndex onlyOneNamed(const QString& name) const;

    PlaceModel m_model;
    QTimer m_pause;
    ProgramNames m_sourceNames;
    ProgramNames m_functionNames;
    std::vector<CodePlace> m_sources;
    std::vector<CodePlace> m_functions;
    bool m_hasAll = true; ///< functions
    QString m_wanted;     ///< the name that it was opened for, while nothing else was typed and no answer came
    QString m_problem;
};

} // namespace dbgr::ui
