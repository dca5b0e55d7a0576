"""Trains the recognition net on generated slabs (slabs.ts) and writes its file. See README.md.

Each batch has two simulated photographs of each of some slabs; the net learns to give them like vectors, and other slabs of the batch unlike ones
(supervised contrastive learning, Khosla et al. 2020). Then its head alone is trained on, with ten times as many slabs in a batch (head.py).
"""

import argparse
import hashlib
import json
import time

import cv2
import numpy as np
import torch
from torch import nn

from head import Check, contrastive_loss, describe, train_head, trained_head
from net import SIDE, Net, encode, start_from
from photographs import SLAB, draw_batch

# The highest rate of learning, of a net from random weights and of one that goes on.
RATE = 4e-3
RATE_ON = 2.4e-3


def example_of(net, head, bias):
    """What PyTorch gives for a picture that net.test.ts makes too."""
    at = np.arange(SIDE)
    picture = 120 + 60 * np.sin(at[None, :] / 3) * np.cos(at[:, None] / 7) + 20 * np.sin(at[None, :] * at[:, None] / 50)
    with torch.no_grad():
        statistics = net.statistics(torch.from_numpy(picture[None]).float())
    return nn.functional.normalize(statistics @ head + bias)[0].tolist()


def write(net, head, bias, path):
    content = encode(net, head, bias)
    with open(path, 'wb') as file:
        file.write(content)
    example = {'sha256': hashlib.sha256(content).hexdigest(), 'vector': example_of(net, head, bias)}
    with open(path.replace('.bin', '-example.json'), 'w') as file:
        json.dump(example, file, indent=2)
        file.write('\n')


def train_net(net, slabs, check, args):
    rng = np.random.default_rng(args.seed)
    optimizer = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-4)
    rate = RATE_ON if args.start else RATE
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, args.steps, pct_start=0.15)
    start, running = time.time(), 0.0
    for step in range(1, args.steps + 1):
        loss = contrastive_loss(net(draw_batch(slabs, args.batch, rng)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        running += loss.item()
        if step % 50 == 0:
            print(f'{step} loss {running / 50:.3f} {time.time() - start:.0f} s', flush=True)
            running = 0.0
        if step % 500 == 0 or step == args.steps:
            net.eval()
            # Training may be stopped at any time: what it has so far is a net.
            write(net, *trained_head(net), args.out)
            print(check(net, *trained_head(net)), flush=True)
            net.train()


def main():
    options = argparse.ArgumentParser()
    options.add_argument('slabs')
    options.add_argument('out')
    options.add_argument('--start', help='the file of a net that is trained on')
    options.add_argument('--steps', type=int, default=3000)
    options.add_argument('--batch', type=int, default=56)
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--held-out', type=int, default=300)
    args = options.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    slabs = np.memmap(args.slabs, np.uint8, 'r').reshape(-1, SLAB, SLAB)
    train, held_out = slabs[args.held_out :], slabs[: args.held_out]
    print(f'{len(train)} slabs, digest {hashlib.sha256(slabs.tobytes()).hexdigest()}')
    net = Net().to(memory_format=torch.channels_last).train()
    if args.start:
        with open(args.start, 'rb') as file:
            start_from(net, file.read(), draw_batch(train, 150, np.random.default_rng(5)))
    check = Check(held_out)
    train_net(net, train, check, args)
    net.eval()
    head, bias = train_head(describe(net, train, np.random.default_rng(11)), *trained_head(net), args.seed)
    print(check(net, head, bias))
    write(net, head, bias, args.out)


if __name__ == '__main__':
    main()
