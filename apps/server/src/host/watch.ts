/** Watches the calls of other systems: a span and a measurement for each. */
import { type Metrics, noMetrics, type System } from './metrics';
import { type Attributes, noSpan, noTrace, type Trace } from './trace';

/** Only interesting as a part of something: the pollers of the server ask for work all the time. */
const PARTS: ReadonlySet<System> = new Set(['database', 'events', 'files']);

export interface Watch {
  /** @returns what must be called at the end */
  begin(system: System, name: string, attributes?: Attributes): (isFailed: boolean, more?: Attributes) => void;
  /** @param isFailed whether a result is a failure; a rejection always is one */
  run<Result>(
    system: System,
    name: string,
    call: () => Promise<Result>,
    options?: { readonly attributes?: Attributes; readonly isFailed?: (result: Result) => boolean },
  ): Promise<Result>;
}

export function createWatch(trace: Trace, metrics: Pick<Metrics, 'called'>): Watch {
  const start = (system: System, name: string, attributes: Attributes = {}) => {
    const isLeftOut = PARTS.has(system) && trace.current() === undefined;
    const span = isLeftOut ? noSpan : trace.beginCall(name, attributes);
    const at = performance.now();
    const end = (isFailed: boolean, more: Attributes = {}) => {
      metrics.called(system, isFailed ? 'failed' : 'ok', (performance.now() - at) / 1000);
      span.end({ isFailed, attributes: more });
    };
    return { span, end };
  };
  return {
    begin: (system, name, attributes) => start(system, name, attributes).end,
    async run(system, name, call, { attributes, isFailed = () => false } = {}) {
      const { span, end } = start(system, name, attributes);
      try {
        const result = await span.run(call);
        end(isFailed(result));
        return result;
      } catch (error) {
        end(true);
        throw error;
      }
    },
  };
}

export const noWatch: Watch = createWatch(noTrace, noMetrics);
