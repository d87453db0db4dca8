"""The two-device race as people would model it in Python: with SimPy, and with nothing but heapq.

The phone ticks row 0 at time 0, the Mac ticks row 1 `gap` seconds later. Each flushes once a second at a phase of its
own; a message takes 50 ms and up to 150 ms more. The relay keeps the version with the greater stamp and passes it on;
so do devices. Prints, as JSON, how many scenarios a second of processor time and how often a tick was lost at each gap.

    race_window_peers.py simpy|heapq SCENARIOS_PER_GAP GAP…
"""

import heapq
import json
import random
import sys
import time

PERIOD, BASE, SPREAD = 1.0, 0.05, 0.15


def with_simpy(gap, chance):
    import simpy

    env = simpy.Environment()
    versions = [((-1.0, 0), (False, False)), ((-1.0, 1), (False, False)), ((-1.0, 2), (False, False))]
    relay = 2
    unsent = [False, False]
    phases = [chance.random() * PERIOD, chance.random() * PERIOD]

    def travel(version, target, sender=None):
        yield env.timeout(BASE + chance.random() * SPREAD)
        if version[0] > versions[target][0]:
            versions[target] = version
            if target == relay:
                env.process(travel(version, 1 - sender))

    def user(device, start):
        yield env.timeout(start)
        rows = list(versions[device][1])
        rows[device] = True
        versions[device] = ((env.now, device), tuple(rows))
        unsent[device] = True

    def flusher(device):
        yield env.timeout(phases[device])
        while env.now <= gap + PERIOD:
            if unsent[device]:
                unsent[device] = False
                env.process(travel(versions[device], relay, device))
            yield env.timeout(PERIOD)

    env.process(user(0, 0.0))
    env.process(user(1, gap))
    for device in (0, 1):
        env.process(flusher(device))
    env.run()
    return not all(versions[relay][1])


def with_heapq(gap, chance):
    rand = chance.random
    push, pop = heapq.heappush, heapq.heappop
    rows, stamps, unsent = [0, 0, 0], [(-1.0, 0), (-1.0, 1), (-1.0, 2)], [False, False]
    events = [(0.0, 0, "tick", 0, None, 0), (gap, 1, "tick", 1, None, 0)]
    events += [(rand() * PERIOD, 2, "flush", 0, None, 0), (rand() * PERIOD, 3, "flush", 1, None, 0)]
    heapq.heapify(events)
    number = 4
    while events:
        now, _, kind, place, stamp, value = pop(events)
        if kind == "tick":
            rows[place] |= 1 << place
            stamps[place] = (now, place)
            unsent[place] = True
        elif kind == "flush":
            if unsent[place]:
                unsent[place] = False
                push(events, (now + BASE + rand() * SPREAD, number, "relay", place, stamps[place], rows[place]))
                number += 1
            if now <= gap:
                push(events, (now + PERIOD, number, "flush", place, None, 0))
                number += 1
        elif kind == "relay":
            if stamp > stamps[2]:
                stamps[2], rows[2] = stamp, value
                push(events, (now + BASE + rand() * SPREAD, number, "device", 1 - place, stamp, value))
                number += 1
        elif stamp > stamps[place]:
            stamps[place], rows[place] = stamp, value
    return rows[2] != 3


def main():
    model = {"simpy": with_simpy, "heapq": with_heapq}[sys.argv[1]]
    count = int(sys.argv[2])
    gaps = [float(word) for word in sys.argv[3:]]
    chance = random.Random(20261130)
    lost = []
    start = time.process_time()
    for gap in gaps:
        lost.append(sum(model(gap, chance) for _ in range(count)))
    seconds = time.process_time() - start
    print(json.dumps({"scenarios": count * len(gaps), "seconds": seconds, "lost": lost}))


main()
