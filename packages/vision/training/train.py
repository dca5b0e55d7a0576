"""Trains the recognition net on generated slabs (slabs.ts) and writes its file. See README.md.

Each batch has two simulated photographs of each of some slabs; the net learns to give them like vectors, and other slabs of the batch unlike ones
(supervised contrastive learning, Khosla et al. 2020). Then a linear discriminant analysis is tried as its head: it makes small
what changes between photographs of one slab. The head that recognizes more held-out slabs is kept.
"""

import argparse
import hashlib
import json
import time

import cv2
import numpy as np
import torch
from torch import nn

from net import DIMENSIONS, SIDE, Net, encode

SLAB = 256
# Pixels of a tile's side in a slab.
TILE = SLAB / 1.5


def draw_look(rng):
    """One tone curve for all photographs of a slab: so a slab is many products."""
    return rng.random() < 0.3, rng.uniform(0.6, 1.6), rng.uniform(0.35, 1.15), rng.uniform(0, 1), rng.integers(0, 4)


def with_look(slab, look):
    is_inverted, gamma, contrast, level, flip = look
    x = slab.astype(np.float32) / 255
    x = (1 - x if is_inverted else x) ** gamma * contrast
    x += level * max(0.0, 0.95 - x.max())
    if flip & 1:
        x = x[:, ::-1]
    return np.ascontiguousarray(x.T if flip & 2 else x) * 255


def photograph(slab, rng):
    """As vision.md, section 3: crop, turn, perspective, size, light, shade, blur, noise and JPEG."""
    is_picture = rng.random() < 0.35
    half = TILE * (1 if rng.random() < 0.6 else 0.75) * (1 if is_picture else rng.uniform(0.8, 1.2)) / 2
    turn = 0 if is_picture else np.deg2rad(rng.uniform(-13, 13) + 90 * rng.integers(0, 4))
    reach = min(half * (abs(np.cos(turn)) + abs(np.sin(turn))), SLAB / 2)
    centre = rng.uniform(reach, SLAB - reach + 1e-3, 2)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ rotation.T
    if not is_picture:
        corners = corners * (1 + rng.uniform(-0.08, 0.08, (4, 1)))
    to = np.float32([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]])
    matrix = cv2.getPerspectiveTransform(np.float32(corners + centre), to)
    x = cv2.warpPerspective(slab, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    # A photograph of 256 pixels is halved: its blur and noise are halved too.
    if is_picture:
        x = cv2.GaussianBlur(x, (0, 0), rng.uniform(0.2, 0.5)) + rng.normal(0, rng.uniform(0, 1), x.shape)
    else:
        across = np.linspace(-1, 1, SIDE)
        shade = 1 + rng.uniform(-0.14, 0.14) * across[None, :] + rng.uniform(-0.14, 0.14) * across[:, None]
        x = cv2.GaussianBlur(x * shade * rng.uniform(0.7, 1.2), (0, 0), rng.uniform(0.2, 0.9))
        x = x + rng.normal(0, rng.uniform(0.5, 4), x.shape)
    x = np.clip(x, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        x = cv2.imdecode(cv2.imencode('.jpg', x, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))])[1], 0)
    return x


def draw_batch(slabs, slabs_per_batch, rng):
    """Two photographs of each slab. A third of the slabs come with their neighbour: often its sister."""
    first = rng.choice(len(slabs) - 1, slabs_per_batch, replace=False)
    third = slabs_per_batch // 3
    chosen = np.unique(np.concatenate([first[: slabs_per_batch - third], first[:third] + 1]))
    pictures = []
    look = draw_look(rng)
    for at, index in enumerate(chosen):
        # Neighbours have one look: they shall differ by their texture.
        if at == 0 or index != chosen[at - 1] + 1:
            look = draw_look(rng)
        slab = with_look(slabs[index], look)
        pictures += [photograph(slab, rng), photograph(slab, rng)]
    return torch.from_numpy(np.stack(pictures)).float()


def contrastive_loss(vectors, temperature):
    similar = vectors @ vectors.T / temperature
    similar.fill_diagonal_(-1e4)
    return nn.functional.cross_entropy(similar, torch.arange(len(vectors)) ^ 1)


