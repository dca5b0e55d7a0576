/** Runs one after the other: the history of calls must never be asked for twice at once (A7.22). */
export function serialize<Argument, Result>(run: (argument: Argument) => Promise<Result>) {
  let last: Promise<unknown> = Promise.resolve();
  return (argument: Argument): Promise<Result> => {
    const next = last.then(() => run(argument));
    last = next.catch(() => undefined);
    return next;
  };
}
