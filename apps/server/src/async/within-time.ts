/**
 * Runs something for as long as it may take; what comes later is ignored.
 * @throws what it throws, or an error with the code `ETIMEDOUT`
 */
export function withinTime<Result>(run: () => Result | Promise<Result>, timeoutMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(Object.assign(new Error(`No answer within ${timeoutMs} ms`), { code: 'ETIMEDOUT' })),
      timeoutMs,
    );
    void Promise.resolve()
      .then(run)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
