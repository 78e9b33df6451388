// SPDX-License-Identifier: GPL-3.0-or-later
// Does not include what it uses: lint_headers_selftest shows that this is found.
#pragma once

NameOfAnotherHeader leansOnItsIncluder();
