import type { AsyncLocalStorage } from 'node:async_hooks';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeOf } from './request-metrics.ts';

/** The active span of the current async context. */
export type Current = AsyncLocalStorage<Span | undefined>;

const propagator = new W3CTraceContextPropagator();

/**
 * Creates a span for every request, as a child of the one in its headers; trace headers of untrusted
 * callers were removed before (`request-id.ts`). The headers then name this span, so that the API requests
 * of a page become its children.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer, current: Current): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const from = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const attributes = { 'http.request.method': request.method, 'fynbos.request_id': request.id };
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, from);
    propagator.inject(trace.setSpan(ROOT_CONTEXT, span), request.headers, defaultTextMapSetter);
    spans.set(request, span);
    current.run(span, done);
  });
  // The body is read outside the async context of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) current.run(span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    const route = routeOf(request);
    span?.updateName(`${request.method} ${route}`);
    span?.setAttributes({ 'http.route': route, 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
