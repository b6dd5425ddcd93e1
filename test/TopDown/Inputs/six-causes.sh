# six-causes.sh RAFTER-OPT PREFIX: counts PREFIX.causes on the simulated core.
set -eu
for program in chase triad branches divisions forwarding instructions; do
  "$1" record --regions=2 --even --instructions=10000 --warm-up=100000 \
    -o "$2.regions" -- "$2.causes" "$program" >"$2.out" 2>"$2.err"
  "$1" simulate "$2.regions" --design=n1,prefetch=4 --interval=2000 \
    --format=csv -o "$2.$program.csv"
  "$1" counters -o "$2.samples" "$2.$program.csv" 2>&1
done
