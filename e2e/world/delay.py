"""Delays what a router passes on: what is routed into an interface comes out of it again later.

Usage (Linux, root): delay.py INTERFACE MS JITTER_MS
Makes the interface (TUN), which exists as long as this process, and writes «ready». Each packet is held for MS ± JITTER_MS, evenly
distributed, so that some overtake others. In Python, because Node.js has no ioctl, without which no such interface can be opened.
"""

import fcntl
import heapq
import os
import random
import select
import struct
import sys
import time

# linux/if_tun.h
TUNSETIFF = 0x400454CA
IFF_TUN = 0x0001
IFF_NO_PI = 0x1000

name = sys.argv[1]
delay, jitter = (float(ms) / 1000 for ms in sys.argv[2:])

tun = os.open("/dev/net/tun", os.O_RDWR)
fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
print("ready", flush=True)

# (when it is due, the packet), the next one first.
held: list[tuple[float, bytes]] = []
while True:
    timeout = max(0, held[0][0] - time.monotonic()) if held else None
    if select.select([tun], [], [], timeout)[0]:
        packet = os.read(tun, 65536)
        heapq.heappush(held, (time.monotonic() + delay + random.uniform(-jitter, jitter), packet))
    while held and held[0][0] <= time.monotonic():
        os.write(tun, heapq.heappop(held)[1])
