// SPDX-License-Identifier: GPL-3.0-or-later
// Functions, variables, types and source files of the program by a few letters of their names, as a rank that stands
// knows them: "relax", "solver.f90:41". Programs with many functions are asked again for what is typed. Thread: GUI.
#pragma once

#include "debug/engine_request.h"
#include "ui/bridge/program_names.h"
#include "ui/dialogs/palette.h"
#include "ui/dialogs/place_model.h"

#include <QTimer>

#include <map>
#include <vector>

namespace dbgr::ui {

class GoToPalette final : public Palette
{
    Q_OBJECT

public:
    /// So many functions, and variables and types of each kind, are looked through here; with more functions, the
    /// engine is asked for those with the letters in one piece.
    static constexpr std::uint32_t kMostNames = 5000;

    GoToPalette(UiContext& context, QWidget* window);
    /// With a name, and closed again at once if exactly one function has it, or, if none has, one variable or type.
    void openFor(const QString& name);

signals:
    void chosen(const dbgr::debug::SourceLocation& where);

private:
    void takePattern(const QString& pattern) override;
    void choose(const QModelIndex& index) override;
    [[nodiscard]] QString emptyText() const override;

    void askForAll();
    using What = debug::Describe::What;
    /// Names of one kind.
    struct Kind
    {
        explicit Kind(SessionBridge& bridge) : names(bridge) {}
        ProgramNames names;
        std::vector<CodePlace> places;
        bool isAwaited = false;
    };
    void ask(What what, const QString& text);
    void take(What what, const util::Result<debug::Description>& found);
    void goToWanted();
    void showPlaces();
    /// The one of that name; none: there are several, or there is none. \param data variables and types, else functions
    [[nodiscard]] QModelIndex onlyOneNamed(const QString& name, bool data) const;

    PlaceModel m_model;
    QTimer m_pause;
    std::map<What, Kind> m_kinds;
    bool m_hasAll = true; ///< of each kind
    QString m_wanted;     ///< the name that it was opened for, while nothing else was typed and no answer came
    QString m_problem;
};

} // namespace dbgr::ui
