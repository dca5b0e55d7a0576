/** Lets three.js load compressed meshes, textures and buffers by our own worker: its loaders would need a policy that allows `blob:` scripts. */
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  type Texture,
} from 'three';
import type { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import type { GLTFLoader, GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import type { AttributeType, DecodedMesh, DecodedTexture } from './decoder-job';
import type { ModelDecoder } from './model-decoder';

function geometryOf({ index, attributes }: DecodedMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setIndex(new BufferAttribute(index, 1));
  for (const { name, size, array } of attributes) geometry.setAttribute(name, new BufferAttribute(array, size));
  return geometry;
}

function textureOf({ width, height, pixels }: DecodedTexture): Texture {
  const texture = new DataTexture(pixels, width, height);
  Object.assign(texture, {
    generateMipmaps: true,
    minFilter: LinearMipmapLinearFilter,
    magFilter: LinearFilter,
    wrapS: RepeatWrapping,
    wrapT: RepeatWrapping,
    needsUpdate: true,
  });
  return texture;
}

/** The part of `DRACOLoader` that `GLTFLoader` uses. */
const meshLoader = (decoder: ModelDecoder) => ({
  preload: () => undefined,
  decodeDracoFile(
    data: ArrayBuffer,
    onLoad: (geometry: BufferGeometry) => void,
    ids: Readonly<Record<string, number>>,
    // Four at most: the colour space is that of glTF, and errors come last.
    ...[types, , onError]: [Readonly<Record<string, AttributeType>>, unknown, (error: unknown) => void]
  ) {
    const attributes = Object.entries(ids).map(([name, id]) => ({ name, id, array: types[name] ?? 'Float32Array' }));
    decoder.mesh(new Uint8Array(data), attributes).then((mesh) => onLoad(geometryOf(mesh)), onError);
  },
});

interface Json {
  readonly textures?: readonly { readonly extensions?: Readonly<Record<string, { readonly source: number }>> }[];
  readonly images?: readonly { readonly bufferView?: number }[];
}

const BASIS = 'KHR_texture_basisu';

/** Replaces the extension of the same name that three.js has. */
function texturePlugin(parser: GLTFParser, decoder: ModelDecoder): GLTFLoaderPlugin {
  const { textures, images } = parser.json as Json;
  return {
    name: BASIS,
    loadTexture(index) {
      const source = textures?.[index]?.extensions?.[BASIS]?.source;
      const view = source === undefined ? undefined : images?.[source]?.bufferView;
      if (view === undefined) return null;
      return (async () => {
        const data = (await parser.getDependency('bufferView', view)) as ArrayBuffer;
        const texture = textureOf(await decoder.texture(new Uint8Array(data)));
        parser.associations.set(texture, { textures: index });
        return texture;
      })();
    },
  };
}

export function acceptCompressed(loader: GLTFLoader, decoder: ModelDecoder): void {
  loader.setDRACOLoader(meshLoader(decoder) as unknown as DRACOLoader);
  loader.register((parser) => texturePlugin(parser, decoder));
  loader.setMeshoptDecoder({
    supported: true,
    ready: Promise.resolve(),
    decodeGltfBufferAsync: (count: number, size: number, data: Uint8Array, ...[mode, filter]: [string, string?]) =>
      decoder.buffer({ count, size, data, mode, filter }),
  } as never);
}
