import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as the pretend providers read it. */
export interface Call {
  method: string;
  /** With the host it was sent to. */
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
  /** What the path of the route left open. */
  parts: string[];
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Where faults strike. A page is a browser's, and has none. */
export type Point =
  | 'create'
  | 'query'
  | 'capture'
  | 'refund'
  | 'token'
  | 'list'
  | 'verify'
  | 'limits'
  | 'page';

export interface Route {
  method: 'GET' | 'POST';
  /** Without what precedes the paths of the real provider. */
  path: RegExp;
  on: Point;
  answer(call: Call): Answer | Promise<Answer>;
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
  body: JSON.stringify(value),
});

/** The body as JSON: an object, empty when it is something else. */
// biome-ignore lint/suspicious/noExplicitAny: what a shop sends is checked field by field
export function jsonOf({ body }: Call): any {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export const formOf = ({ body }: Call): URLSearchParams => new URLSearchParams(body);

/** No shop has more to say. */
const largestBody = 1024 * 1024;

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > largestBody) throw new Error('larger than anything a shop says');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response
    .writeHead(status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers })
    .end(body);
}
