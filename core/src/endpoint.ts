import { type Static, type TSchema, Type } from 'typebox';
import type { ProblemCode } from './problem.ts';

/**
 * One HTTP call as data. The API mounts it, the storefront calls it, and `docs/openapi.json` is
 * printed from it: schema, check, type and document are the same value.
 *
 * `path` is written in OpenAPI style (`/api/stock/check/{sku}`). With `envelope` the answer is
 * `{code, result, meta?}` (decision 1) and `result` describes its `result`; without, `result`
 * describes the whole body.
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
  /** A refusal's sentence stands in `result.errorMessage`, where old clients look for it (decision 1). */
  readonly errorObject?: boolean;
  readonly problems: readonly ProblemCode[];
  /** What it answers in, where that is not JSON alone: `image/*`, `text/plain`. */
  readonly media?: readonly string[];
  /** Whoever shows what it already has is answered 304, with nothing. */
  readonly notModified?: boolean;
  /** The form of a refusal, for a protocol that has errors of its own. */
  readonly refusal?: TSchema;
}

export type ParamsOf<E extends Endpoint> = Static<E['params']>;
export type QueryOf<E extends Endpoint> = Static<E['query']>;
export type BodyOf<E extends Endpoint> = Static<E['body']>;
export type ResultOf<E extends Endpoint> = Static<E['result']>;

/** Nothing is expected there; extra query parameters are ignored, as old clients send many. */
export const nothing = Type.Object({});

type Given<S, Otherwise> = S extends TSchema ? S : Otherwise;

/** Writes an endpoint down; what is left out is empty, and the envelope is on unless said otherwise. */
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
  problems?: readonly ProblemCode[];
  media?: readonly string[];
  notModified?: boolean;
  refusal?: TSchema;
}) {
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
