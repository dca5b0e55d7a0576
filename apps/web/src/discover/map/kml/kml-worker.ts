/** The worker side of `kml-thread.ts`. */
import { KmlError, type Layer, readKmlFile } from '@earth/kml';
import type { KmlProblem } from '@earth/kml/error';

export type KmlAnswer = { readonly layer: Layer } | { readonly problem: KmlProblem };

/** The part of the worker's global scope that is used: the app's types only include the DOM. */
interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<ArrayBuffer>) => void): void;
  postMessage(answer: KmlAnswer, transfer: Transferable[]): void;
}
const scope = self as unknown as Scope;

scope.addEventListener('message', ({ data }) => {
  try {
    scope.postMessage({ layer: readKmlFile(new Uint8Array(data)) }, []);
  } catch (error) {
    scope.postMessage({ problem: error instanceof KmlError ? error.code : 'broken' }, []);
  }
});
