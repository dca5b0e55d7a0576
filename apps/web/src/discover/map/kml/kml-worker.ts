/** The thread of `kml-thread.ts`. */
import { KmlError, type Layer, readKmlFile } from '@earth/kml';
import type { KmlProblem } from '@earth/kml/error';

export type KmlAnswer = { readonly layer: Layer } | { readonly problem: KmlProblem };

/** As much of a worker's global scope as is used: the app's types know a page's alone. */
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
