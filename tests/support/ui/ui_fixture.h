// SPDX-License-Identifier: GPL-3.0-or-later
// All that docks and pages share, over a session with a fake backend and settings of its own. Needs a QApplication.
// Thread: the test's.
#pragma once

#include "tests/support/session/session_fixture.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/ui_context.h"

#include <QTemporaryDir>

namespace dbgr::test {

struct UiFixture : SessionFixture
{
    /// Lets news and answers arrive, and the questions that they bring, too.
    void settle()
    {
        for (int round = 0; round < 4; ++round) {
            run();
            bridge.flush();
        }
    }

    QTemporaryDir folder;
    ui::Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    ui::Theme theme{settings};
    ui::Actions actions{settings, theme};
    ui::SessionBridge bridge{*session};
    ui::CurrentPlace place{bridge};
    ui::Notices notices;
    ui::UiContext context{bridge, place, notices, settings, theme, actions};
};

} // namespace dbgr::test
