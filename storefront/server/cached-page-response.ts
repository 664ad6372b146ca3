import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageOriginHeader } from '../app/platform/pages/page-origin-header.ts';
import { type Coding, codingFor } from './http/compression.ts';
import type { Page } from './page-cache/page.ts';
import { sendPage } from './send-response.ts';

/** The headers of a response that are the same for every visitor. */
interface PreparedHeaders {
  names: ReadonlySet<string>;
  /** Names and values in turn, as Node writes them. */
  lines: readonly string[];
}

/** By page and coding, as the hooks of the server completed them for the first visitor. */
const preparedHeaders = new WeakMap<Page, Partial<Record<Coding, PreparedHeaders>>>();

/** Responses whose headers are recorded when they are complete. */
const toRecord = new WeakMap<FastifyReply, { page: Page; coding: Coding; ownHeaders: Headers }>();

type Headers = ReturnType<FastifyReply['getHeaders']>;

/**
 * Sends a page from the cache. The first response goes through all hooks. Later ones reuse its headers and
 * add only those of the request, such as its id: to collect and check headers takes longer than all other
 * work on such a response.
 */
export function sendCachedPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const { headers } = request;
  // The log and the metrics read it.
  reply.header('x-vs-cache', 'Hit');
  const whole = request.method === 'GET' && headers['if-none-match'] === undefined;
  if (!whole) return sendPage(request, reply.header(pageOriginHeader, page.mark), page);
  const coding = codingFor(headers['accept-encoding'], page.bodies);
  const prepared = preparedHeaders.get(page)?.[coding];
  const body = page.bodies[coding];
  const ownHeaders = reply.getHeaders();
  if (!prepared || !body) {
    toRecord.set(reply, { page, coding, ownHeaders });
    return sendPage(request, reply.header(pageOriginHeader, page.mark), page);
  }
  const lines = [...prepared.lines];
  for (const name in ownHeaders) if (!prepared.names.has(name)) lines.push(name, String(ownHeaders[name]));
  reply.hijack();
  reply.raw.writeHead(200, lines).end(body);
  return reply;
}

/** Records the headers of the first responses; registered last, so that the headers are complete. */
export function recordCachedPages(scope: FastifyInstance): void {
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    const recorded = toRecord.get(reply);
    if (recorded && reply.statusCode === 200) record(recorded, reply.getHeaders());
    done();
  });
}

function record(
  { page, coding, ownHeaders }: { page: Page; coding: Coding; ownHeaders: Headers },
  headers: Headers,
): void {
  const shared = Object.entries(headers).filter(([name, value]) => value !== ownHeaders[name]);
  preparedHeaders.set(page, {
    ...preparedHeaders.get(page),
    [coding]: {
      names: new Set(shared.map(([name]) => name)),
      lines: shared.flatMap(([name, value]) => [name, String(value)]),
    },
  });
}
