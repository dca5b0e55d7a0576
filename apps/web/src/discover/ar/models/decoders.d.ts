/** Decoders that come with three.js without types: the parts that are used. The build exports them (`vite.config.ts`). */
declare module 'three/addons/libs/draco/gltf/draco_wasm_wrapper.js' {
  interface Freed {
    readonly ptr: number;
  }
  interface DracoMesh extends Freed {
    num_faces(): number;
    num_points(): number;
  }
  interface DracoAttribute extends Freed {
    num_components(): number;
  }
  interface DracoDecoder extends Freed {
    DecodeArrayToMesh(data: Int8Array, size: number, mesh: DracoMesh): { ok(): boolean; error_msg(): string };
    GetAttributeByUniqueId(mesh: DracoMesh, id: number): DracoAttribute;
    GetAttributeDataArrayForAllPoints(
      mesh: DracoMesh,
      attribute: DracoAttribute,
      type: number,
      bytes: number,
      address: number,
    ): boolean;
    GetTrianglesUInt32Array(mesh: DracoMesh, bytes: number, address: number): boolean;
  }
  export interface Draco {
    readonly Decoder: new () => DracoDecoder;
    readonly Mesh: new () => DracoMesh;
    readonly DT_FLOAT32: number;
    readonly DT_INT8: number;
    readonly DT_INT16: number;
    readonly DT_INT32: number;
    readonly DT_UINT8: number;
    readonly DT_UINT16: number;
    readonly DT_UINT32: number;
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    _malloc(bytes: number): number;
    _free(address: number): void;
    destroy(object: Freed): void;
  }
  export function DracoDecoderModule(options: { readonly wasmBinary: ArrayBuffer }): Promise<Draco>;
}

declare module 'three/addons/libs/basis/basis_transcoder.js' {
  interface Ktx2File {
    isValid(): boolean;
    getWidth(): number;
    getHeight(): number;
    startTranscoding(): boolean;
    getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
    transcodeImage(
      to: Uint8Array,
      level: number,
      layer: number,
      face: number,
      format: number,
      flags: number,
      channel0: number,
      channel1: number,
    ): boolean | number;
    close(): void;
    delete(): void;
  }
  export interface Basis {
    readonly KTX2File: new (data: Uint8Array) => Ktx2File;
    initializeBasis(): void;
  }
  export function BASIS(options: { readonly wasmBinary: ArrayBuffer }): Promise<Basis>;
}

declare module 'three/addons/libs/meshopt_decoder.module.js' {
  export const MeshoptDecoder: {
    readonly ready: Promise<void>;
    decodeGltfBuffer(
      to: Uint8Array,
      count: number,
      size: number,
      from: Uint8Array,
      mode: string,
      filter?: string,
    ): void;
  };
}
