// SPDX-License-Identifier: BSD-3-Clause
// What clients, tools and servers share: constants, structures, callbacks, and the functions and macros that build
// and free structures. Everything is in dbgrpmix/, in the order of the Standard's chapters.
#pragma once

#include <dbgrpmix/attributes.h>
#include <dbgrpmix/base.h>
#include <dbgrpmix/callbacks.h>
#include <dbgrpmix/codes.h>
#include <dbgrpmix/data_types.h>
#include <dbgrpmix/devices.h>
#include <dbgrpmix/helpers.h>
#include <dbgrpmix/macros.h>
#include <dbgrpmix/status.h>
#include <dbgrpmix/structs.h>

#include <pmix_deprecated.h>
