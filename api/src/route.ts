import type { Readable } from 'node:stream';
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
import type { Static, TSchema } from 'typebox';
import { awaySeconds, isDatabaseAway } from './platform/database/connection/database-unavailable.ts';
import { isReferenceToDeleted } from './platform/database/deleted-reference.ts';
import { messageOf } from './platform/errors/user-facing-error.ts';
import { isRecord } from './platform/json/is-record.ts';
import { schemaCheck } from './platform/json/schema-validator.ts';

/** The arguments of a handler: the validated input, and the raw request for headers and the like. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A response body that is ready to send: serialised JSON, or bytes with their own content type. */
export class Ready {
  readonly bytes: Buffer | string | Readable;
  readonly type: string;

  constructor(bytes: Buffer | string | Readable, type = 'application/json; charset=utf-8') {
    this.bytes = bytes;
    this.type = type;
  }
}

/** A result with additional data (`meta` of the envelope, spec D1). */
export class WithMeta<Result> {
  readonly result: Result;
  readonly meta: Record<string, unknown>;

  constructor(result: Result, meta: Record<string, unknown>) {
    this.result = result;
    this.meta = meta;
  }
}

type Outcome<E extends Endpoint> = ResultOf<E> | Ready | WithMeta<ResultOf<E>>;

/** Sends an error response in a different format from the shop's own. */
export type Refuse = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Mounts an endpoint: its schemas validate the input, the handler returns the result, and the envelope
 * wraps it.
 * @param refuseAs for a protocol with its own error format
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
      // The body is optional when the endpoint takes no input.
      ...(endpoint.method === 'GET' || endpoint.body === nothing ? {} : { body: endpoint.body }),
    },
    config: { errorObject: endpoint.errorObject ?? false },
    preValidation: [emptyBody, checkText],
    ...(refuseAs && { errorHandler: createErrorHandler(refuseAs) }),
    handler: async (request, reply) => {
      const { params, query, body } = request;
      // `checkInput` has compared each part with the schema of the endpoint.
      const input = { params, query, body: body ?? {}, request, reply } as Call<E>;
      return send(reply, endpoint, await handle(input));
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
 * Validates input against the endpoint's own schemas. Values in a path or a query string are text and are
 * converted to the type of the schema; a JSON body must have the correct types.
 */
export function checkInput(app: FastifyInstance): void {
  app.setValidatorCompiler<object>(({ schema, httpPart }) =>
    schemaCheck(schema, httpPart === 'body' ? 'json' : 'text'),
  );
}

/**
 * The query string as received, for parameters of every call that no schema describes: a value may have any
 * type.
 */
export function receivedQuery({ query }: FastifyRequest): Readonly<Record<string, unknown>> {
  return isRecord(query) ? query : {};
}

/** A call without a body counts as an empty object, as the OpenAPI document says. */
function emptyBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.method !== 'GET' && request.body === undefined) request.body = {};
  done();
}

/** Rejects NUL and lone surrogates, which PostgreSQL cannot store. */
function checkText(request: FastifyRequest, _reply: FastifyReply, done: (refusal?: Problem) => void): void {
  const { params, query: querystring, body } = request;
  const broken = Object.entries({ params, querystring, body }).find(([, input]) => !isText(input));
  const fields = broken ? [{ field: broken[0], message: 'contains an invalid character' }] : [];
  done(broken && new Problem('invalid_input', {}, fields));
}

/** The shop accepts no deeper input. */
const maxDepth = 50;

/** Whether all text is well-formed, and the input is not too deep. */
function isText(input: unknown, depth = 0): boolean {
  if (depth > maxDepth) return false;
  if (typeof input === 'string') return !input.includes('\0') && input.isWellFormed();
  // Handlers that accept bytes validate them.
  if (typeof input !== 'object' || input === null || Buffer.isBuffer(input)) return true;
  return Object.entries(input).every(([key, value]) => isText(key, depth + 1) && isText(value, depth + 1));
}

/** Validates JSON that is not a request body; throws `invalid_input` with the path of each field error. */
export function bodyChecker<Schema extends TSchema>(
  schema: Schema,
): (value: unknown, place: string) => Static<Schema> {
  const check = schemaCheck(schema, 'json');
  return (value, place) => {
    // The schema has just been checked.
    if (check(value)) return value as Static<Schema>;
    throw new Problem('invalid_input', {}, fieldProblems(check.errors ?? [], place));
  };
}

/** Adds a request header to the `Vary` header of the response. */
export function alsoVary(reply: FastifyReply, header: string): void {
  const named = reply.getHeader('vary');
  reply.header('vary', named ? `${named}, ${header}` : header);
}

/** The one place that sends error responses (spec D1). */
export function installErrorHandlers(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  app.setErrorHandler(sendErrorResponse);
  app.setNotFoundHandler((request, reply) => refuse(missing(request, reply, endpoints), request, reply));
}

/** Sends any thrown error in the shop's own format. */
export const sendErrorResponse = createErrorHandler(refuse);

function createErrorHandler(refuseAs: Refuse) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    refuseAs(problemOf(thrown, request), request, reply);
}

/** Converts a failure into the problem that the caller receives. Unexpected failures are logged too. */
export function problemOf(thrown: unknown, request: FastifyRequest): Problem {
  const problem = asProblem(thrown);
  if (problem.code === 'internal') request.log.error(thrown);
  if (problem.code === 'unavailable')
    request.log.warn({ reason: messageOf(thrown) }, 'the database did not respond to a request');
  return problem;
}

/** The machine-readable part of an error response (spec D1). */
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
  const { config } = request.routeOptions;
  return isRecord(config) && config.errorObject ? { errorMessage: message } : message;
}

/** Errors of the HTTP framework, with our problem code and the invalid part of the request. */
const failures: Record<string, [code: ProblemCode, ...fields: FieldProblem[]]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['malformed_body', { field: 'body', message: 'is empty' }],
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed_body', { field: 'body', message: 'is not valid JSON' }],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_body',
    { field: 'body', message: 'does not match its content-length' },
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['malformed_body', { field: 'url', message: 'has a part that is too long' }],
  FST_ERR_BAD_URL: ['malformed_body', { field: 'url', message: 'has an invalid percent-encoding' }],
};

/** Converts a failure into the problem that the caller receives. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  // Only errors of Fastify have these fields, or errors with the same meaning.
  const error = (thrown ?? {}) as {
    validation?: ErrorObject[];
    validationContext?: string;
    code?: string;
    statusCode?: number;
  };
  if (error.validation) {
    return new Problem('invalid_input', {}, fieldProblems(error.validation, error.validationContext ?? ''));
  }
  if (isDatabaseAway(thrown)) return new Problem('unavailable');
  // The account was erased after the call had proved its login.
  if (isReferenceToDeleted(thrown, ['customer_id', 'session_id'])) return new Problem('not_logged_in');
  const known = failures[error.code ?? ''];
  if (known) {
    const [code, ...fields] = known;
    return new Problem(code, {}, fields);
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

/** A pattern that matches the paths of an endpoint. */
export function pathPattern(endpoint: Endpoint): RegExp {
  const text = endpoint.path.replaceAll('.', '\\.').replaceAll('*', '.*');
  return new RegExp(`^${text.replace(/\{\w+\}/g, '[^/]+')}$`);
}
