import type { FastifyRequest } from 'fastify';

/**
 * A request as the log tells it. What stands behind the question mark never gets there: it may be a token, the
 * secret of a mailed link, or what somebody searched for (decision 4).
 */
export function describeRequest(request: FastifyRequest): Record<string, string | undefined> {
  return { method: request.method, path: request.url.split('?')[0], from: request.ip };
}

/**
 * A failure as the log tells it: what and where, but not the `detail` of the database, which quotes the row: `Key
 * (email)=(…) already exists`.
 */
export function describeError(error: Error): ErrorLine {
  const { name, message, stack = '', cause } = error;
  const { code, table, constraint } = error as Error & Record<string, unknown>;
  const line = { type: name, message, stack, code, table, constraint };
  return cause instanceof Error ? { ...line, cause: describeError(cause) } : line;
}

interface ErrorLine {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}
