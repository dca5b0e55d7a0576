/** Checks 3D models: binary glTF 2.0 (ISO/IEC 12113) in one file, which a phone can show. */
import type { ErrorName } from '@earth/contracts';
import * as z from 'zod/mini';
import { pictureSize } from './picture-size';

type Problem = Extract<
  ErrorName,
  'fileCutOff' | 'notAGlb' | 'glbOutside' | 'glbLoop' | 'glbTooDetailed' | 'glbUnsupported'
>;

/** «glTF», «JSON» and «BIN», as little-endian numbers. */
const MAGIC = 0x46_54_6c_67;
const JSON_CHUNK = 0x4e_4f_53_4a;
const BIN_CHUNK = 0x00_4e_49_42;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** What phones show without stumbling. */
const TEXTURE_SIDE_MAX = 4096;
const TEXTURE_PIXELS_MAX = 4 * TEXTURE_SIDE_MAX ** 2;
const POINTS_MAX = 2_000_000;
/** Draw calls of a frame. */
const PARTS_MAX = 2_000;
/** Values of all accessors, which a reader may allocate without any bytes for them in the file. */
const VALUES_MAX = 8_000_000;
const NODES_MAX = 10_000;
/** Each of the other lists. */
const LIST_MAX = 20_000;
/** Before it is parsed. */
const JSON_BYTES_MAX = 4 * 1024 ** 2;

/** What the viewer of the web app can do. Extensions that are not required are ignored if it does not know them. */
const SUPPORTED =
  /^(KHR_draco_mesh_compression|KHR_mesh_quantization|KHR_texture_basisu|KHR_texture_transform|EXT_meshopt_compression|EXT_texture_webp|KHR_lights_punctual|KHR_materials_\w+)$/;

const index = z.int().check(z.minimum(0));
/** Aborts at a list that is too long, before a problem is noted for each of its entries. */
const list = <S extends z.core.$ZodType>(one: S) =>
  z._default(z.pipe(z.array(z.unknown()).check(z.maxLength(LIST_MAX)), z.array(one)), []);
const gltf = z.object({
  asset: z.object({ version: z.string() }),
  extensionsRequired: list(z.string()),
  buffers: list(z.object({ byteLength: index, uri: z.optional(z.string()) })),
  bufferViews: list(
    z.object({
      buffer: index,
      byteOffset: z._default(index, 0),
      byteLength: index,
      extensions: z.optional(z.unknown()),
    }),
  ),
  images: list(z.object({ uri: z.optional(z.string()), bufferView: z.optional(index) })),
  nodes: list(
    z.object({
      children: list(index),
      mesh: z.optional(index),
      extensions: z.optional(
        z.object({ EXT_mesh_gpu_instancing: z.optional(z.object({ attributes: z.record(z.string(), index) })) }),
      ),
    }),
  ),
  meshes: list(
    z.object({
      primitives: list(z.object({ attributes: z.record(z.string(), index), indices: z.optional(index) })),
    }),
  ),
  accessors: list(z.object({ count: index })),
});
type Gltf = z.output<typeof gltf>;

interface Chunks {
  readonly json: Buffer;
  readonly binary: Buffer;
}

function readChunks(bytes: Buffer): Chunks | Problem {
  if (bytes.length < HEADER_BYTES + CHUNK_HEADER_BYTES || bytes.readUInt32LE(0) !== MAGIC) return 'notAGlb';
  const length = bytes.readUInt32LE(8);
  if (bytes.readUInt32LE(4) !== 2 || length < bytes.length) return 'notAGlb';
  if (length > bytes.length) return 'fileCutOff';
  const chunks = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at < length; ) {
    if (at + CHUNK_HEADER_BYTES > length) return 'notAGlb';
    const end = at + CHUNK_HEADER_BYTES + bytes.readUInt32LE(at);
    if (end > length) return 'notAGlb';
    const type = bytes.readUInt32LE(at + 4);
    // The specification has one JSON chunk, first. Of several, readers differ in which one they use.
    if (chunks.has(type) || (chunks.size === 0 && type !== JSON_CHUNK)) return 'notAGlb';
    chunks.set(type, bytes.subarray(at + CHUNK_HEADER_BYTES, end));
    at = end;
  }
  const json = chunks.get(JSON_CHUNK);
  return json ? { json, binary: chunks.get(BIN_CHUNK) ?? Buffer.alloc(0) } : 'notAGlb';
}

