import {
  type BodyOf,
  type Endpoint,
  nothing,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
} from '@fynbos/core/endpoint.ts';
import { type FieldProblem, Problem, type ProblemCode, problems } from '@fynbos/core/problem.ts';
import type { ErrorObject } from 'ajv';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { awaySeconds, isDatabaseAway } from './database/away.ts';
import { schemaCheck } from './schema-check.ts';

/** What a handler is given: the checked input, and the raw request for headers and the like. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A body that is ready to send: JSON already written, or bytes with their own content type. */
export class Ready {
  readonly bytes: Buffer | string;
  readonly type: string;

  constructor(bytes: Buffer | string, type = 'application/json; charset=utf-8') {
    this.bytes = bytes;
    this.type = type;
  }
}

/** A result with something to say beside it (`meta` of the envelope, decision 1). */
export class WithMeta<Result> {
  readonly result: Result;
  readonly meta: Record<string, unknown>;

  constructor(result: Result, meta: Record<string, unknown>) {
    this.result = result;
    this.meta = meta;
  }
}

type Outcome<E extends Endpoint> = ResultOf<E> | Ready | WithMeta<ResultOf<E>>;

/** Answers a refusal in another form than the shop's own. */
export type Refuse = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Mounts an endpoint: its schemas check the input, the handler answers, the envelope is put around it.
 *
 * @param refuseAs for a protocol that has errors of its own
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Outcome<E> | Promise<Outcome<E>>,
  refuseAs?: Refuse,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      params: endpoint.params,
      querystring: endpoint.query,
      // Who has nothing to say may leave the body out.
      ...(endpoint.method === 'GET' || endpoint.body === nothing ? {} : { body: endpoint.body }),
    },
    config: { errorObject: endpoint.errorObject ?? false },
    preValidation: checkText,
    ...(refuseAs && { errorHandler: answering(refuseAs) }),
    handler: async (request, reply) => {
      const outcome = await handle({
        params: request.params as ParamsOf<E>,
        query: request.query as QueryOf<E>,
        body: (request.body ?? {}) as BodyOf<E>,
        request,
        reply,
      });
      return send(reply, endpoint, outcome);
    },
  });
}

function send(reply: FastifyReply, endpoint: Endpoint, outcome: unknown): FastifyReply {
  if (outcome instanceof Ready) return reply.type(outcome.type).send(outcome.bytes);
  const json = reply.type('application/json; charset=utf-8');
  if (!endpoint.envelope) return json.send(JSON.stringify(outcome));
  const { result, meta } = outcome instanceof WithMeta ? outcome : { result: outcome, meta: undefined };
  return json.send(JSON.stringify({ code: reply.statusCode, result, meta }));
}

/**
 * Checks input by the endpoint's own schemas. What comes in a path or a query string is text and is
 * read as the type it should be; a JSON body must have its types right.
 */
export function checkInput(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) =>
    schemaCheck(schema as object, httpPart === 'body' ? 'json' : 'text'),
  );
}

/** Refuses text that PostgreSQL keeps nowhere: U+0000, and half of a sign. */
function checkText(request: FastifyRequest, _reply: FastifyReply, done: (refusal?: Problem) => void): void {
  const { params, query: querystring, body } = request;
  const broken = Object.entries({ params, querystring, body }).find(([, input]) => !isText(input));
  const faults = broken ? [{ field: broken[0], message: 'holds a sign that is no letter' }] : [];
  done(broken && new Problem('invalid_input', {}, faults));
}

/** Nothing the shop is sent goes deeper; what walks it by calling itself would run out of room. */
const deepest = 50;

/** Whether all text in it is text, and it is not too deep. It is walked without calling itself. */
function isText(input: unknown): boolean {
  let level = [input];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return false;
    if (level.some((one) => typeof one === 'string' && (one.includes('\0') || !one.isWellFormed())))
      return false;
    level = level.flatMap((one) =>
      // Bytes are read by whoever asked for them.
      typeof one === 'object' && one !== null && !Buffer.isBuffer(one) ? Object.entries(one).flat(1) : [],
    );
  }
  return true;
}

/** Checks JSON that came by another way than a body; throws `invalid_input` with the faults' places. */
export function bodyChecker(schema: object): (value: unknown, place: string) => unknown {
  const check = schemaCheck(schema, 'json');
  return (value, place) => {
    if (check(value)) return value;
    throw new Problem('invalid_input', {}, fieldProblems(check.errors ?? [], place));
  };
}

