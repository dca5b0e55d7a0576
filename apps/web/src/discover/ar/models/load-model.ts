/** Loads a binary glTF file of this server. Everything is in it: nothing is requested from elsewhere. */
import { type AnimationClip, type Group, LoadingManager, TextureLoader } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { fetchMedia } from '../model/media-files';
import { acceptCompressed } from './compressed';
import { ModelDecoder } from './model-decoder';

export interface LoadedModel {
  readonly scene: Group;
  /** Its first animation. */
  readonly animation: AnimationClip | null;
}

/** Pictures that are in the file have an address of the page; a file that names others is refused. */
function insideOnly(url: string): string {
  if (!url.startsWith('blob:')) throw new Error('The model refers to a file elsewhere');
  return url;
}

/** Rejects if it does not load, or is no model. */
export async function loadModel(url: string, signal: AbortSignal): Promise<LoadedModel> {
  const bytes = await fetchMedia(url, signal);
  const manager = new LoadingManager();
  manager.setURLModifier(insideOnly);
  const loader = new GLTFLoader(manager);
  loader.register((parser) => {
    // As an element: the content policy lets no page fetch from an object URL.
    parser.textureLoader = new TextureLoader(manager);
    return { name: 'EARTH_pictures' };
  });
  const decoder = new ModelDecoder(signal);
  acceptCompressed(loader, decoder);
  try {
    const { scene, animations } = await loader.parseAsync(bytes, '');
    return { scene, animation: animations[0] ?? null };
  } finally {
    decoder.stop();
  }
}
