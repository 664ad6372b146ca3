import { endpoints } from '@fynbos/core/endpoints.ts';
import { graphql } from '@fynbos/core/graphql/contract.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { addSecurityHeaders, carefulHeaders } from './careful-answers.ts';
import type { Config } from './config.ts';
import { waitedFor } from './database/patience.ts';
import { drainConnections, limitConnections, timeoutOptions, refuseTwoHosts } from './limits/door.ts';
import { showsSecret } from './limits/visitor.ts';
import { type LogStream, loggerOf } from './operation/log.ts';
import { nameRequests, requestIdHeader, requestIdOf } from './operation/request-id.ts';
import { requestLogs } from './operation/request-log.ts';
import { trustedCallers } from './operation/trusted-caller.ts';
import { sendErrorResponse, installErrorHandlers, checkInput } from './route.ts';

const bodyLimit = 100 * 1024;

/**
 * An HTTP server for API and pages: trusted proxies, logging, tracing, input validation and error
 * responses. It has no routes yet and does not listen.
 * @param own the log stream (standard output by default), and the secret that pages in the same process
 * send to the API
 */
export async function httpServer(
  config: Pick<Config, 'logLevel' | 'trustedProxies' | 'apiMode' | 'tracesUrl' | 'publicUrl'>,
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
  limitConnections(app, isTrusted);
  drainConnections(app);
  nameRequests(app, isTrusted);
  addSecurityHeaders(app, config.publicUrl);
  refuseTwoHosts(app);
  // Runs when the body has arrived. The code that reads the body runs on the connection and does not know
  // the request.
  app.addHook('preValidation', (_request, _reply, done) => waitedFor(done));
  // The tracing library is loaded only when tracing is on.
  if (config.tracesUrl) {
    const { openTraces } = await import('./operation/traces.ts');
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
