/** Serializes calls of an async function: for example, the call history must never be requested twice at once (A7.22). */
export function serialize<Argument, Result>(run: (argument: Argument) => Promise<Result>) {
  let last: Promise<unknown> = Promise.resolve();
  return (argument: Argument): Promise<Result> => {
    const next = last.then(() => run(argument));
    last = next.catch(() => undefined);
    return next;
  };
}
