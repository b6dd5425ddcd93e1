# The mean of regions, weighed by what they stand for, against the whole program.
import json
import sys

regions, whole = ([r for r in json.load(open(path))['regions']]
                  for path in sys.argv[1:3])
weights = [r['stands_for'] for r in regions]
mean = sum(w * r['cpi'] for w, r in zip(weights, regions)) / sum(weights)
# But for the last interval, which is not complete; an instruction is two at most
# on average.
left = whole[0]['instructions'] - sum(weights)
print('stand for all' if 0 <= left < 40000 else f'{left} are left')
ratio = mean / whole[0]['cpi']
print('close' if abs(ratio - 1) < 0.05 else f'not close: {ratio}')
