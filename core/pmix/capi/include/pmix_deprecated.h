// SPDX-License-Identifier: BSD-3-Clause
// Names that earlier editions of the Standard and older programs have. Deprecated codes and attributes are in status.h
// and attributes.h, with the others.
#pragma once

#include <pmix_common.h>

DBGRPMIX_BEGIN

PMIX_EXPORT pmix_status_t PMIx_tool_connect_to_server(pmix_proc_t* proc, pmix_info_t info[], size_t ninfo);

DBGRPMIX_END

#define PMIX_JOB_STATE_PREPPED PMIX_JOB_STATE_AWAITING_ALLOC

#define pmix_argv_count(a) PMIx_Argv_count(a)
#define pmix_argv_append_nosize(a, b) PMIx_Argv_append_nosize((a), (b))
#define pmix_argv_prepend_nosize(a, b) PMIx_Argv_prepend_nosize((a), (b))
#define pmix_argv_append_unique_nosize(a, b) PMIx_Argv_append_unique_nosize((a), (b))
#define pmix_argv_free(a) PMIx_Argv_free(a)
#define pmix_argv_split(a, b) PMIx_Argv_split((a), (b))
#define pmix_argv_split_with_empty(a, b) PMIx_Argv_split_with_empty((a), (b))
#define pmix_argv_split_inter(a, b, c) PMIx_Argv_split_inter((a), (b), (c))
#define pmix_argv_join(a, b) PMIx_Argv_join((a), (b))
#define pmix_argv_copy(a) PMIx_Argv_copy(a)
#define pmix_setenv(a, b, c, d) PMIx_Setenv((a), (b), (c), (d))
