import { endpoints } from '@fynbos/core/endpoints.ts';
import { graphql } from '@fynbos/core/graphql/contract.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerCarefully, carefulHeaders } from './careful-answers.ts';
import type { Config } from './config.ts';
import { waitedFor } from './database/patience.ts';
import { endLines, limitLines, patientOptions, refuseTwoHosts } from './limits/door.ts';
import { showsSecret } from './limits/visitor.ts';
import { type LogStream, loggerOf } from './operation/log.ts';
import { nameRequests, requestIdHeader, requestIdOf } from './operation/request-id.ts';
import { requestLogs } from './operation/request-log.ts';
import { trustedCallers } from './operation/trusted-caller.ts';
import { answerFailure, answerProblems, checkInput } from './route.ts';

const bodyLimit = 100 * 1024;

/**
 * An HTTP server as API and pages have it: who is believed, what is logged and traced, how input is checked and refusals
 * are said. It answers nothing yet and listens nowhere.
 *
 * @param own where the log goes, the standard output when left out; and the secret that pages beside an API show it
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
    ...patientOptions(config.trustedProxies !== undefined),
    // Old clients send a trailing slash here and there.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    genReqId: (request) => requestIdOf(request, isTrusted),
    // No hook has seen what was refused so early.
    frameworkErrors: (thrown, request, reply) => {
      reply.headers(carefulHeaders(request, config.publicUrl)).header(requestIdHeader, request.id);
      return answerFailure(thrown, request, reply);
    },
  });
  limitLines(app, isTrusted);
  endLines(app);
  nameRequests(app, isTrusted);
  answerCarefully(app, config.publicUrl);
  refuseTwoHosts(app);
  // Once the body is there: what reads it is called by the line, and knows nothing of the request.
  app.addHook('preValidation', (_request, _reply, done) => waitedFor(done));
  // A shop that nobody traces never loads it.
  if (config.tracesUrl) {
    const { openTraces } = await import('./operation/traces.ts');
    openTraces(app, config.tracesUrl);
  }
  // A form of a foreign page can send text, but no JSON without asking first (T10).
  app.removeContentTypeParser('text/plain');
  checkInput(app);
  answerProblems(
    app,
    endpoints.filter(({ path }) => config.apiMode === 'graphql' || path !== graphql.path),
  );
  return app;
}
