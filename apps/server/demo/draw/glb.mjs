/** A vase as a binary glTF 2.0 file: a profile turned around its axis, with handles and a painted texture. */

const AROUND = 64;
const HEIGHT = 0.42;
/** Radius and height of the profile from foot to mouth, in parts of the height. */
const PROFILE = [
  [0, 0],
  [0.14, 0],
  [0.14, 0.02],
  [0.09, 0.05],
  [0.13, 0.12],
  [0.23, 0.25],
  [0.31, 0.4],
  [0.34, 0.52],
  [0.32, 0.64],
  [0.24, 0.74],
  [0.13, 0.8],
  [0.1, 0.86],
  [0.1, 0.92],
  [0.15, 0.94],
  [0.16, 1],
  [0.13, 1],
  [0.09, 0.95],
  [0.08, 0.85],
];

/** Catmull–Rom through the profile, so that the vase is round. @param {number} at From 0 to 1. */
function profileAt(at) {
  const place = at * (PROFILE.length - 1);
  const index = Math.min(PROFILE.length - 2, Math.floor(place));
  const t = place - index;
  const point = (/** @type {number} */ number) => PROFILE[Math.min(PROFILE.length - 1, Math.max(0, number))] ?? [0, 0];
  const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)];
  const mix = (/** @type {number} */ axis) => {
    const [a, b, c, d] = [before, from, to, after].map((one) => one[axis] ?? 0);
    return (
      0.5 *
      (2 * (b ?? 0) +
        ((c ?? 0) - (a ?? 0)) * t +
        (2 * (a ?? 0) - 5 * (b ?? 0) + 4 * (c ?? 0) - (d ?? 0)) * t ** 2 +
        (3 * (b ?? 0) - (a ?? 0) - 3 * (c ?? 0) + (d ?? 0)) * t ** 3)
    );
  };
  return [Math.max(0, mix(0)), Math.max(0, mix(1))];
}

/** @typedef {{ positions: number[], uvs: number[], indices: number[] }} Surface */

/**
 * Adds a grid of points to a surface. @param {Surface} surface @param {number} rows @param {number} columns
 * @param {(row: number, column: number) => readonly [number[], number[]]} pointOf Position and place in the texture, both from 0 to 1.
 */
function addGrid({ positions, uvs, indices }, rows, columns, pointOf) {
  const first = positions.length / 3;
  for (let row = 0; row <= rows; row += 1)
    for (let column = 0; column <= columns; column += 1) {
      const [position, uv] = pointOf(row / rows, column / columns);
      positions.push(...position);
      uvs.push(...uv);
      if (row === rows || column === columns) continue;
      const at = first + row * (columns + 1) + column;
      const above = at + columns + 1;
      indices.push(at, above, at + 1, at + 1, above, above + 1);
    }
}

/** @param {Surface} surface */
function addBody(surface) {
  addGrid(surface, 96, AROUND, (row, column) => {
    const [radius = 0, height = 0] = profileAt(row);
    const angle = 2 * Math.PI * column;
    const position = [radius * Math.sin(angle), height, radius * Math.cos(angle)].map((value) => value * HEIGHT);
    return [position, [column, 1 - height]];
  });
}

/** A bent tube from the shoulder to the neck. @param {Surface} surface @param {1 | -1} side */
function addHandle(surface, side) {
  addGrid(surface, 24, 10, (row, column) => {
    const bend = Math.PI * (0.95 * row - 0.42);
    const centre = [0.2 - 0.11 * row ** 2 + 0.12 * Math.cos(bend), 0.8 + 0.11 * Math.sin(bend)];
    const around = 2 * Math.PI * column;
    const out = 0.022 * Math.cos(around);
    const x = side * ((centre[0] ?? 0) + out * Math.cos(bend));
    const y = (centre[1] ?? 0) + out * Math.sin(bend);
    // Seen from the other side, the grid would be inside out.
    const position = [x, y, -side * 0.022 * Math.sin(around)].map((value) => value * HEIGHT);
    return [position, [0.01, 0.005]];
  });
}

