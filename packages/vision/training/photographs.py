"""Simulated photographs of slabs, and batches of them."""

import cv2
import numpy as np
import torch

from net import SIDE

SLAB = 256
# Pixels of a tile's side in a slab.
TILE = SLAB / 1.5
# Share of the slabs of a batch that come with a variant.
VARIANTS = 1 / 8


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
        if rng.random() < 0.5:
            # The tone curve of a camera.
            x = 255 * (np.clip(x, 0, 255) / 255) ** rng.uniform(0.92, 1.08)
        x = x + rng.normal(0, rng.uniform(0.5, 4), x.shape)
    x = np.clip(x, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        x = cv2.imdecode(cv2.imencode('.jpg', x, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))])[1], 0)
    return x


def draw_variant(look, rng):
    """The same surface as another product: with another contrast, and lighter or darker."""
    is_inverted, gamma, contrast, level, flip = look
    factor = rng.uniform(0.65, 0.85) if rng.random() < 0.5 else rng.uniform(1.15, 1.4)
    return is_inverted, gamma * rng.uniform(0.85, 1.15), contrast * factor, 1 - level, flip


def draw_batch(slabs, slabs_per_batch, rng):
    """Two photographs of each slab. A third of the slabs come with their neighbour: often its sister. An eighth come with a variant in brightness."""
    first = rng.choice(len(slabs) - 1, slabs_per_batch, replace=False)
    third = slabs_per_batch // 3
    chosen = np.unique(np.concatenate([first[: slabs_per_batch - third], first[:third] + 1]))
    pictures = []
    look = draw_look(rng)
    for at, index in enumerate(chosen):
        # Neighbours have one look: they shall differ by their texture.
        if at == 0 or index != chosen[at - 1] + 1:
            look = draw_look(rng)
        looks = [look, draw_variant(look, rng)] if rng.random() < VARIANTS else [look]
        for worn in looks:
            slab = with_look(slabs[index], worn)
            pictures += [photograph(slab, rng), photograph(slab, rng)]
    return torch.from_numpy(np.stack(pictures)).float()
