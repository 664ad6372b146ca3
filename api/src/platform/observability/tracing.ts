import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { type Step, stepChannels } from '@fynbos/core/operation/diagnostics-channels.ts';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Current, traceRequests } from './request-tracing.ts';

/** Includes retries, so that a closing shop does not wait longer for an unreachable collector. */
const timeoutMillis = 3000;

/**
 * Traces requests and the shop's timed operations, and exports them to a collector until the app closes. It
 * is loaded only when tracing is configured.
 * @param url of the collector, OTLP over HTTP
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
    // Spans that the collector did not accept by now are lost; a warning was logged.
    await provider.shutdown().catch(() => {});
  });
}

type Traced = Step & { span?: Span };

/**
 * Creates a span for every operation of a kind.
 * @returns a function that stops it
 */
function traceSteps(channel: string, tracer: Tracer, current: Current): () => void {
  const { start, error, asyncEnd } = tracingChannel<Span | undefined, Traced>(channel);
  const begin = (step: Traced): Span | undefined => {
    const parent = current.getStore();
    // The shop polls its queues every second: statements outside of a request or operation are not traced.
    if (!parent && channel === stepChannels.statement) return undefined;
    const kind = channel === stepChannels.page ? SpanKind.INTERNAL : SpanKind.CLIENT;
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    step.span = tracer.startSpan(step.name, { kind }, context);
    return step.span;
  };
  // Error messages may quote personal data, so only the error type is exported.
  const fail = (step: unknown) => {
    // `tracePromise` publishes the step that `begin` has seen, with its error.
    const { span, error: cause } = step as Traced & { error?: Error };
    span?.setStatus({ code: SpanStatusCode.ERROR, message: cause?.name ?? 'Error' });
  };
  const end = (step: unknown) => {
    // The step that `begin` has seen.
    const { span, name } = step as Traced;
    span?.updateName(name).end();
  };
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

/** Logs at most once a minute that the collector is unreachable; the shop goes on without traces. */
function warning(exporter: OTLPTraceExporter, log: FastifyBaseLogger): OTLPTraceExporter {
  let quietUntil = 0;
  const send = exporter.export.bind(exporter);
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      if (result.error && performance.now() > quietUntil) {
        quietUntil = performance.now() + quietMs;
        log.warn({ work: 'traces', reason: result.error.message }, 'cannot send traces to the collector');
      }
      done(result);
    });
  return exporter;
}
