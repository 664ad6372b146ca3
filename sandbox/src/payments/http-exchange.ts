import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request to a simulated provider. */
export interface Call {
  method: string;
  /** Includes the host it was sent to. */
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
  /** The capture groups of the route's path. */
  parts: string[];
}

export interface SandboxResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The points at which faults can be injected. A page is requested by a browser and has none. */
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
  /** Without the prefix of the provider. */
  path: RegExp;
  on: Point;
  handle(call: Call): SandboxResponse | Promise<SandboxResponse>;
}

export const json = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): SandboxResponse => ({
  status,
  headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
  body: JSON.stringify(value),
});

/** The body as a JSON object; empty when it is anything else. */
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

/** No shop sends larger bodies. */
const largestBody = 1024 * 1024;

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > largestBody) throw new Error('request body too large');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

export function send(response: ServerResponse, { status, headers, body }: SandboxResponse): void {
  response
    .writeHead(status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers })
    .end(body);
}
