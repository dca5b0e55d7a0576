/**
 * Like `Promise.all`, but ends only when all have ended: of queries that are sent together in a transaction, none may be sent after it was
 * rolled back.
 * @throws the error of the first that failed, in their order
 */
export async function waitForAll<Results extends readonly unknown[]>(
  promises: readonly [...{ [Index in keyof Results]: Promise<Results[Index]> }],
): Promise<Results> {
  // A query of Drizzle is sent anew by each `then`.
  const all = promises.map(async (promise: Promise<unknown>) => await promise);
  await Promise.allSettled(all);
  return (await Promise.all(all)) as readonly unknown[] as Results;
}