/** The mean of the normals of the triangles at each point. @param {Surface} surface */
function normalsOf({ positions, indices }) {
  const normals = new Float32Array(positions.length);
  const at = (/** @type {number} */ index) => positions.slice(3 * index, 3 * index + 3);
  for (let first = 0; first < indices.length; first += 3) {
    const corners = indices.slice(first, first + 3);
    const [a = [], b = [], c = []] = corners.map(at);
    const u = b.map((value, axis) => value - (a[axis] ?? 0));
    const v = c.map((value, axis) => value - (a[axis] ?? 0));
    const cross = [0, 1, 2].map((axis) => {
      const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
      return (u[next] ?? 0) * (v[last] ?? 0) - (u[last] ?? 0) * (v[next] ?? 0);
    });
    for (const corner of corners)
      for (const axis of [0, 1, 2]) normals[3 * corner + axis] = (normals[3 * corner + axis] ?? 0) + (cross[axis] ?? 0);
  }
  for (let point = 0; point < normals.length; point += 3) {
    const length = Math.hypot(...normals.subarray(point, point + 3)) || 1;
    for (const axis of [0, 1, 2]) normals[point + axis] = (normals[point + axis] ?? 0) / length;
  }
  return normals;
}

/** @param {Buffer} bytes @param {string} padding */
const padded = (bytes, padding) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, padding)]);

/** @param {number} type @param {Buffer} bytes */
function chunk(type, bytes) {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(bytes.length, 0);
  header.writeUInt32LE(type, 4);
  return Buffer.concat([header, bytes]);
}

/** @param {Buffer} texture A JPEG. */
export function vase(texture) {
  /** @type {Surface} */
  const surface = { positions: [], uvs: [], indices: [] };
  addBody(surface);
  addHandle(surface, 1);
  addHandle(surface, -1);
  const { positions, uvs, indices } = surface;
  const parts = [
    Buffer.from(new Uint16Array(indices).buffer),
    Buffer.from(new Float32Array(positions).buffer),
    Buffer.from(normalsOf(surface).buffer),
    Buffer.from(new Float32Array(uvs).buffer),
    texture,
  ].map((bytes) => padded(bytes, '\0'));
  let end = 0;
  const bufferViews = parts.map(({ length }) => {
    const view = { buffer: 0, byteOffset: end, byteLength: length };
    end += length;
    return view;
  });
  const axis = (/** @type {number} */ number) => positions.filter((_, at) => at % 3 === number);
  const count = positions.length / 3;
  const gltf = {
    asset: { version: '2.0', generator: 'Earth demo' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'Amphora', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 1, NORMAL: 2, TEXCOORD_0: 3 }, indices: 0, material: 0 }] }],
    materials: [
      {
        doubleSided: true,
        pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 0.55 },
      },
    ],
    textures: [{ source: 0, sampler: 0 }],
    samplers: [{ wrapS: 10497, wrapT: 33071 }],
    images: [{ bufferView: 4, mimeType: 'image/jpeg' }],
    accessors: [
      { bufferView: 0, componentType: 5123, count: indices.length, type: 'SCALAR' },
      {
        bufferView: 1,
        componentType: 5126,
        count,
        type: 'VEC3',
        min: [0, 1, 2].map((number) => Math.fround(Math.min(...axis(number)))),
        max: [0, 1, 2].map((number) => Math.fround(Math.max(...axis(number)))),
      },
      { bufferView: 2, componentType: 5126, count, type: 'VEC3' },
      { bufferView: 3, componentType: 5126, count, type: 'VEC2' },
    ],
    bufferViews,
    buffers: [{ byteLength: end }],
  };
  const json = chunk(0x4e4f534a, padded(Buffer.from(JSON.stringify(gltf)), ' '));
  const binary = chunk(0x004e4942, Buffer.concat(parts));
  const header = Buffer.from('glTF\0\0\0\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(header.length + json.length + binary.length, 8);
  return Buffer.concat([header, json, binary]);
}
