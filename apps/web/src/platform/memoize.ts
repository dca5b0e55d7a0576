/** Memoizes a value that is made at its first use. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Memoizes the last value, so that it is the same object as long as the stored text is unchanged. */
export function memoizeLast<Value>(parse: (text: string | null) => Value): (text: string | null) => Value {
  let last: { readonly text: string | null; readonly value: Value } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: parse(text) };
    return last.value;
  };
}
