import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A request as the log tells it. What stands behind the question mark never gets there: it may be a token, the
 * secret of a mailed link, or what somebody searched for (decision 4). Of a call the log has the pattern, of any other address
 * what a page of the shop could be named.
 */
export function describeRequest(request: FastifyRequest): Record<string, string | undefined> {
  const pattern = request.routeOptions?.url;
  const path = pattern && !pattern.endsWith('*') ? pattern : publicPath(request.url);
  return { method: request.method, path, from: request.ip };
}

/** An answer as the log tells it; of a page what kind it was, which its address need not tell. */
export function describeReply(reply: FastifyReply & { request?: { pageKind?: string } }) {
  return { statusCode: reply.statusCode, page: reply.request?.pageKind };
}

/** What products, categories and pages are called in addresses: small words, few figures. Looked at piece by piece: one pattern for all of it would go back and forth between them. */
const letters = /^[a-z\d._-]{1,80}$/;
const word = /^[a-z]*\d{0,5}[a-z]*$/;
const mostWords = 13;
const longRun = /[a-z\d]{25}|(?:\d\D?){7}/;

function isPlain(part: string): boolean {
  if (!letters.test(part) || longRun.test(part)) return false;
  const words = part.split(/[-_.]/, mostWords + 1);
  return words.length <= mostWords && words.every((one) => word.test(one));
}

/** A path with its words alone: whoever types a number, an address or a secret into it does not find it in the log. */
function publicPath(url: string): string {
  const parts = url.split(/[?#;]/, 1)[0]!.slice(0, 1000).split('/').slice(0, 12);
  return parts.map((part) => (isPlain(part) ? part : part && '…')).join('/');
}

/**
 * A failure as the log tells it: what and where, but not the `detail` of the database, which quotes the row: `Key
 * (email)=(…) already exists`. What its sentence quotes is left out as well: databases and parsers quote what they were given.
 */
export function describeError(error: unknown): ErrorLine {
  // Anything can be thrown, and a log that fails over it would take down what only wanted to tell of it.
  if (!(error instanceof Error) || typeof error.message !== 'string')
    return describeError(Object.assign(new Error(sentenceOf(error)), { stack: '' }));
  const { name, stack = '', cause } = error;
  const { code, table, constraint, routine } = error as Error & Record<string, unknown>;
  const message = withoutQuotes(error.message);
  // Node writes codes between the two: `TypeError [ERR_INVALID_URL]: …`.
  const told = stack.indexOf(error.message);
  const [frames = ''] =
    told < 0 ? [] : (/\n {4}at [\s\S]*$/.exec(stack.slice(told + error.message.length)) ?? []);
  const line = {
    type: name,
    message,
    stack: `${name}: ${message}${frames}`,
    code,
    table,
    constraint,
    routine,
  };
  return cause instanceof Error ? { ...line, cause: describeError(cause) } : line;
}

/** What is told of something thrown that is no failure; of an object nothing, it may be anybody's. */
function sentenceOf(thrown: unknown): string {
  const said = (thrown as { message?: unknown } | null | undefined)?.message ?? thrown;
  return typeof said === 'object' && said !== null ? 'an object was thrown' : String(said);
}

/** Whichever marks a language quotes with; a quotation may hold the mark itself. */
const withoutQuotes = (text: string): string => text.replace(/["«»„“”][\s\S]*["«»„“”]/, '"…"');

interface ErrorLine {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}
