// SPDX-License-Identifier: BSD-3-Clause
// Which edition of the PMIx Standard these headers follow. The additions of 5.0 for tools are there too.
#pragma once

#define PMIX_VERSION_MAJOR 4L
#define PMIX_VERSION_MINOR 1L
#define PMIX_VERSION_RELEASE 0L
#define PMIX_NUMERIC_VERSION 0x00040100
