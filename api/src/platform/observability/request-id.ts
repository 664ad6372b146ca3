import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { IsTrusted } from './trusted-caller.ts';

/** The header with the id of a request, in the request and in the response. */
export const requestIdHeader = 'x-request-id';

/** Accepts the ids that proxies generate, and rejects characters that could be misread in a log. */
const wellFormed = /^[\w.:=-]{8,100}$/;

/**
 * The id of a request: the one that a trusted caller set, so that a visit can be traced, otherwise a new
 * one.
 */
export function requestIdOf(request: IncomingMessage, isTrusted: IsTrusted): string {
  const received = request.headers[requestIdHeader];
  const isGiven = typeof received === 'string' && wellFormed.test(received) && isTrusted(request);
  return isGiven ? received : crypto.randomUUID();
}

/** Adds the request id to every response, and drops trace headers of untrusted callers. */
export function nameRequests(app: FastifyInstance, isTrusted: IsTrusted): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    const { headers, raw } = request;
    if (headers.traceparent !== undefined && !isTrusted(raw)) {
      delete headers.traceparent;
      delete headers.tracestate;
    }
    done();
  });
}
