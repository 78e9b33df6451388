// SPDX-License-Identifier: GPL-3.0-or-later
// What most tests include, compiled once for all of them.
#pragma once

#include <QtTest>

#include <tl/expected.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>
