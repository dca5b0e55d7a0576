import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { binaryChunk, glbOf, glbOfChunks, jsonChunk } from '../../../../testing/glb';
import { places } from '../../../config/places';
import { glbProblem } from './glb';

const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(64);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const withTexture = (width: number, height: number) => {
  const binary = png(width, height);
  const bufferViews = [{ buffer: 0, byteLength: binary.length }];
  return glbOf({ buffers: [{ byteLength: binary.length }], bufferViews, images: [{ bufferView: 0 }] }, binary);
};

test('a 3D model in one file is accepted', async () => {
  expect(glbProblem(glbOf({ nodes: [{ children: [1, 2] }, {}, { children: [3] }, {}] }))).toBeNull();
  expect(glbProblem(withTexture(4096, 2048))).toBeNull();
  expect(glbProblem(glbOf({ extensionsRequired: ['KHR_draco_mesh_compression', 'KHR_texture_basisu'] }))).toBeNull();
  for (const name of ['amphora.glb', 'amphora-compressed.glb'])
    expect(glbProblem(await readFile(join(places.demo, name)))).toBeNull();
});

test('another file, another version, and one that is cut off are refused', () => {
  const whole = glbOf({});
  expect(glbProblem(Buffer.from('{"asset":{"version":"2.0"}}'))).toBe('notAGlb');
  expect(glbProblem(glbOf({ asset: { version: '1.0' } }))).toBe('notAGlb');
  expect(glbProblem(whole.subarray(0, whole.length - 4))).toBe('fileCutOff');
  expect(glbProblem(glbOf({ buffers: [{ byteLength: 100 }] }, Buffer.alloc(8)))).toBe('fileCutOff');
  const outside = [{ buffer: 0, byteOffset: 4, byteLength: 8 }];
  expect(glbProblem(glbOf({ buffers: [{ byteLength: 8 }], bufferViews: outside }, Buffer.alloc(8)))).toBe('notAGlb');
  const unfinished = Buffer.concat([whole, Buffer.from('{"a":')]);
  expect(glbProblem(unfinished)).toBe('notAGlb');
});

test('a file whose readers would differ in what it contains is refused', () => {
  const loop = { nodes: [{ children: [0] }] };
  expect(glbProblem(glbOfChunks([jsonChunk({}), jsonChunk(loop)]))).toBe('notAGlb');
  expect(glbProblem(glbOfChunks([binaryChunk(Buffer.alloc(4)), jsonChunk({})]))).toBe('notAGlb');
  const binary = png(64, 64);
  const textureIn = (view: object) =>
    glbOf(
      {
        buffers: [{ byteLength: binary.length }, { byteLength: 1e6 }],
        bufferViews: [{ byteLength: binary.length, ...view }],
        images: [{ bufferView: 0 }],
      },
      binary,
    );
  expect(glbProblem(textureIn({ buffer: 0 }))).toBeNull();
  expect(glbProblem(textureIn({ buffer: 1 }))).toBe('notAGlb');
  expect(glbProblem(textureIn({ buffer: 0, extensions: { EXT_meshopt_compression: {} } }))).toBe('notAGlb');
});

test('what would fill the memory of a reader is refused before it is read', () => {
  expect(glbProblem(glbOf({ accessors: Array.from({ length: 5 }, () => ({ count: 1_900_000 })) }))).toBe(
    'glbTooDetailed',
  );
  expect(glbProblem(glbOf({ nodes: Array.from({ length: 1_000_000 }, () => 0) }))).toBe('glbTooDetailed');
  expect(glbProblem(glbOf({ extras: 'x'.repeat(5_000_000) }))).toBe('glbTooDetailed');
});

test('what is small but drawn too often is refused', () => {
  const accessors = [{ count: 24 }, { count: 300_000 }, { count: 1_000_000 }];
  const drawn = (times: number, node: object, primitive: object = { attributes: { POSITION: 0 } }) =>
    glbProblem(
      glbOf({
        accessors,
        meshes: [{ primitives: [primitive] }],
        nodes: Array.from({ length: times }, () => ({ mesh: 0, ...node })),
      }),
    );
  expect(drawn(2_000, {})).toBeNull();
  expect(drawn(10_000, {})).toBe('glbTooDetailed');
  expect(drawn(6, {}, { attributes: { POSITION: 1 } })).toBeNull();
  expect(drawn(7, {}, { attributes: { POSITION: 1 } })).toBe('glbTooDetailed');
  expect(drawn(9, {}, { attributes: { POSITION: 0 }, indices: 2 })).toBe('glbTooDetailed');
  const instances = { extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } };
  expect(drawn(1, instances)).toBe('glbTooDetailed');
});

test('addresses outside, loops, too many pixels or points, and unknown extensions are refused', () => {
  expect(glbProblem(glbOf({ images: [{ uri: 'https://example.com/a.png' }] }))).toBe('glbOutside');
  expect(glbProblem(glbOf({ buffers: [{ byteLength: 4, uri: 'model.bin' }] }))).toBe('glbOutside');
  expect(glbProblem(glbOf({ nodes: [{ children: [1] }, { children: [0] }] }))).toBe('glbLoop');
  expect(glbProblem(glbOf({ nodes: [{ children: [0] }] }))).toBe('glbLoop');
  expect(glbProblem(glbOf({ nodes: [{ children: [2] }, { children: [2] }, {}] }))).toBe('glbLoop');
  expect(glbProblem(glbOf({ nodes: [{ children: [9] }] }))).toBe('glbLoop');
  expect(glbProblem(withTexture(8192, 16))).toBe('glbTooDetailed');
  expect(glbProblem(glbOf({ accessors: [{ count: 3_000_000 }] }))).toBe('glbTooDetailed');
  expect(glbProblem(glbOf({ extensionsRequired: ['ACME_own'] }))).toBe('glbUnsupported');
  const binary = Buffer.from('GIF89a'.padEnd(64, ' '));
  const bufferViews = [{ buffer: 0, byteLength: 64 }];
  expect(glbProblem(glbOf({ buffers: [{ byteLength: 64 }], bufferViews, images: [{ bufferView: 0 }] }, binary))).toBe(
    'glbUnsupported',
  );
});