/** Names one more header of the request that this answer depends on. */
export function alsoVary(reply: FastifyReply, header: string): void {
  const named = reply.getHeader('vary');
  reply.header('vary', named ? `${named}, ${header}` : header);
}

/** The one place that answers a refusal or a failure (decision 1). */
export function answerProblems(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler((request, reply) => refuse(missing(request, reply, endpoints), request, reply));
}

/** Answers whatever was thrown, in the shop's own form. */
export const answerFailure = answering(refuse);

function answering(refuseAs: Refuse) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    refuseAs(problemOf(thrown, request), request, reply);
}

/** The refusal that a failure is to its caller; what nobody expected goes to the log as well. */
export function problemOf(thrown: unknown, request: FastifyRequest): Problem {
  const problem = asProblem(thrown);
  if (problem.code === 'internal') request.log.error(thrown);
  if (problem.code === 'unavailable')
    request.log.warn({ reason: (thrown as Error).message }, 'the database did not answer a request');
  return problem;
}

/** What a refusal tells machines, beside its sentence (decision 1). */
export function metaOf(problem: Problem, request: FastifyRequest): Record<string, unknown> {
  return {
    ...problem.details,
    problem: problem.code,
    retry: problems[problem.code].retry,
    ...(Object.keys(problem.values).length > 0 ? { values: problem.values } : {}),
    ...(problem.fields.length > 0 ? { fields: problem.fields } : {}),
    requestId: request.id,
  };
}

function refuse(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const meta = metaOf(problem, request);
  const { seconds } = problem.values;
  if (problem.code === 'too_many_attempts' && seconds !== undefined) reply.header('retry-after', seconds);
  if (problem.status === 503) reply.header('retry-after', awaySeconds);
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: problem.status, result: sentence(request, problem), meta }));
}

function sentence(request: FastifyRequest, { message }: Problem): string | { errorMessage: string } {
  const { errorObject } = request.routeOptions.config as { errorObject?: boolean };
  return errorObject ? { errorMessage: message } : message;
}

/** The refusals of the HTTP server below us, and what is wrong with which part of the request. */
const failures: Record<string, [code: ProblemCode, ...faults: FieldProblem[]]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed_body', { field: 'body', message: 'is empty' }],
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed_body', { field: 'body', message: 'is not valid JSON' }],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_body',
    { field: 'body', message: 'is not as long as its content-length says' },
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['malformed_body', { field: 'url', message: 'has a part that is too long' }],
  FST_ERR_BAD_URL: ['malformed_body', { field: 'url', message: 'has a % that stands for no letter' }],
};

/** The refusal that a failure is to its caller. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const error = thrown as {
    validation?: ErrorObject[];
    validationContext?: string;
    code?: string;
    statusCode?: number;
  };
  if (error.validation) {
    return new Problem('invalid_input', {}, fieldProblems(error.validation, error.validationContext ?? ''));
  }
  if (isDatabaseAway(thrown)) return new Problem('unavailable');
  const known = failures[error.code ?? ''];
  if (known) {
    const [code, ...faults] = known;
    return new Problem(code, {}, faults);
  }
  return new Problem(
    error.statusCode !== undefined && error.statusCode < 500 ? 'malformed_body' : 'internal',
  );
}

function fieldProblems(errors: readonly ErrorObject[], part: string): FieldProblem[] {
  return errors.slice(0, 20).map((error) => ({
    field: `${part}${error.instancePath}`,
    message: error.message ?? 'is not valid',
  }));
}

function missing(request: FastifyRequest, reply: FastifyReply, endpoints: readonly Endpoint[]): Problem {
  const path = request.url.split('?')[0] ?? '';
  const allowed = endpoints
    .filter((endpoint) => pathPattern(endpoint).test(path))
    .map((endpoint) => endpoint.method);
  if (allowed.length === 0) return new Problem('path_not_found');
  reply.header('allow', [...new Set(allowed)].join(', '));
  return new Problem('method_not_allowed', { method: request.method });
}

/** What paths a call has. */
export function pathPattern(endpoint: Endpoint): RegExp {
  const text = endpoint.path.replaceAll('.', '\\.').replaceAll('*', '.*');
  return new RegExp(`^${text.replace(/\{\w+\}/g, '[^/]+')}$`);
}