function readGltf(json: Buffer): Gltf | Problem {
  try {
    const { data, error } = gltf.safeParse(JSON.parse(json.toString()));
    if (data) return data;
    return error.issues.some(({ code }) => code === 'too_big') ? 'glbTooDetailed' : 'notAGlb';
  } catch {
    return 'notAGlb';
  }
}

/** Whether each part has one parent at most, and no part is inside itself. */
function isTree(nodes: Gltf['nodes']): boolean {
  const hasParent = new Set<number>();
  for (const child of nodes.flatMap(({ children }) => children)) {
    if (child >= nodes.length || hasParent.has(child)) return false;
    hasParent.add(child);
  }
  // With one parent each, what cannot be reached from a root is in a loop.
  const waiting = [...nodes.keys()].filter((node) => !hasParent.has(node));
  let reached = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    reached += 1;
    waiting.push(...(nodes[node]?.children ?? []));
  }
  return reached === nodes.length;
}

/** Whether all of it can be drawn: a mesh counts as often as nodes use it, and instances of a node have it again. */
function isDrawable({ nodes, meshes, accessors }: Gltf): boolean {
  const countOf = (at: number | undefined) => (at === undefined ? 0 : (accessors[at]?.count ?? 0));
  const sizes = meshes.map(({ primitives }) => ({
    parts: primitives.length,
    points: primitives.reduce((sum, { attributes }) => sum + countOf(attributes.POSITION), 0),
    indices: primitives.reduce((sum, { indices }) => sum + countOf(indices), 0),
  }));
  const all = { parts: 0, points: 0, indices: 0 };
  for (const { mesh, extensions } of nodes) {
    const size = mesh === undefined ? undefined : sizes[mesh];
    if (!size) continue;
    const instances = Object.values(extensions?.EXT_mesh_gpu_instancing?.attributes ?? {});
    const times = instances.reduce((most, at) => Math.max(most, countOf(at)), 1);
    all.parts += size.parts;
    all.points += size.points * times;
    all.indices += size.indices * times;
  }
  return all.parts <= PARTS_MAX && all.points <= POINTS_MAX && all.indices <= VALUES_MAX;
}

function textureProblem({ images, bufferViews }: Gltf, binary: Buffer): Problem | null {
  let pixels = 0;
  for (const { bufferView } of images) {
    const view = bufferView === undefined ? undefined : bufferViews[bufferView];
    // In another buffer, or compressed, its size could not be read.
    if (!view || view.buffer !== 0 || view.extensions !== undefined) return 'notAGlb';
    const size = pictureSize(binary.subarray(view.byteOffset, view.byteOffset + view.byteLength));
    if (!size) return 'glbUnsupported';
    pixels += size.width * size.height;
    if (Math.max(size.width, size.height) > TEXTURE_SIDE_MAX || pixels > TEXTURE_PIXELS_MAX) return 'glbTooDetailed';
  }
  return null;
}

/** Why a 3D model is refused; null if it is accepted. */
export function glbProblem(bytes: Buffer): Problem | null {
  const chunks = readChunks(bytes);
  if (typeof chunks === 'string') return chunks;
  const { json, binary } = chunks;
  if (json.length > JSON_BYTES_MAX) return 'glbTooDetailed';
  const model = readGltf(json);
  if (typeof model === 'string') return model;
  if (!/^2\.\d+$/.test(model.asset.version)) return 'notAGlb';
  const { accessors, buffers, bufferViews, extensionsRequired, images, nodes } = model;
  if ([...buffers, ...images].some(({ uri }) => uri !== undefined)) return 'glbOutside';
  if (!extensionsRequired.every((name) => SUPPORTED.test(name))) return 'glbUnsupported';
  const [{ byteLength } = { byteLength: 0 }] = buffers;
  if (byteLength > binary.length) return 'fileCutOff';
  // A second buffer has no bytes: it is what `EXT_meshopt_compression` unpacks into.
  const isInside = (view: Gltf['bufferViews'][number]) =>
    view.byteOffset + view.byteLength <= (view.buffer === 0 ? byteLength : (buffers[view.buffer]?.byteLength ?? -1));
  if (!bufferViews.every(isInside)) return 'notAGlb';
  const values = accessors.reduce((sum, { count }) => sum + count, 0);
  if (nodes.length > NODES_MAX || values > VALUES_MAX || accessors.some(({ count }) => count > POINTS_MAX))
    return 'glbTooDetailed';
  if (!isTree(nodes)) return 'glbLoop';
  if (!isDrawable(model)) return 'glbTooDetailed';
  return textureProblem(model, binary);
}
