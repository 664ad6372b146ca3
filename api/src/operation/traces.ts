import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { type Step, stepChannels } from '@fynbos/core/operation/steps.ts';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { traceRequests } from './trace-requests.ts';

/** With tries in between, so that a shop that ends waits no longer for a collector that is away. */
const timeoutMillis = 3000;

/** The span that is under way where something is asked. */
export type Current = AsyncLocalStorage<Span | undefined>;

/**
 * Makes traces of requests and of the steps the shop tells of, and hands them to a collector as long as the app is open. It is
 * loaded only where somebody wants traces.
 *
 * @param url where the collector takes OTLP over HTTP
 */
export function openTraces(app: FastifyInstance, url: string): void {
  const exporter = warning(new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis }), app.log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'fynbos' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('fynbos');
  const current: Current = new AsyncLocalStorage();
  traceRequests(app, tracer, current);
  const ends = Object.values(stepChannels).map((channel) => traceSteps(channel, tracer, current));
  app.addHook('onClose', async () => {
    for (const end of ends) end();
    // What a collector did not take by now is lost, and was warned of.
    await provider.shutdown().catch(() => {});
  });
}

type Traced = Step & { span?: Span };

/** Makes a span of every step of a kind. @returns ends it */
function traceSteps(channel: string, tracer: Tracer, current: Current): () => void {
  const { start, error, asyncEnd } = tracingChannel<Span | undefined, Traced>(channel);
  const begin = (step: Traced): Span | undefined => {
    const parent = current.getStore();
    // The shop looks into its queues every second: what no request and no step asked for is no news.
    if (!parent && channel === stepChannels.statement) return undefined;
    const kind = channel === stepChannels.page ? SpanKind.INTERNAL : SpanKind.CLIENT;
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    step.span = tracer.startSpan(step.name, { kind }, context);
    return step.span;
  };
  // What went wrong may quote what it was about: its kind is all that is told.
  const fail = (step: unknown) => {
    const { span, error: cause } = step as Traced & { error?: Error };
    span?.setStatus({ code: SpanStatusCode.ERROR, message: cause?.name ?? 'Error' });
  };
  const end = (step: unknown) => (step as Traced).span?.updateName((step as Traced).name).end();
  start.bindStore(current, begin);
  error.subscribe(fail);
  asyncEnd.subscribe(end);
  return () => {
    start.unbindStore(current);
    error.unsubscribe(fail);
    asyncEnd.unsubscribe(end);
  };
}

const quietMs = 60_000;

/** Says in the log, once a minute at most, that the collector does not take traces: the shop goes on without them. */
function warning(exporter: OTLPTraceExporter, log: FastifyBaseLogger): OTLPTraceExporter {
  let quietUntil = 0;
  const send = exporter.export.bind(exporter);
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      if (result.error && performance.now() > quietUntil) {
        quietUntil = performance.now() + quietMs;
        log.warn({ work: 'traces', reason: result.error.message }, 'the collector does not take traces');
      }
      done(result);
    });
  return exporter;
}
