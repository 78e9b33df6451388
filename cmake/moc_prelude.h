// SPDX-License-Identifier: GPL-3.0-or-later
// What moc reads before each header.
#pragma once

#include <cstddef>
