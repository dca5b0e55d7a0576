"""The head of the net, trained alone: what is before it stays, so that a batch can have hundreds of slabs."""

import numpy as np
import torch
from torch import nn

from net import DIMENSIONS
from photographs import draw_look, draw_variant, photograph, with_look

# Photographs of a product that the head is trained with.
VIEWS = 6
STEPS = 2500
# Products of a batch, in runs of neighbours: variants and sisters come together.
BATCH = 512
RUN = 8
RATE = 3e-3
TEMPERATURE = 0.05


def contrastive_loss(vectors):
    """Each two vectors, one after the other, are of one product."""
    similar = vectors @ vectors.T / TEMPERATURE
    similar.fill_diagonal_(-1e4)
    return nn.functional.cross_entropy(similar, torch.arange(len(vectors)) ^ 1)


@torch.no_grad()
def statistics_of(net, pictures):
    parts = np.array_split(pictures, max(1, len(pictures) // 64))
    return torch.cat([net.statistics(torch.from_numpy(part).float()) for part in parts])


def trained_head(net):
    """The head and the norm before it, as one."""
    scale = net.norm.weight / (net.norm.running_var + net.norm.eps).sqrt()
    head = net.head.weight.T * scale[:, None]
    return head.detach(), (net.head.bias + (net.norm.bias - net.norm.running_mean * scale) @ net.head.weight.T).detach()


def describe(net, slabs, rng):
    """What the net gives before its head, of photographs of each slab and of a variant of it: [product, view, value]. Sisters have one look."""
    values = []
    look = draw_look(rng)
    for at, slab in enumerate(slabs):
        if at % 4 != 3:
            look = draw_look(rng)
        for worn in (look, draw_variant(look, rng)):
            product = with_look(slab, worn)
            values.append(statistics_of(net, np.stack([photograph(product, rng) for _ in range(VIEWS)])))
    return torch.stack(values)


def train_head(values, head, bias, seed):
    """values: as describe gives them. Begins with a head, and returns a better one."""
    mean, deviation = values.mean((0, 1)), values.std((0, 1)) + 1e-4
    values = (values - mean) / deviation
    layer = nn.Linear(values.shape[2], DIMENSIONS)
    with torch.no_grad():
        layer.weight.copy_((head * deviation[:, None]).T)
        layer.bias.copy_(bias + mean @ head)
    optimizer = torch.optim.AdamW(layer.parameters(), RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, STEPS, pct_start=0.1)
    rng = np.random.default_rng(seed)
    for _ in range(STEPS):
        first = rng.integers(0, len(values) // RUN, BATCH // RUN) * RUN
        products = np.unique((first[:, None] + np.arange(RUN)).ravel())
        views = np.argsort(rng.random((len(products), VIEWS)), 1)[:, :2]
        pairs = values[torch.from_numpy(np.repeat(products, 2)), torch.from_numpy(views.ravel())]
        loss = contrastive_loss(nn.functional.normalize(layer(pairs)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    weight = (layer.weight.detach() / deviation).T
    return weight, layer.bias.detach() - mean @ weight


class Check:
    """How many of some slabs a photograph of each finds among photographs of all: with the mean over turned pictures, as the product describes them."""

    def __init__(self, slabs):
        rng = np.random.default_rng(99)
        pairs = np.stack([[photograph(slab, rng), photograph(slab, rng)] for slab in slabs.astype(np.float32)])
        self.pairs = (pairs[:, 0], pairs[:, 1])

    def __call__(self, net, head, bias):
        def vectors_of(pictures):
            turned = (pictures, pictures[:, :, ::-1], pictures.transpose(0, 2, 1))
            parts = [statistics_of(net, np.ascontiguousarray(part)) @ head + bias for part in turned]
            return nn.functional.normalize(sum(nn.functional.normalize(part) for part in parts))

        one, other = (vectors_of(pictures) for pictures in self.pairs)
        similar = one @ other.T
        ranks = torch.cat([(part > similar.diag()[:, None]).sum(1) for part in (similar, similar.T)])
        found = [(ranks < count).float().mean().item() for count in (1, 5)]
        return f'of {len(one)} held-out slabs: recall@1 {found[0]:.3f}, recall@5 {found[1]:.3f}'
