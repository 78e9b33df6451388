# SPDX-License-Identifier: GPL-3.0-or-later
# Run by init.sh as a plain user: what has to work where only ancestors may trace, and what is refused in words.
export PATH=/bin:/dbgr HOME=/tmp TMPDIR=/tmp
rank=/dbgr/debuggees/launcher_rank_plain
bad=0

# verdict NAME FILE WORDS...: whether the file has each of the words.
verdict() {
    name=$1 file=$2
    shift 2
    for words in "$@"; do
        if ! grep -q -- "$words" "$file"; then
            bad=1
            echo "BAD: $name: no \"$words\" in"
            cat "$file" /tmp/log* | tail -n 60
            return
        fi
    done
    echo "well: $name"
}

# beats FOLDER RANK: whether it runs.
beats() {
    before=$(cat "$1/beat.$2" 2>/dev/null)
    sleep 1
    [ -n "$before" ] && [ "$(cat "$1/beat.$2")" -gt "$before" ]
}

export DBGR_DAEMON_LOG=/tmp/log
mkdir /tmp/a
dbgr --batch -c "break turn" -c continue -c "print turns" -c kill dbgrun -n 2 $rank 60 /tmp/a >/tmp/launch 2>&1
verdict "a launch by dbgrun" /tmp/launch "breakpoint 1"

mkdir /tmp/b
dbgrun -n 2 $rank 60 /tmp/b >/dev/null 2>&1 &
launcher=$!
sleep 3
dbgr --batch -c "break turn" -c continue -c stacks -c detach -c quit --attach $launcher >/tmp/attach 2>&1
verdict "attaching to a job of dbgrun" /tmp/attach "breakpoint 1"
beats /tmp/b 0 && beats /tmp/b 1 && echo "well: and it runs on" || { bad=1; echo "BAD: it does not run on"; }
touch /tmp/b/stop

mkdir /tmp/c
printf '#!/bin/sh\nexport PMI_RANK=0 PMI_SIZE=1\nexec "$@"\n' >/tmp/weirdrun
chmod +x /tmp/weirdrun
dbgr --batch -c "break turn" -c continue -c kill /tmp/weirdrun dbgr-exec $rank 60 /tmp/c >/tmp/agent 2>&1
verdict "a launch through dbgr-exec" /tmp/agent "breakpoint 1"

# The undertaker has to clean the text of ranks that run on when the keeper is gone: their end is at a breakpoint.
for way in dbgrun "/tmp/weirdrun dbgr-exec"; do
    rm -rf /tmp/d
    mkdir /tmp/d
    mkfifo /tmp/d/input
    dbgr --batch --keep-going $way $rank 60 /tmp/d </tmp/d/input >/tmp/killed 2>&1 &
    exec 3>/tmp/d/input
    echo "break launcher_rank.cpp:$(cat /last_line)" >&3
    echo "continue &" >&3
    until grep -q "continue &" /tmp/killed && [ -e /tmp/d/beat.0 ]; do sleep 1; done
    sleep 3
    for process in /proc/[0-9]*; do # by its name: the undertaker has the same program
        [ "$(cat $process/comm)" = dbgd-keeper ] && kill -9 "${process#/proc/}"
    done
    sleep 1
    touch /tmp/d/stop
    sleep 2
    exec 3>&-
    wait
    verdict "the keeper is killed ($way)" /tmp/killed "ended (signal 9" "rank 0 ends"
done

mkdir /tmp/e
$rank 60 /tmp/e >/dev/null 2>&1 &
loose=$!
sleep 1
dbgr --batch -c quit --attach-pids $loose >/tmp/loose 2>&1
verdict "somebody else's child is refused in words" /tmp/loose "ptrace_scope is 1" "descendants only"
kill $loose

[ $bad = 0 ] && echo "sessions: all went well"
