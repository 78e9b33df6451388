// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/capi/capi_rows.h"

#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/batch/job_environment.h"

namespace dbgr::test {

QStringList launchersUnderTest()
{
    QStringList launchers{openMpi5Bin() + "/prterun"};
    if (DBGR_HAS_DBGRUN)
        launchers << dbgrun();
    return launchers;
}

QStringList librariesUnderTest()
{
    QStringList libraries{"ours"};
    if (DBGR_HAS_LIBPMIX)
        libraries << "libpmix";
    return libraries;
}

} // namespace dbgr::test
