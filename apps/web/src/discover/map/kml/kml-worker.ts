/** The worker side of `kml-thread.ts`. */
import { KmlError, type KmlPicture, type Layer, readKmlFile, readKmlPicture } from '@earth/kml';
import type { KmlProblem } from '@earth/kml/error';

export interface KmlRequest {
  readonly bytes: ArrayBuffer;
  /** The path of a picture in the file; absent: the layer is requested. */
  readonly picture?: string;
}

export type KmlAnswer =
  | { readonly layer: Layer }
  | { readonly picture: KmlPicture | null }
  | { readonly problem: KmlProblem };

/** The part of the worker's global scope that is used: the app's types only include the DOM. */
interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<KmlRequest>) => void): void;
  postMessage(answer: KmlAnswer, transfer: Transferable[]): void;
}
const scope = self as unknown as Scope;

function answerOf({ bytes, picture }: KmlRequest): KmlAnswer {
  const file = new Uint8Array(bytes);
  try {
    return picture === undefined ? { layer: readKmlFile(file) } : { picture: readKmlPicture(file, picture) };
  } catch (error) {
    return { problem: error instanceof KmlError ? error.code : 'broken' };
  }
}

scope.addEventListener('message', ({ data }) => scope.postMessage(answerOf(data), []));
