// SPDX-License-Identifier: GPL-3.0-or-later
// What the system lets the ranks of the focus have, equal ones folded. Asked for when it is shown. Thread: GUI.
#pragma once

#include "debug/description.h"
#include "ui/bridge/latest_answer.h"
#include "ui/window/ui_context.h"

#include <QDialog>

#include <vector>

class QLabel;
class QTableWidget;

namespace dbgr::ui {

class LimitsDialog final : public QDialog
{
    Q_OBJECT

public:
    LimitsDialog(UiContext& context, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Descriptions = std::vector<debug::Description>;

    void ask();
    void take(const util::Result<session::Answer<Descriptions>>& answer);
    void add(const debug::DescribedName& limit, const util::RankSet& ranks);

    UiContext& m_context;
    QLabel* m_words;
    QTableWidget* m_table;
    LatestAnswer<Descriptions> m_answer;
};

} // namespace dbgr::ui
