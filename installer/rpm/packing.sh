# SPDX-License-Identifier: GPL-3.0-or-later
# Makes packages of rpm's out of files; sourced, not run.
# shellcheck shell=bash disable=SC2154 # $installer, $version: of common.sh

# Any rpm since 4.13 can read them. RPM_PAYLOAD=w1.xzdio is quick.
# packRpms RELEASE GLIBC STAGE LISTS OUT: the files in STAGE, by lists named LISTS/files.PACKAGE, into packages in OUT.
packRpms() {
    local out="$5"
    sed "s/@VERSION@/$version/; s/@RELEASE@/$1/; s/@GLIBC@/$2/" "$installer/rpm/dbgr.spec.in" >"$out/dbgr.spec" &&
        SOURCE_DATE_EPOCH="$(sourceDate)" rpmbuild -bb --target "$(uname -m)" --define "_topdir $out/rpmbuild" \
            --define "_rpmdir $out" --define "_rpmfilename %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm" \
            --define "_binary_payload ${RPM_PAYLOAD:-w6T$jobs.xzdio}" --define "stage $3" --define "lists $4" "$out/dbgr.spec" && rm -rf "$out/rpmbuild" "$out/dbgr.spec"
}
