/** Makes binary glTF 2.0 files. */

function chunkOf(type: number, bytes: Buffer, padding: string): Buffer {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, padding)]);
  const header = Buffer.alloc(8);
  header.writeUInt32LE(padded.length, 0);
  header.writeUInt32LE(type, 4);
  return Buffer.concat([header, padded]);
}

/** @param gltf to which `asset` is added if it has none */
export const jsonChunk = (gltf: object): Buffer =>
  chunkOf(0x4e_4f_53_4a, Buffer.from(JSON.stringify({ asset: { version: '2.0' }, ...gltf })), ' ');
export const binaryChunk = (bytes: Buffer): Buffer => chunkOf(0x00_4e_49_42, bytes, '\0');

export const glbOf = (gltf: object, binary: Buffer = Buffer.alloc(0)): Buffer =>
  glbOfChunks([jsonChunk(gltf), ...(binary.length > 0 ? [binaryChunk(binary)] : [])]);

export function glbOfChunks(chunks: readonly Buffer[]): Buffer {
  const header = Buffer.from('glTF\0\0\0\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(header.length + chunks.reduce((sum, { length }) => sum + length, 0), 8);
  return Buffer.concat([header, ...chunks]);
}
