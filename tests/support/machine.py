# SPDX-License-Identifier: GPL-3.0-or-later
"""What this machine can do, for tests and benches in Python."""
import re
import subprocess


def processor_watches(build):
    """Whether the processor stops who touches watched memory; some virtual machines' do not."""
    findings = subprocess.run([build / "bin/dbgd-doctor"], capture_output=True, text=True, check=True).stdout
    return not re.search(r'"check":"watching","verdict":"limited"', findings)