@torch.no_grad()
def statistics_of(net, pictures):
    return torch.cat([net.statistics(torch.from_numpy(part).float()) for part in np.array_split(pictures, max(1, len(pictures) // 64))])


def recall(vectors, others):
    return (vectors @ others.T).argmax(1).eq(torch.arange(len(vectors))).float().mean().item()


@torch.no_grad()
def discriminant_head(net, slabs, rng, views=5, shrink=0.1):
    """Linear discriminant analysis on the pooled statistics: the head and its bias."""
    pictures = []
    for slab in slabs:
        look = draw_look(rng)
        pictures += [photograph(with_look(slab, look), rng) for _ in range(views)]
    values = statistics_of(net, np.stack(pictures)).double()
    mean, deviation = values.mean(0), values.std(0) + 1e-4
    grouped = ((values - mean) / deviation).reshape(len(slabs), views, -1)
    centres = grouped.mean(1)
    within = (grouped - centres[:, None]).reshape(len(values), -1)
    covariance = within.T @ within / (len(slabs) * (views - 1))
    size = len(covariance)
    eigen, axes = torch.linalg.eigh(covariance + torch.eye(size) * covariance.trace() / size * shrink)
    whiten = axes / eigen.sqrt()
    whitened = centres @ whiten
    centre = whitened.mean(0)
    _, main = torch.linalg.eigh(torch.cov((whitened - centre).T))
    head = whiten @ main[:, -DIMENSIONS:] / deviation[:, None]
    bias = -(mean @ head) - centre @ main[:, -DIMENSIONS:]
    # The scale has no meaning: vectors get length 1. It keeps the numbers small enough for binary16.
    scale = head.abs().max()
    return (head / scale).float(), (bias / scale).float()


def trained_head(net):
    """The head and the norm before it, as one."""
    scale = net.norm.weight / (net.norm.running_var + net.norm.eps).sqrt()
    head = net.head.weight.T * scale[:, None]
    return head.detach(), (net.head.bias + (net.norm.bias - net.norm.running_mean * scale) @ net.head.weight.T).detach()


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


def main():
    options = argparse.ArgumentParser()
    options.add_argument('slabs')
    options.add_argument('out')
    options.add_argument('--steps', type=int, default=1500)
    options.add_argument('--batch', type=int, default=48)
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--held-out', type=int, default=300)
    args = options.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(args.seed)
    slabs = np.memmap(args.slabs, np.uint8, 'r').reshape(-1, SLAB, SLAB)
    train, held_out = slabs[args.held_out :], slabs[: args.held_out]
    print(f'{len(train)} slabs, digest {hashlib.sha256(slabs.tobytes()).hexdigest()}')
    net = Net().to(memory_format=torch.channels_last).train()
    optimizer = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, args.steps, pct_start=0.15)
    start, running = time.time(), 0.0

    def validate():
        net.eval()
        check = np.random.default_rng(99)
        pairs = np.stack([[photograph(slab, check), photograph(slab, check)] for slab in held_out.astype(np.float32)])
        one, other = statistics_of(net, pairs[:, 0]), statistics_of(net, pairs[:, 1])
        heads = (trained_head(net), discriminant_head(net, train[:800], np.random.default_rng(7)))
        recalls = [
            recall(*(nn.functional.normalize(values @ head + bias) for values in (one, other))) for head, bias in heads
        ]
        write(net, *heads[int(np.argmax(recalls))], args.out)
        net.train()
        print(f'recall@1 of {len(held_out)} held-out slabs: trained head {recalls[0]:.3f}, discriminant {recalls[1]:.3f}', flush=True)

    for step in range(1, args.steps + 1):
        loss = contrastive_loss(net(draw_batch(train, args.batch, rng)), 0.07)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        running += loss.item()
        if step % 50 == 0:
            print(f'{step} loss {running / 50:.3f} {time.time() - start:.0f} s', flush=True)
            running = 0.0
        if step % 500 == 0 or step == args.steps:
            validate()


if __name__ == '__main__':
    main()
