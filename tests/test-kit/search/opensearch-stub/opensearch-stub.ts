import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EngineError } from './engine-error.ts';
import { type Call, StubCluster } from './stub-cluster.ts';

/** A failure that the stub returns for a request, or for one item of a bulk request. */
interface Failure {
  status: number;
  type: string;
  /** Whether one item fails instead of the request. */
  isItem?: boolean;
}

export interface OpenSearchStub {
  url: string;
  /** Fails the next requests whose path contains this text, one for each failure. */
  failNext(path: string, ...failures: readonly Failure[]): void;
  stop(): Promise<void>;
}

/**
 * An engine in this process that understands the part of OpenSearch's API that the shop uses, and rejects
 * everything else as OpenSearch does: unknown endpoints, parameters, clauses, scripts and fields. Its ranking is
 * exact for the shop's queries, which use no statistics of the engine; analysis and other ranking are missing.
 */
export async function startOpenSearchStub(): Promise<OpenSearchStub> {
  const cluster = new StubCluster();
  const failures: { path: string; failure: Failure }[] = [];
  const takeFailure = (path: string, isItem: boolean) => {
    const at = failures.findIndex(
      (next) => path.includes(next.path) && (next.failure.isItem ?? false) === isItem,
    );
    return at < 0 ? undefined : failures.splice(at, 1)[0]!.failure;
  };
  const server = createServer(async (request, response) => {
    try {
      const call = await readCall(request);
      const failure = takeFailure(request.url ?? '', false);
      if (failure) throw new EngineError(failure.status, failure.type, 'as the test asked');
      send(
        response,
        200,
        cluster.answer(call, () => takeFailure(request.url ?? '', true)),
        call.parameters,
      );
    } catch (error) {
      const thrown =
        error instanceof EngineError ? error : new EngineError(500, 'stub_exception', String(error));
      send(response, thrown.status, thrown.body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    failNext: (path, ...next) => void failures.push(...next.map((failure) => ({ path, failure }))),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString();
  const { pathname, searchParams: parameters } = new URL(request.url ?? '', 'http://stub');
  const segments = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const type = segments.at(-1) === '_bulk' ? 'application/x-ndjson' : 'application/json';
  if (body && request.headers['content-type'] !== type)
    throw new EngineError(
      406,
      'content_type',
      `Content-Type header [${request.headers['content-type']}] is not supported`,
    );
  return { method: request.method ?? 'GET', segments, parameters, body };
}

function send(response: ServerResponse, status: number, body: object, parameters?: URLSearchParams): void {
  const paths = parameters?.get('filter_path')?.split(',');
  const filtered = paths
    ? (filterPaths(
        body,
        paths.map((path) => path.split('.')),
      ) ?? {})
    : body;
  response
    .writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
    .end(JSON.stringify(filtered));
}

/** The parts of a response that `filter_path` names; undefined when there are none. */
function filterPaths(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => filterPaths(item, paths)).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const below = paths.filter(([first]) => first === key || first === '*').map((path) => path.slice(1));
    const kept = below.length > 0 ? filterPaths(inner, below) : undefined;
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
