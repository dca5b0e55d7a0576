/** Makes binary glTF 2.0 files. */

function chunkOf(type: number, bytes: Buffer, padding: string): Buffer {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, padding)]);
  const header = Buffer.alloc(8);
  header.writeUInt32LE(padded.length, 0);
  header.writeUInt32LE(type, 4);
  return Buffer.concat([header, padded]);
}

/** @param gltf the JSON part, to which `asset` is added if it has none */
export function glbOf(gltf: object, binary: Buffer = Buffer.alloc(0)): Buffer {
  const json = Buffer.from(JSON.stringify({ asset: { version: '2.0' }, ...gltf }));
  const chunks = [
    chunkOf(0x4e_4f_53_4a, json, ' '),
    ...(binary.length > 0 ? [chunkOf(0x00_4e_49_42, binary, '\0')] : []),
  ];
  const header = Buffer.from('glTF\0\0\0\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(header.length + chunks.reduce((sum, { length }) => sum + length, 0), 8);
  return Buffer.concat([header, ...chunks]);
}
