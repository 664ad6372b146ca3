import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/**
 * How the proxy treats a request:
 * - `fine` forwards the request and the response,
 * - `slow` adds half a second each way and limits responses to 20 kB a second,
 * - `dead` accepts the request and never responds; the browser considers itself online,
 * - `stuck` starts a response of its own and never ends it,
 * - `gone` closes every connection,
 * - `captive` responds with the page of a captive portal,
 * - `deaf` forwards the request and closes the connection before the response,
 * - `twice` forwards the request twice and returns the second response.
 */
export type NetworkProxyState = 'fine' | 'slow' | 'dead' | 'stuck' | 'gone' | 'captive' | 'deaf' | 'twice';

export interface NetworkProxy {
  /** The shop's origin through this proxy. */
  origin: string;
  /** State for all requests from now on. */
  state: NetworkProxyState;
  /** State for single requests; if undefined, `state` applies. */
  only: (incoming: IncomingMessage) => NetworkProxyState | undefined;
  /** Changes the shop's response at a path, like another build; undefined is a 404. */
  changed: Map<string, Change>;
  /** Origin of another server that responds instead of the shop, such as an older build. */
  instead: (incoming: IncomingMessage) => string | undefined;
  /** Bytes of all responses as transferred, including headers. */
  bytes: number;
  /** Resets the proxy to forward everything unchanged, as each test expects it. */
  reset(): void;
  close(): Promise<void>;
}

type Change = (text: string) => string | undefined;

const delay = 500;
const bytesPerSecond = 20_000;

/**
 * Starts a proxy between browsers and a shop.
 * @param shop its origin
 */
export async function openNetworkProxy(shop: string): Promise<NetworkProxy> {
  const proxy: NetworkProxy = {
    origin: '',
    state: 'fine',
    only: () => undefined,
    changed: new Map(),
    instead: () => undefined,
    bytes: 0,
    reset: () => {
      proxy.state = 'fine';
      proxy.only = () => undefined;
      proxy.changed.clear();
      proxy.instead = () => undefined;
    },
    close: () => closeServer(server),
  };
  const server = createServer((incoming, outgoing) => {
    const state = proxy.only(incoming) ?? proxy.state;
    if (state === 'gone') return void incoming.socket.destroy();
    if (state === 'dead' || state === 'stuck' || state === 'captive') incoming.resume();
    if (state === 'dead') return;
    if (state === 'stuck')
      return void outgoing.writeHead(200, { 'content-type': 'text/javascript' }).write('//');
    if (state === 'captive') return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end(portal);
    void pass(proxy, new URL(proxy.instead(incoming) ?? shop), incoming, outgoing, state).catch(() =>
      incoming.socket.destroy(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  proxy.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return proxy;
}

/** The page of the captive portal. */
const portal = '<!doctype html><title>Airport Wi-Fi</title><h1>Please buy a voucher of Airport Wi-Fi</h1>';

type Shop = Pick<URL, 'hostname' | 'port'>;

async function pass(
  proxy: NetworkProxy,
  shop: Shop,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  state: NetworkProxyState,
): Promise<void> {
  const change = proxy.changed.get(incoming.url ?? '');
  if (change) requireFullText(incoming);
  const body = await bytesOf(incoming);
  if (state === 'slow') await pause();
  if (state === 'twice') (await send(shop, incoming, body)).resume();
  const upstream = await send(shop, incoming, body);
  if (state === 'deaf') {
    upstream.resume();
    return void incoming.socket.destroy();
  }
  if (state === 'slow') await pause();
  upstream.on('error', () => incoming.socket.destroy());
  if (change) return sendChanged(outgoing, upstream, change((await bytesOf(upstream)).toString()));
  outgoing.writeHead(upstream.statusCode ?? 502, upstream.rawHeaders);
  proxy.bytes += upstream.rawHeaders.join('    ').length;
  upstream.on('data', (chunk: Buffer) => {
    proxy.bytes += chunk.length;
  });
  if (state === 'slow') upstream.pipe(trickle()).pipe(outgoing);
  else upstream.pipe(outgoing);
}

/** Only a complete, uncompressed text can be changed. */
function requireFullText({ headers }: IncomingMessage): void {
  headers['accept-encoding'] = 'identity';
  delete headers['if-none-match'];
}

function sendChanged(outgoing: ServerResponse, upstream: IncomingMessage, text: string | undefined): void {
  const { 'content-length': _length, etag: _etag, ...headers } = upstream.headers;
  outgoing.writeHead(text === undefined ? 404 : (upstream.statusCode ?? 502), headers).end(text);
}

/**
 * Sends the same request to the shop; its Host header stays the proxy's, because the browser does not know
 * the shop's address.
 */
function send({ hostname, port }: Shop, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { method, url: path, headers } = incoming;
  request({ hostname, port, method, path, headers, agent: false }, resolve).on('error', reject).end(body);
  return promise;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const pause = () => new Promise((done) => setTimeout(done, delay));

function trickle(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      setTimeout(() => done(null, chunk), (1000 * chunk.length) / bytesPerSecond);
    },
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.closeAllConnections();
  await closed;
}
