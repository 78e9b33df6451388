// SPDX-License-Identifier: BSD-3-Clause
// The structs behind every DataType, for code that handles any of them. Thread: any.
#pragma once

#include "pmix/types/app.h"
#include "pmix/types/data_array.h"
#include "pmix/types/data_type.h"
#include "pmix/types/fabric_types.h"
#include "pmix/types/info.h"
#include "pmix/types/proc_info.h"
#include "pmix/types/query.h"
#include "pmix/types/regattr.h"
#include "pmix/types/value.h"
