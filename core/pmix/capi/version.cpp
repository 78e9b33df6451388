// SPDX-License-Identifier: BSD-3-Clause
#include <pmix.h>

const char* PMIx_Get_version(void)
{
    return "dbgrpmix " DBGR_VERSION ", PMIx Standard 4.1";
}
