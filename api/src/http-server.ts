import { endpoints } from '@fynbos/core/endpoints.ts';
import { graphql } from '@fynbos/core/graphql/contract.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { describeError, describeRequest } from './operation/access-log.ts';
import { answerFailure, answerProblems, checkInput } from './route.ts';

const bodyLimit = 100 * 1024;

/**
 * An HTTP server as API and pages have it: who is believed, what is logged, how input is checked and refusals are said. It
 * answers nothing yet and listens nowhere.
 *
 * @param log where the log goes, a line of JSON at a time; to the standard output when left out
 */
export function httpServer(
  config: Pick<Config, 'logLevel' | 'trustedProxies' | 'apiMode'>,
  log?: { write(line: string): void },
): FastifyInstance {
  const app = Fastify({
    logger: {
      level: config.logLevel,
      serializers: { req: describeRequest, err: describeError },
      ...(log ? { stream: log } : {}),
    },
    trustProxy: config.trustedProxies ?? false,
    bodyLimit,
    // Old clients send a trailing slash here and there.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: answerFailure,
  });
  checkInput(app);
  answerProblems(
    app,
    endpoints.filter(({ path }) => config.apiMode === 'graphql' || path !== graphql.path),
  );
  return app;
}
