# attached.sh RAFTER-OPT PREFIX: counts a shell that forks nothing and runs.
set -eu
bash -c 'while :; do x=$(<"$0"); done' "$0" &
running=$!
trap 'kill $running' EXIT
for which in pid tid; do
  "$1" counters --family=none --time=task-clock --work=context-switches \
    --events=page-faults --interval=100 --$which=$running --seconds=0.5 \
    -o "$2.$which.csv"
done
