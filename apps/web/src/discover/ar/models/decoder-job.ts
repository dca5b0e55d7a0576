/** The messages between the page and the worker that unpacks models. */
export type AttributeType =
  | 'Float32Array'
  | 'Int8Array'
  | 'Int16Array'
  | 'Int32Array'
  | 'Uint8Array'
  | 'Uint16Array'
  | 'Uint32Array';

export type DecoderJob =
  /** A mesh (Draco). `attributes`: the ids that the file gives them, and the arrays in which three.js wants them. */
  | {
      readonly type: 'mesh';
      readonly wasm: ArrayBuffer;
      readonly data: Uint8Array;
      readonly attributes: readonly { readonly name: string; readonly id: number; readonly array: AttributeType }[];
    }
  /** A texture (KTX2 with Basis Universal). */
  | { readonly type: 'texture'; readonly wasm: ArrayBuffer; readonly data: Uint8Array }
  /** A buffer (meshopt). */
  | {
      readonly type: 'buffer';
      readonly data: Uint8Array;
      readonly count: number;
      readonly size: number;
      readonly mode: string;
      readonly filter: string | undefined;
    };

export interface DecodedMesh {
  readonly index: Uint32Array;
  readonly attributes: readonly {
    readonly name: string;
    readonly size: number;
    readonly array: Float32Array | Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;
  }[];
}

export interface DecodedTexture {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly pixels: Uint8Array<ArrayBuffer>;
}

export interface DecoderResults {
  readonly mesh: DecodedMesh;
  readonly texture: DecodedTexture;
  readonly buffer: Uint8Array;
}

export interface DecoderAnswer {
  readonly id: number;
  readonly result?: DecoderResults[keyof DecoderResults];
  readonly error?: string;
}
