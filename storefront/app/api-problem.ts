import type { FieldProblem, ProblemCode } from '@fynbos/core/problem.ts';
import { isRouteErrorResponse } from 'react-router';

/** What can go wrong before the API has said anything that makes sense, and what pages refuse themselves. */
const ownProblems = {
  bad_content_type: { status: 502, retry: true, sentence: 'Error with response - bad content-type!' },
  wrong_format: { status: 502, retry: true, sentence: 'Unhandled error, wrong response format!' },
  // What happened is said by whoever asked.
  timeout: { status: 503, retry: true },
  unreachable: { status: 503, retry: true },
  not_logged_in: { status: 401, retry: false, sentence: 'You need to be logged in to see this page' },
  token_refused: {
    status: 401,
    retry: false,
    sentence: 'Error refreshing user token. User is not authorized to access the resource',
  },
  internal: { status: 500, retry: true, sentence: 'Something went wrong, try again in a few seconds' },
} as const;

export type ApiProblemCode = ProblemCode | keyof typeof ownProblems;
const known: Record<string, { status: number; retry: boolean; sentence?: string }> = ownProblems;

/** A refusal or a failure of the API as plain data: what an error page or a notice needs to know. */
export interface ProblemView {
  code: ApiProblemCode;
  /** HTTP status: the API's own, or 502/503 when there was no answer worth the name. */
  status: number;
  /** What fills in the message that tells the shopper, in every language. */
  values: Record<string, string | number>;
  fields: readonly FieldProblem[];
  /** Whether the same call may succeed later. */
  retry: boolean;
  /** What support can look up. */
  requestId?: string;
  /** What the refusal brings along for going on, as its contract says. */
  meta?: Record<string, unknown>;
  /** What the API said, for where the message's part is not loaded. */
  sentence?: string;
}

/** Thrown by every call of the API that did not end in a result. `message` is English, for logs. */
export class ApiProblem extends Error {
  readonly view: ProblemView;

  constructor(code: string, known: Partial<Omit<ProblemView, 'code'>> = {}) {
    super(known.sentence || about(code).sentence || code);
    this.name = 'ApiProblem';
    this.view = {
      code: nameOf(code),
      status: about(code).status,
      values: {},
      fields: [],
      retry: about(code).retry,
      ...known,
    };
  }

  get code(): ApiProblemCode {
    return this.view.code;
  }

  get status(): number {
    return this.view.status;
  }
}

/** Codes of the API are its own matter: one that no message here knows is told by its sentence. */
function nameOf(code: string): ApiProblemCode {
  return /^\w+$/.test(code) ? (code as ApiProblemCode) : 'internal';
}

function about(code: string) {
  return known[code] ?? ownProblems.internal;
}

/**
 * The API's problem behind whatever an error boundary caught: thrown in the browser, or thrown by a
 * loader on the server and carried over as the data of an error response. Undefined for all else.
 */
export function problemOf(error: unknown): ProblemView | undefined {
  if (error instanceof ApiProblem) return error.view;
  if (!isRouteErrorResponse(error)) return undefined;
  return (error.data as { problem?: ProblemView } | null)?.problem;
}
