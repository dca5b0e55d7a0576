/** Port: traces of what the server does. Attributes are names and numbers: never an id of a person, an address, a token or a text. */

export type Attributes = Readonly<Record<string, string | number>>;

export interface Span {
  /** Runs work of the span: spans that begin in it, and in what it awaits, are below this one. */
  run<Result>(work: () => Result): Result;
  end(outcome?: { readonly isFailed?: boolean; readonly attributes?: Attributes }): void;
}

/** Hexadecimal, as W3C Trace Context has them. */
export interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
}

export interface Trace {
  readonly isOn: boolean;
  /** A request that this server answers: a trace of its own, whatever its headers say. */
  beginRequest(name: string, attributes: Attributes): Span;
  /** A call of another system: below the span whose work is running, or a trace of its own. */
  beginCall(name: string, attributes: Attributes): Span;
  /** Of the span whose work is running. */
  current(): TraceIds | undefined;
  /** Sends what is left. */
  stop(): Promise<void>;
}

export const noSpan: Span = { run: (work) => work(), end: () => undefined };

export const noTrace: Trace = {
  isOn: false,
  beginRequest: () => noSpan,
  beginCall: () => noSpan,
  current: () => undefined,
  stop: async () => undefined,
};
