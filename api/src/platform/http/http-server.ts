import cookies from '@fastify/cookie';
import { endpoints } from '@fynbos/core/endpoints.ts';
import { graphql } from '@fynbos/core/graphql/contract.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { checkInput, installErrorHandlers, sendErrorResponse } from '../../route.ts';
import { waitedFor } from '../database/connection/connection-timeouts.ts';
import { type LogStream, loggerOf } from '../observability/logger.ts';
import { nameRequests, requestIdHeader, requestIdOf } from '../observability/request-id.ts';
import { requestLogs } from '../observability/request-log.ts';
import { type IsTrusted, trustedCallers } from '../observability/trusted-caller.ts';
import { readAddress } from '../rate-limit/client-ip.ts';
import { drainConnections, limitConnections, refuseTwoHosts, timeoutOptions } from './connection-limits.ts';
import { showsSecret } from './page-server-visitor.ts';
import { addSecurityHeaders, carefulHeaders } from './security-headers.ts';

const bodyLimit = 100 * 1024;

/**
 * An HTTP server for API and pages: trusted proxies, logging, tracing, input validation and error
 * responses. It has no routes yet and does not listen.
 * @param own the log stream (standard output by default), and the secret that pages in the same process
 * send to the API
 */
export async function httpServer(
  config: Pick<
    Config,
    'logLevel' | 'trustedProxies' | 'apiMode' | 'tracesUrl' | 'publicUrl' | 'timeoutScale'
  >,
  { log, ownSecret }: { log?: LogStream | undefined; ownSecret?: string } = {},
): Promise<FastifyInstance> {
  const isTrusted = trustedCallers(
    config.trustedProxies,
    (headers) => ownSecret !== undefined && showsSecret(headers, ownSecret),
  );
  const app = Fastify({
    logger: loggerOf(config, log),
    childLoggerFactory: requestLogs(config.logLevel),
    trustProxy: config.trustedProxies ?? false,
    bodyLimit,
    ...timeoutOptions(config.trustedProxies !== undefined),
    // Some old clients send a trailing slash.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    genReqId: (request) => requestIdOf(request, isTrusted),
    // No hook has run for a request that fails this early.
    frameworkErrors: (thrown, request, reply) => {
      reply.headers(carefulHeaders(request, config.publicUrl)).header(requestIdHeader, request.id);
      return sendErrorResponse(thrown, request, reply);
    },
  });
  // No address takes QUERY: its body is not read, so that every handler refuses it as any other method.
  app.addHttpMethod('QUERY', { overrideExisting: true });
  normaliseForwarded(app, trustedCallers(config.trustedProxies));
  limitConnections(app, isTrusted);
  drainConnections(app);
  nameRequests(app, isTrusted);
  // Before the security headers, which read what it sets.
  await app.register(cookies);
  addSecurityHeaders(app, config.publicUrl);
  refuseTwoHosts(app);
  // Runs when the body has arrived. The code that reads the body runs on the connection and does not know
  // the request.
  app.addHook('preValidation', (_request, _reply, done) => waitedFor(done, config.timeoutScale));
  // The tracing library is loaded only when tracing is on.
  if (config.tracesUrl) {
    const { openTraces } = await import('../observability/tracing.ts');
    openTraces(app, config.tracesUrl);
  }
  // A form on a foreign page can send text/plain, but cannot send JSON without a CORS preflight (T10).
  app.removeContentTypeParser('text/plain');
  checkInput(app);
  installErrorHandlers(
    app,
    endpoints.filter(({ path }) => config.apiMode === 'graphql' || path !== graphql.path),
  );
  return app;
}

const forwardedHeader = 'x-forwarded-for';

/**
 * Rewrites the addresses that a trusted proxy forwards, so that every spelling of an address is one client
 * (T35). Whatever stands before an entry that is no address is ignored: then the client is the nearest
 * known proxy.
 */
function normaliseForwarded(app: FastifyInstance, isProxy: IsTrusted): void {
  let hasWarned = false;
  app.addHook('onRequest', ({ headers, raw, log }, _reply, done) => {
    const written = String(headers[forwardedHeader] ?? '');
    if (written === '' || !isProxy(raw)) return done();
    const addresses = written.split(',').map(readAddress);
    const known = addresses.slice(addresses.lastIndexOf(undefined) + 1);
    headers[forwardedHeader] = known.join(', ');
    if (known.length === 0 && !hasWarned) {
      hasWarned = true;
      log.warn('X-Forwarded-For of a trusted proxy holds no address; the proxy counts as the client');
    }
    done();
  });
}
