/** Promises that a test settles itself. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(reason: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** Waits until all promises that can settle have settled, because microtasks run before the next task. The clock does not advance. */
export const settled = () => new Promise<void>((resolve) => void setTimeout(resolve));
