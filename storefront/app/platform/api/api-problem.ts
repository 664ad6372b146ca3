import type { FieldProblem, ProblemCode } from '@fynbos/core/problem.ts';
import { isRouteErrorResponse } from 'react-router';

/**
 * Problems of the storefront itself: failures before the API returned a valid response, and refusals by
 * pages.
 */
const ownProblems = {
  bad_content_type: { status: 502, retry: true, sentence: 'Error with response - bad content-type!' },
  // A captive portal responds to every request with its page.
  network_sign_in: { status: 502, retry: true, sentence: 'This network needs you to sign in first.' },
  wrong_format: { status: 502, retry: true, sentence: 'Unhandled error, wrong response format!' },
  // The sentence is built by the caller.
  timeout: { status: 503, retry: true },
  unreachable: { status: 503, retry: true },
  /** The sentence is built by the caller. */
  shop_updated: { status: 503, retry: false },
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

/** A refusal or failure of the API as plain data, for error pages and notices. */
export interface ProblemView {
  code: ApiProblemCode;
  /** HTTP status: the API's own, or 502/503 when there was no valid response. */
  status: number;
  /** Values for the translated message. */
  values: Record<string, string | number>;
  fields: readonly FieldProblem[];
  /** Whether the same call may succeed later. */
  retry: boolean;
  /** Id that support can look up in the logs. */
  requestId?: string;
  /** Data the refusal carries for the next step, as its contract defines. */
  meta?: Record<string, unknown>;
  /** The API's own sentence, used when the translated messages are not loaded. */
  sentence?: string;
}

/** Thrown by every API call that returned no result. `message` is English, for logs. */
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

/** Codes unknown to this version pass through. They have no message here, so the API's sentence is shown. */
function nameOf(code: string): ApiProblemCode {
  // Unknown codes are part of the type in effect: every table of codes has a fallback.
  return /^\w+$/.test(code) ? (code as ApiProblemCode) : 'internal';
}

function about(code: string) {
  return known[code] ?? ownProblems.internal;
}

/**
 * Returns the API problem behind an error caught by an error boundary. The error was thrown in the browser,
 * or by a loader on the server and transferred as an error response. Undefined for other errors.
 */
export function problemOf(error: unknown): ProblemView | undefined {
  if (error instanceof ApiProblem) return error.view;
  if (!isRouteErrorResponse(error)) return undefined;
  // Data of other errors has no `problem`.
  return (error.data as { problem?: ProblemView } | null)?.problem;
}
