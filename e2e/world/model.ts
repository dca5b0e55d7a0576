/** A 3D model for a journey. */
import type { ItemFile } from './markers';

/** The corners and faces of a cube, as Draco packs them (edgebreaker, 11 bits). */
const DRACO =
  'RFJBQ08CAgEBAAAACAwACwEAA68+CgEBEAH/AAABAAkDAAACAQEBAAMDASgBGAMAhLAHJSAEAAAAAAD/BwAAAAAAvwAAAL8AAAC/AACAPws=';
/** Eight by eight red pixels, as KTX2 with Basis Universal (ETC1S). */
const KTX2 =
  'q0tUWCAyMLsNChoKAAAAAAEAAAAIAAAACAAAAAAAAAAAAAAAAQAAAAEAAAABAAAAaAAAACwAAACUAAAAJAAAALgAAAAAAAAAggAAAAAAAAA6AQAAAAAAAAEAAAAAAAAAAAAAAAAAAAAsAAAAAAAAAAIAKACjAQIAAwMAAAgAAAAAAAAAAAA/AAAAAAAAAAAA/////x8AAABLVFh3cml0ZXIAQmFzaXMgVW5pdmVyc2FsIDIuNTAAAAEAAQAqAAAABQAAACsAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAABwAQAAAAAAABiApgSAAAAAABABmgCgAkAAAAAAACEADABIAAAAACAiAFUVVVVBRTARAAAAAAAABIhAJgAAAAAAABACAETAQAAAAAASBsBYAJAAAAAAAARCAAA';
/** The corners of the cube, as meshopt packs them. */
const MESHOPT = 'oepqagD/////////AFQA////ABAA/wAAAAAAAAAAAAAAAL8AAAC/AAAAvwAAAA==';
const FACES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

/** Parts behind each other, each from a multiple of four. */
function packed(parts: readonly Buffer[]) {
  const offsets: number[] = [];
  let at = 0;
  const padded = parts.map((part) => {
    offsets.push(at);
    const whole = Buffer.concat([part, Buffer.alloc(-part.length & 3)]);
    at += whole.length;
    return whole;
  });
  return { binary: Buffer.concat(padded), offsets };
}

/** A red cube in binary glTF 2.0, twice: packed with Draco and a KTX2 texture, and packed with meshopt. */
export function redCube(): ItemFile {
  const [mesh, texture, corners] = [DRACO, KTX2, MESHOPT].map((text) => Buffer.from(text, 'base64')) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const { binary, offsets } = packed([mesh, texture, corners, Buffer.from(new Uint16Array(FACES).buffer)]);
  const [, second = 0, third = 0, fourth = 0] = offsets;
  const box = { count: 8, type: 'VEC3', min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] };
  const emissive = { emissiveFactor: [0.5, 0, 0], doubleSided: true };
  const rough = { metallicFactor: 0 };
  const json = JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_draco_mesh_compression', 'KHR_texture_basisu', 'EXT_meshopt_compression'],
    extensionsRequired: ['KHR_draco_mesh_compression', 'KHR_texture_basisu', 'EXT_meshopt_compression'],
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [{ mesh: 0 }, { mesh: 1 }],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 0 },
            indices: 1,
            material: 0,
            extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } },
          },
        ],
      },
      { primitives: [{ attributes: { POSITION: 2 }, indices: 3, material: 1 }] },
    ],
    materials: [
      { ...emissive, pbrMetallicRoughness: { ...rough, baseColorTexture: { index: 0 } } },
      { ...emissive, pbrMetallicRoughness: { ...rough, baseColorFactor: [1, 0, 0, 1] } },
    ],
    textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
    images: [{ bufferView: 1, mimeType: 'image/ktx2' }],
    buffers: [
      { byteLength: binary.length },
      { byteLength: 96, extensions: { EXT_meshopt_compression: { fallback: true } } },
    ],
    bufferViews: [
      { buffer: 0, byteLength: mesh.length },
      { buffer: 0, byteOffset: second, byteLength: texture.length },
      {
        buffer: 1,
        byteLength: 96,
        byteStride: 12,
        extensions: {
          EXT_meshopt_compression: {
            buffer: 0,
            byteOffset: third,
            byteLength: corners.length,
            byteStride: 12,
            count: 8,
            mode: 'ATTRIBUTES',
          },
        },
      },
      { buffer: 0, byteOffset: fourth, byteLength: 72 },
    ],
    accessors: [
      { componentType: 5126, ...box },
      { componentType: 5125, count: 36, type: 'SCALAR' },
      { bufferView: 2, componentType: 5126, ...box },
      { bufferView: 3, componentType: 5123, count: 36, type: 'SCALAR' },
    ],
  });
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const words = (...numbers: readonly number[]) => Buffer.from(new Uint32Array(numbers).buffer);
  const head = words(0x46546c67, 2, 28 + text.length + binary.length);
  const parts = [head, words(text.length, 0x4e4f534a), text, words(binary.length, 0x004e4942), binary];
  return { ending: 'glb', bytes: Buffer.concat(parts) };
}
