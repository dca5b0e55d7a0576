/** Traces by OpenTelemetry, sent as JSON to a collector (OTLP/HTTP). Nothing of it is loaded without an address in the settings. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span as ApiSpan, SpanKind } from '@opentelemetry/api';
import type { Settings } from '../../config/settings';
import { type Attributes, noTrace, type Span, type Trace } from '../../host/trace';

/** A collector that does not answer must not hold up the end of the server. */
const EXPORT_TIMEOUT_MS = 3_000;

type TraceSettings = Pick<Settings, 'otelExporterOtlpEndpoint' | 'otelExporterOtlpHeaders' | 'otelServiceName'>;

/** @param onFailure called once when spans cannot be sent, until they can again */
export async function openTrace(settings: TraceSettings, onFailure: (error: unknown) => void): Promise<Trace> {
  const { otelExporterOtlpEndpoint: endpoint, otelExporterOtlpHeaders: headers, otelServiceName } = settings;
  if (endpoint === undefined) return noTrace;
  // Lazy imports: the libraries are large, and a server without traces starts without them.
  const [api, { BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  let isFailing = false;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': otelServiceName }),
    spanProcessors: [
      new BatchSpanProcessor({
        export: (spans, done) =>
          exporter.export(spans, (result) => {
            if (result.error && !isFailing) onFailure(result.error);
            isFailing = result.error !== undefined;
            done(result);
          }),
        shutdown: () => exporter.shutdown(),
      }),
    ],
  });
  const tracer = provider.getTracer('earth');
  const running = new AsyncLocalStorage<ApiSpan>();

  function begin(name: string, kind: SpanKind, attributes: Attributes, parent: ApiSpan | undefined): Span {
    const context = parent ? api.trace.setSpan(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind, attributes }, context);
    return {
      run: (work) => running.run(span, work),
      end({ isFailed = false, attributes: more = {} } = {}) {
        span.setAttributes(more);
        // Without the error's message, which may repeat values.
        if (isFailed) span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  return {
    isOn: true,
    beginRequest: (name, attributes) => begin(name, api.SpanKind.SERVER, attributes, undefined),
    beginCall: (name, attributes) => begin(name, api.SpanKind.CLIENT, attributes, running.getStore()),
    current() {
      const { traceId, spanId } = running.getStore()?.spanContext() ?? {};
      return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined;
    },
    stop: () => provider.shutdown(),
  };
}
