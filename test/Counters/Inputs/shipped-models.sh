# shipped-models.sh RAFTER-OPT FAMILIES REGIONS PREFIX: what each family's models
# say of counts of the simulated core that are called as the family calls them.
set -eu
for file in "$2"/*.yaml; do
  family=$(basename "$file" .yaml)
  design=$(sed -n 's/^designs: \["\(.*\)"\]$/\1/p' "$file")
  "$1" simulate "$3" "--design=${design:-n1}" --interval=1000 --format=csv \
    "--events-of=$family" -o "$4.$family.csv"
  echo "family $family"
  "$1" counters -o "$4.samples" "$4.$family.csv" 2>&1
done
