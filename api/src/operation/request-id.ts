import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { IsTrusted } from './trusted-caller.ts';

/** The header in which a request is named, when it comes and when it is answered. */
export const requestIdHeader = 'x-request-id';

/** What proxies make up, and nothing that could be read as more than a name in a log. */
const wellFormed = /^[\w.:=-]{8,100}$/;

/** The name of a request: the one a trusted caller gave it, so that a visit can be followed, otherwise a new one. */
export function requestIdOf(request: IncomingMessage, isTrusted: IsTrusted): string {
  const given = request.headers[requestIdHeader];
  const isGiven = typeof given === 'string' && wellFormed.test(given) && isTrusted(request);
  return isGiven ? given : crypto.randomUUID();
}

/** Answers every request with its name. What a stranger says about the trace it belongs to is forgotten. */
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
