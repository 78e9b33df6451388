// SPDX-License-Identifier: GPL-3.0-or-later
// What most sources of core and app include, compiled once for all of them.
#pragma once

#include "standard_prelude.h"

#include <tl/expected.hpp>

#include <bit>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fstream>
