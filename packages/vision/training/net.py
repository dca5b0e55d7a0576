"""The recognition net in PyTorch, and its stored form (src/recognition/net-file.ts)."""

import struct

import numpy as np
import torch
from torch import nn

FORMAT = 5
SIDE = 128
# Size and channels of the first convolution.
STEM = (5, 16)
# Size of the depthwise convolution, step, out channels, whether its statistics are part of the description.
BLOCKS = [(3, 2, 48, True), (5, 1, 48, True), (5, 2, 96, False), (5, 1, 96, True)]
DIMENSIONS = 96


def convolution(channels, out, size, step, groups=1):
    return nn.Sequential(
        nn.Conv2d(channels, out, size, step, size // 2, groups=groups, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


class Block(nn.Module):
    def __init__(self, channels, size, step, out):
        super().__init__()
        self.depthwise = convolution(channels, channels, size, step, channels)
        self.pointwise = convolution(channels, out, 1, 1)
        self.is_residual = step == 1 and channels == out

    def forward(self, x):
        y = self.pointwise(self.depthwise(x))
        return x + y if self.is_residual else y


class Moments(torch.autograd.Function):
    """Means of values and of their squares, over the pixels: with a backward pass of one operation."""

    @staticmethod
    def forward(context, x):
        context.save_for_backward(x)
        pixels = x.shape[2] * x.shape[3]
        flat = x.permute(0, 2, 3, 1).reshape(len(x), pixels, -1)
        return flat.mean(1), torch.linalg.vector_norm(flat, dim=1) ** 2 / pixels

    @staticmethod
    def backward(context, mean_slope, square_slope):
        (x,) = context.saved_tensors
        pixels = x.shape[2] * x.shape[3]
        return torch.addcmul(
            (mean_slope / pixels)[:, :, None, None], (square_slope * 2 / pixels)[:, :, None, None], x
        ).contiguous(memory_format=torch.channels_last)


def pooled_of(x):
    means, squares = Moments.apply(x)
    deviations = (squares - means * means).clamp(min=1e-8).sqrt()
    return [(means + 0.1).log(), (deviations + 0.1).log()]


def standardized(pictures):
    """Relative to mean and contrast, and the contrast."""
    x = pictures / (pictures.mean((1, 2), keepdim=True) + 1) - 1
    spread = (x * x).mean((1, 2)).sqrt()
    return (x / (spread[:, None, None] + 0.02))[:, None].contiguous(memory_format=torch.channels_last), spread


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        size, channels = STEM
        self.stem = convolution(1, channels, size, 2)
        self.blocks = nn.ModuleList()
        self.pooled = 1 + 2 * channels
        for kernel, step, out, is_pooled in BLOCKS:
            self.blocks.append(Block(channels, kernel, step, out))
            channels = out
            self.pooled += 2 * out * is_pooled
        self.norm = nn.BatchNorm1d(self.pooled)
        self.head = nn.Linear(self.pooled, DIMENSIONS)

    def statistics(self, pictures):
        """pictures: [n, SIDE, SIDE], brightness from 0 to 255."""
        x, spread = standardized(pictures)
        x = self.stem(x)
        pooled = pooled_of(x)
        for block, (_, _, _, is_pooled) in zip(self.blocks, BLOCKS):
            x = block(x)
            if is_pooled:
                pooled += pooled_of(x)
        return torch.cat(pooled + [(spread + 0.01).log()[:, None]], 1)

    def forward(self, pictures):
        return nn.functional.normalize(self.head(self.norm(self.statistics(pictures))))


def folded(part):
    """The weights and the bias of a convolution with its batch norm."""
    conv, norm = part[0], part[1]
    scale = norm.weight / (norm.running_var + norm.eps).sqrt()
    return conv.weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale


@torch.no_grad()
def start_from(net, content, pictures):
    """Gives the net the weights of a file. A batch norm is folded into them, so each is set to what the pictures give it."""
    size, channels = STEM
    values = np.frombuffer(content, np.float16, offset=16 + 6 * len(BLOCKS)).astype(np.float32)

    def take(*shape):
        nonlocal values
        part, values = values[: np.prod(shape)], values[np.prod(shape) :]
        return torch.from_numpy(part.copy()).reshape(shape)

    def fill(part, weight, bias, x):
        conv, norm = part[0], part[1]
        # The size of random weights: the optimizer's steps are made for them.
        scale = 1 / (3 * weight[0].numel()) ** 0.5 / weight.square().mean((1, 2, 3)).sqrt().clamp(min=1e-4)
        conv.weight.copy_(weight * scale[:, None, None, None])
        out = conv(x)
        norm.running_mean.copy_(out.mean((0, 2, 3)))
        norm.running_var.copy_(out.var((0, 2, 3)))
        norm.weight.copy_((norm.running_var + norm.eps).sqrt() / scale)
        norm.bias.copy_(bias + norm.running_mean / scale)
        return part(x)

    net.eval()
    x, spread = standardized(pictures)
    x = fill(net.stem, take(size, size, channels).permute(2, 0, 1)[:, None], take(channels), x)
    pooled = pooled_of(x)
    for block, (kernel, _, out, is_pooled) in zip(net.blocks, BLOCKS):
        depthwise, bias = take(kernel, kernel, channels).permute(2, 0, 1)[:, None], take(channels)
        y = fill(block.depthwise, depthwise, bias, x)
        y = fill(block.pointwise, take(channels, out).T[:, :, None, None], take(out), y)
        x = x + y if block.is_residual else y
        pooled += pooled_of(x) if is_pooled else []
        channels = out
    statistics = torch.cat(pooled + [(spread + 0.01).log()[:, None]], 1)
    head, bias = take(net.pooled, DIMENSIONS), take(DIMENSIONS)
    net.norm.running_mean.copy_(statistics.mean(0))
    net.norm.running_var.copy_(statistics.var(0))
    net.head.weight.copy_((head * (net.norm.running_var + net.norm.eps).sqrt()[:, None]).T)
    net.head.bias.copy_(bias + net.norm.running_mean @ head)
    net.train()


@torch.no_grad()
def encode(net, head, bias):
    """head: [pooled, DIMENSIONS] for the statistics as they are."""
    values = []

    def add(value):
        values.append(np.ascontiguousarray(value.detach().numpy().astype(np.float16)).tobytes())

    weight, offset = folded(net.stem)
    add(weight[:, 0].permute(1, 2, 0))
    add(offset)
    for block in net.blocks:
        weight, offset = folded(block.depthwise)
        add(weight[:, 0].permute(1, 2, 0))
        add(offset)
        weight, offset = folded(block.pointwise)
        add(weight[:, :, 0, 0].T)
        add(offset)
    add(head)
    add(bias)
    size, channels = STEM
    header = struct.pack('<B3s6H', FORMAT, b'ERN', SIDE, size, channels, len(BLOCKS), net.pooled, DIMENSIONS)
    shapes = b''.join(struct.pack('<BBHBB', kernel, step, out, is_pooled, 0) for kernel, step, out, is_pooled in BLOCKS)
    return header + shapes + b''.join(values)
