// SPDX-License-Identifier: GPL-3.0-or-later
// One way to say what is to be attached to: a page of the attach dialog. Thread: GUI.
#pragma once

#include "launchers/attach_spec.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <QWidget>

#include <optional>

namespace dbgr::ui {

/// What a page says, complete.
struct AttachChoice
{
    launchers::AttachTarget target;
    std::optional<util::RankSet> ranks = {}; ///< nothing: all
};

class AttachPage : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// \errors why there is none, with a sentence for the user
    [[nodiscard]] virtual util::Result<AttachChoice> choice() const = 0;
    /// Puts the keyboard where one begins.
    virtual void begin() = 0;

signals:
    /// choice() is another one.
    void changed();
    /// The user wants it now.
    void accepted();
};

} // namespace dbgr::ui
