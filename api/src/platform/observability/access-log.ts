import type { FastifyRequest } from 'fastify';
import { isRecord } from '../json/is-record.ts';

/**
 * A request as it is logged. The query string is never logged: it may hold a token, the secret of a mailed
 * link, or search terms (spec D4). API calls are logged with their route pattern, other addresses only
 * with the segments that could name a page of the shop.
 */
export function requestForLog(request: FastifyRequest): Record<string, string | undefined> {
  const pattern = request.routeOptions?.url;
  const path = pattern && !pattern.endsWith('*') ? pattern : publicPath(request.url);
  return { method: request.method, path, from: request.ip };
}

/** A response as it is logged, with the kind of a page, which its address does not always show. */
export function replyForLog({ statusCode, request }: { statusCode: number; request?: object }) {
  return { statusCode, page: isRecord(request) ? request.pageKind : undefined };
}

/**
 * Names of products, categories and pages in addresses: short words, few digits. Checked part by part,
 * because a single pattern would backtrack.
 */
const allowedCharacters = /^[a-z\d._-]{1,80}$/;
const word = /^[a-z]*\d{0,5}[a-z]*$/;
const maxTokens = 13;
const longRun = /[a-z\d]{25}|(?:\d\D?){7}/;

function isPlain(part: string): boolean {
  if (!allowedCharacters.test(part) || longRun.test(part)) return false;
  const tokens = part.split(/[-_.]/, maxTokens + 1);
  return tokens.length <= maxTokens && tokens.every((token) => word.test(token));
}

/** A path with its plain segments only: numbers, addresses and secrets typed into it are not logged. */
function publicPath(url: string): string {
  const [path = ''] = url.split(/[?#;]/, 1);
  const parts = path.slice(0, 1000).split('/').slice(0, 12);
  return parts.map((part) => (isPlain(part) ? part : part && '…')).join('/');
}

/**
 * An error as it is logged: type and place, but without the `detail` of the database, which quotes the row:
 * `Key (email)=(…) already exists`. Quoted parts of the message are removed as well, because databases and
 * parsers quote their input.
 */
export function errorForLog(error: unknown): LoggedError {
  // Any value can be thrown, and logging it must not fail.
  if (!(error instanceof Error) || typeof error.message !== 'string')
    return errorForLog(Object.assign(new Error(sentenceOf(error)), { stack: '' }));
  const { name, stack = '', cause } = error;
  const { code, table, constraint, routine }: Error & DatabaseFields = error;
  const message = withoutQuotes(error.message);
  // Node puts codes between name and message: `TypeError [ERR_INVALID_URL]: …`.
  const messageStart = stack.indexOf(error.message);
  const [frames = ''] =
    messageStart < 0
      ? []
      : (/\n {4}at [\s\S]*$/.exec(stack.slice(messageStart + error.message.length)) ?? []);
  const described = {
    type: name,
    message,
    stack: `${name}: ${message}${frames}`,
    code,
    table,
    constraint,
    routine,
  };
  return cause instanceof Error ? { ...described, cause: errorForLog(cause) } : described;
}

/** Fields of the errors of `pg`; other errors have at most a code. */
interface DatabaseFields {
  code?: unknown;
  table?: unknown;
  constraint?: unknown;
  routine?: unknown;
}

/**
 * The message of a thrown value that is no Error. The contents of objects are omitted, because they may be
 * personal.
 */
function sentenceOf(thrown: unknown): string {
  const text = isRecord(thrown) ? (thrown.message ?? thrown) : thrown;
  return typeof text === 'object' && text !== null ? 'an object was thrown' : String(text);
}

/** Covers the quotation marks of all languages; a quotation may contain the mark itself. */
const withoutQuotes = (text: string): string => text.replace(/["«»„“”][\s\S]*["«»„“”]/, '"…"');

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}
