// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/push/push_scripts.h"

#include "util/string_util.h"

#include <vector>

namespace dbgr::session {

// The loader itself says what a program needs, and where it has found it. Which libraries are the C library's is also
// what installer/tarball/bundle.py knows.
const char* const kPackScript = R"sh(
umask 077
archive=$1 python=$2
shift 2
fail() { echo "$*" >&2; exit 1; }
mkdir -p "${archive%/*}" || exit 1
find "${archive%/*}" -maxdepth 1 -name 'daemons-*' -mtime +30 -exec rm -rf {} + 2>/dev/null
stage=$(mktemp -d "$archive.XXXXXXXX") || exit 1
trap 'rm -rf "$stage"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$stage/bin" "$stage/lib" "$stage/lib/dbgr" || exit 1
for program; do
    LD_TRACE_LOADED_OBJECTS=1 "$program" >>"$stage/needed" || fail "$program does not say which libraries it needs"
    own=$stage/bin/${program##*/}
    strip -o "$own" "$program" 2>/dev/null || ln -sf "$program" "$own" || exit 1
done
missing=$(sed -n 's/^[[:space:]]*\(.*\) => not found$/\1/p' "$stage/needed" | sort -u | tr '\n' ' ')
[ -z "$missing" ] || fail "libraries are missing here: $missing"
sed -n 's/^[[:space:]]*\([^[:space:]]*\) => \(\/.*\) (0x[0-9a-f]*)$/\1 \2/p' "$stage/needed" | sort -u >"$stage/found"
while read -r name path; do
    case $name in
        ld-linux*|libc.so.*|libm.so.*|libmvec.so.*|libpthread.so.*|libdl.so.*|librt.so.*|libresolv.so.*|libutil.so.*|\
        libanl.so.*|libnsl.so.*|libthread_db.so.*|libnss_*) continue ;;
        libpython3.*)
            version=${name#lib}
            version=${version%%.so*}
            for home in "${path%/*}/$version" "${path%/*}/../$version" "${path%/*}/../lib/$version" "/usr/lib/$version"; do
                if [ -z "$python" ] && [ -d "$home/encodings" ]; then
                    mkdir -p "$stage/lib/dbgr/python/lib/$version" || exit 1
                    ln -s "$home"/*.py "$home/encodings" "$home/collections" "$stage/lib/dbgr/python/lib/$version" || exit 1
                    break
                fi
            done ;;
    esac
    ln -sf "$path" "$stage/lib/dbgr/$name" || exit 1
done <"$stage/found"
[ -z "$python" ] || ln -s "$python" "$stage/lib/dbgr/python" || exit 1
tar -C "$stage" --exclude=__pycache__ -I 'gzip -1' -chf "$stage/archive" bin lib || exit 1
sum=$(sha256sum <"$stage/archive") || exit 1
echo "${sum%% *}" >"$stage/sum"
mv -f "$stage/archive" "$archive" && mv -f "$stage/sum" "$archive.sha256"
)sh";

// A shell that waits at a pipe sees the end of all that have its other end, however they ended. It is started before
// there is anything to take away. Folders of earlier jobs whose shells were killed, too, go when the next one comes by.
const char* const kStartScript = R"sh(
umask 077
fail() {
    status=$1
    shift
    [ -n "$DBGR_PUSH_SILENT" ] || echo "dbgr on $(uname -n): $*" >&2
    [ -z "$folder" ] || rm -rf "$folder"
    exit "$status"
}
here="$(uname -n) $(readlink /proc/self/ns/pid)"
folder=
tried=
for base in "$TMPDIR" /tmp /var/tmp /dev/shm; do
    [ -d "$base" ] || continue
    for old in "$base"/dbgr-pushed.??????????; do
        [ -O "$old" ] && [ ! -h "$old" ] && { read -r pid where <"$old/guard"; } 2>/dev/null && [ "$where" = "$here" ] &&
            ! grep -qF -e "$old" "/proc/$pid/cmdline" 2>/dev/null && rm -rf "$old"
    done
    tried="$tried $base"
    folder=$(mktemp -d "$base/dbgr-pushed.XXXXXXXXXX" 2>/dev/null) || { folder=; continue; }
    echo exit >"$folder/try" && chmod 700 "$folder/try" && "$folder/try" 2>/dev/null && break
    rm -rf "$folder"
    folder=
done
[ -n "$folder" ] || fail 81 "there is no folder in which programs could be put and run, of$tried"
mkfifo "$folder/alive" && exec 9<>"$folder/alive" || fail 81 "no pipe can be made in $folder"
setsid=$(command -v setsid)
$setsid sh -c 'trap "" HUP INT TERM
    exec <"$1/alive" 9>&-
    echo "$$ $2" >"$1/guard"
    read -r end
    rm -rf "$1"' guard "$folder" "$here" </dev/null >/dev/null 2>&1 &
fetch() {
    if command -v bash >/dev/null; then
        exec bash -c 'exec 3<>"/dev/tcp/$1/$2" && echo "$3" >&3 && exec cat <&3' fetch "$1" "$2" "$DBGR_PUSH_KEY"
    elif command -v python3 >/dev/null; then
        exec python3 -c 'import shutil, socket, sys
call = socket.create_connection((sys.argv[1], int(sys.argv[2])))
call.sendall(sys.argv[3].encode() + b"\n")
shutil.copyfileobj(call.makefile("rb"), sys.stdout.buffer)' "$1" "$2" "$DBGR_PUSH_KEY"
    elif command -v perl >/dev/null; then
        exec perl -MIO::Socket::INET -e '$call = IO::Socket::INET->new(PeerAddr => $ARGV[0], PeerPort => $ARGV[1]) or exit 1;
print $call "$ARGV[2]\n"; print while sysread($call, $_, 65536)' "$1" "$2" "$DBGR_PUSH_KEY"
    fi
    echo "there is none of bash, python3 and perl, by which dbgr could be called" >&2
    exit 1
}
archive=$folder/archive
why="no address is known"
come=
for address in $(echo "$DBGR_PUSH_FROM" | tr , ' '); do
    (fetch "${address%:*}" "${address##*:}") >"$archive" 2>"$folder/words" </dev/null &
    pid=$!
    tries=0
    while kill -0 "$pid" 2>/dev/null && [ ! -s "$archive" ] && [ "$tries" -lt 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    [ -s "$archive" ] || kill "$pid" 2>/dev/null
    wait "$pid"
    sum=$(sha256sum <"$archive")
    [ "${sum%% *}" = "$DBGR_PUSH_SHA256" ] && come=yes && break
    echo "to see whether there is room" >>"$folder/room" 2>/dev/null || fail 84 "there is no room for dbgr's daemons in $folder"
    why="from $address have come $(wc -c <"$archive") bytes that are not what dbgr has sent: $(head -n 1 "$folder/words")"
done
[ -n "$come" ] || fail 82 "dbgr's daemons have not arrived: $why"
words=$(tar -C "$folder" --no-same-owner -xzf "$archive" 2>&1) ||
    fail 84 "there is no room for dbgr's daemons in $folder: $(echo "$words" | head -n 1)"
rm -f "$archive"
exec </dev/null
unset DBGR_PUSH_FROM DBGR_PUSH_KEY DBGR_PUSH_SHA256
LD_LIBRARY_PATH=$folder/lib/dbgr
export LD_LIBRARY_PATH
words=$("$folder/bin/dbgd" --version 2>&1 >/dev/null) || fail 83 "dbgd cannot run here: $(echo "$words" | tail -n 1)"
trap : HUP INT TERM
"$folder/bin/dbgd" "$@"
status=$?
trap '' HUP INT TERM
rm -rf "$folder"
[ "$status" -le 128 ] || status=0 # one that was killed is not to take those of other nodes with it
exit "$status"
)sh";

std::optional<std::string> whyNotStarted(int status)
{
    switch (status) {
    case 81:
        return "a node has no folder in which programs could be put and run: of $TMPDIR, /tmp, /var/tmp and /dev/shm, "
               "one "
               "must be writable, and not be mounted noexec";
    case 82:
        return "a node has not got the programs: none of the addresses of this one could be called from there, or "
               "there is "
               "none of bash, python3 and perl";
    case 83:
        return "dbgd does not run on a node: its C library is older than what dbgr was built with, or its processor is "
               "another kind";
    case 84:
        return "a node has no room for the programs in $TMPDIR, or else in /tmp: some hundred megabytes";
    default:
        return std::nullopt;
    }
}

std::string pushWords(std::string_view printed)
{
    std::vector<std::string> said;
    for (const std::string_view line : util::split(printed, '\n'))
        if (const std::size_t at = line.find("dbgr on "); at != std::string_view::npos) // a launcher marks whose it is
            said.emplace_back(line.substr(at));
    return util::join(said, "\n");
}

} // namespace dbgr::session
