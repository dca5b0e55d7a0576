/** Unpacks compressed models. A worker of its own, because pages may not compile WebAssembly, and these libraries would make one themselves. */
import { BASIS, type Basis } from 'three/addons/libs/basis/basis_transcoder.js';
import { type Draco, DracoDecoderModule } from 'three/addons/libs/draco/gltf/draco_wasm_wrapper.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import type { AttributeType, DecodedMesh, DecodedTexture, DecoderAnswer, DecoderJob } from './decoder-job';

interface Message {
  readonly id: number;
  readonly job: DecoderJob;
}
/** The part of the worker's global scope that is used: the app's types only include the DOM. */
interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<Message>) => void): void;
  postMessage(answer: DecoderAnswer, transfer: Transferable[]): void;
}
const scope = self as unknown as Scope;

/** Uncompressed RGBA, which every device can draw. */
const RGBA32 = 13;

/** Each is loaded when a model needs it. */
const modules: { draco?: Promise<Draco>; basis?: Promise<Basis> } = {};

const ARRAYS = {
  Float32Array,
  Int8Array,
  Int16Array,
  Int32Array,
  Uint8Array,
  Uint16Array,
  Uint32Array,
} as const;

const typeOf = (module: Draco, array: AttributeType): number =>
  ({
    Float32Array: module.DT_FLOAT32,
    Int8Array: module.DT_INT8,
    Int16Array: module.DT_INT16,
    Int32Array: module.DT_INT32,
    Uint8Array: module.DT_UINT8,
    Uint16Array: module.DT_UINT16,
    Uint32Array: module.DT_UINT32,
  })[array];

/** Bytes that the module writes into its memory. */
function read(module: Draco, bytes: number, write: (address: number) => boolean): ArrayBuffer {
  const address = module._malloc(bytes);
  try {
    if (!write(address)) throw new Error('The mesh is damaged');
    return module.HEAPU8.slice(address, address + bytes).buffer;
  } finally {
    module._free(address);
  }
}

async function decodeMesh({ wasm, data, attributes }: Extract<DecoderJob, { type: 'mesh' }>): Promise<DecodedMesh> {
  const module = await (modules.draco ??= DracoDecoderModule({ wasmBinary: wasm }));
  const [decoder, mesh] = [new module.Decoder(), new module.Mesh()];
  try {
    const status = decoder.DecodeArrayToMesh(new Int8Array(data.slice().buffer), data.length, mesh);
    if (!status.ok() || mesh.ptr === 0) throw new Error(status.error_msg());
    const bytes = mesh.num_faces() * 12;
    const index = read(module, bytes, (address) => decoder.GetTrianglesUInt32Array(mesh, bytes, address));
    return {
      index: new Uint32Array(index),
      attributes: attributes.map(({ name, id, array }) => {
        const attribute = decoder.GetAttributeByUniqueId(mesh, id);
        const size = attribute.num_components();
        const length = mesh.num_points() * size * ARRAYS[array].BYTES_PER_ELEMENT;
        const values = read(module, length, (address) =>
          decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, typeOf(module, array), length, address),
        );
        return { name, size, array: new ARRAYS[array](values) };
      }),
    };
  } finally {
    module.destroy(mesh);
    module.destroy(decoder);
  }
}

async function startBasis(wasmBinary: ArrayBuffer): Promise<Basis> {
  const module = await BASIS({ wasmBinary });
  module.initializeBasis();
  return module;
}

async function decodeTexture({ wasm, data }: Extract<DecoderJob, { type: 'texture' }>): Promise<DecodedTexture> {
  const module = await (modules.basis ??= startBasis(wasm));
  const file = new module.KTX2File(data);
  try {
    if (!file.isValid() || !file.startTranscoding()) throw new Error('The texture is damaged');
    const pixels = new Uint8Array(file.getImageTranscodedSizeInBytes(0, 0, 0, RGBA32));
    if (!file.transcodeImage(pixels, 0, 0, 0, RGBA32, 0, -1, -1)) throw new Error('The texture is damaged');
    return { width: file.getWidth(), height: file.getHeight(), pixels };
  } finally {
    file.close();
    file.delete();
  }
}

async function run(job: DecoderJob) {
  switch (job.type) {
    case 'mesh':
      return decodeMesh(job);
    case 'texture':
      return decodeTexture(job);
    case 'buffer': {
      await MeshoptDecoder.ready;
      const { data, count, size, mode, filter } = job;
      const decoded = new Uint8Array(count * size);
      MeshoptDecoder.decodeGltfBuffer(decoded, count, size, data, mode, filter);
      return decoded;
    }
  }
}

scope.addEventListener('message', ({ data: { id, job } }) => {
  run(job).then(
    (result) => scope.postMessage({ id, result }, []),
    (error: unknown) => scope.postMessage({ id, error: error instanceof Error ? error.message : '' }, []),
  );
});
