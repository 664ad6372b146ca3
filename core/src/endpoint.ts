import { type Static, type TSchema, Type } from 'typebox';
import type { ProblemCode } from './problem.ts';

/**
 * One HTTP call as data. The API mounts it, the storefront calls it, and `docs/openapi.json` is generated
 * from it: schema, validation, type and documentation are the same value.
 *
 * `path` is written in OpenAPI style (`/api/stock/check/{sku}`). With `envelope` the response is `{code,
 * result, meta?}` (spec D1) and `result` describes its `result`; without, `result` describes the whole
 * body.
 */
export interface Endpoint<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Result extends TSchema = TSchema,
> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly result: Result;
  readonly envelope: boolean;
  /** The message of an error is in `result.errorMessage`, where old clients expect it (spec D1). */
  readonly errorObject?: boolean;
  /** Refuses a caller without the token of a customer. */
  readonly needsLogin?: boolean;
  readonly problems: readonly ProblemCode[];
  /** Media types of the response, if not JSON alone: `image/*`, `text/plain`. */
  readonly media?: readonly string[];
  /** Responds 304 without a body when the client's copy is current. */
  readonly notModified?: boolean;
  /** Schema of an error, for a protocol with its own error format. */
  readonly refusal?: TSchema;
}

export type ParamsOf<E extends Endpoint> = Static<E['params']>;
export type QueryOf<E extends Endpoint> = Static<E['query']>;
export type BodyOf<E extends Endpoint> = Static<E['body']>;
export type ResultOf<E extends Endpoint> = Static<E['result']>;

/** No parameters are expected. Extra query parameters are ignored, because old clients send many. */
export const nothing = Type.Object({});

type Given<S, Otherwise> = S extends TSchema ? S : Otherwise;

/** Declares an endpoint. Omitted parts are empty, and the envelope is on by default. */
export function endpoint<
  Result extends TSchema,
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(of: {
  name: string;
  method: Endpoint['method'];
  path: string;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  result: Result;
  envelope?: boolean;
  errorObject?: boolean;
  needsLogin?: boolean;
  problems?: readonly ProblemCode[];
  media?: readonly string[];
  notModified?: boolean;
  refusal?: TSchema;
}) {
  // The defaults stand for the parts that `of` leaves out, in the types too.
  return {
    envelope: true,
    problems: [],
    ...of,
    params: of.params ?? nothing,
    query: of.query ?? nothing,
    body: of.body ?? nothing,
  } as Endpoint<
    Given<Params, typeof nothing>,
    Given<Query, typeof nothing>,
    Given<Body, typeof nothing>,
    Result
  >;
}
