"""A load and a multiply-add every 4 cycles, the load at least 8 iterations
earlier; no port twice in a cycle, and each of those that the listing names."""
import json
import re
import sys

with open(sys.argv[1]) as file:
    causality = json.load(file)['regions'][0]['causality']
table, instructions = causality['timetable'], causality['instructions']
assert table['cycles'] == 8 and table['late'] <= 1, table
assert len({(u['cycle'], u['port']) for u in table['uses']}) == len(
    table['uses'])
for use in table['uses']:
    ports = instructions[use['instruction']]['ports']
    assert set(re.sub('^p', '', use['port'])) <= set(ports), (use, ports)
of = [[u for u in table['uses'] if u['instruction'] == i] for i in range(3)]
assert [len(uses) for uses in of] == [2, 2, 2], of
assert abs(of[1][0]['cycle'] - of[1][1]['cycle']) == 4, of[1]
assert min(u['iteration'] for u in of[0]) >= max(
    u['iteration'] for u in of[1]) + 8, of
