// SPDX-License-Identifier: GPL-3.0-or-later
// Of each program of tests.
#include "tests/support/run/test_class.h"

int main(int argc, char** argv)
{
    return dbgr::test::runNamedTest(argc, argv);
}
