import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/**
 * What a line does with what is asked over it:
 * - `fine` brings it there and back,
 * - `slow` as a busy mast does: half a second each way, and 20 kB a second,
 * - `dead` takes it and never answers: the browser says that it is connected,
 * - `stuck` begins an answer of its own and never ends it,
 * - `gone` cuts every connection,
 * - `captive` answers everything itself, with a page that wants money first,
 * - `deaf` brings it there, where it is done, and cuts the connection before the answer,
 * - `twice` brings it there twice, and the second answer back.
 */
export type LineState = 'fine' | 'slow' | 'dead' | 'stuck' | 'gone' | 'captive' | 'deaf' | 'twice';

export interface Line {
  /** Where a browser reaches the shop over this line. */
  origin: string;
  /** How the line is for what is asked from now on. */
  state: LineState;
  /** The state for single requests; what it leaves open `state` decides. */
  only: (asked: IncomingMessage) => LineState | undefined;
  /** Changes what the shop says at a path, as another build of it would; undefined is 404. */
  changed: Map<string, Change>;
  /** Who answers a request instead of the shop, such as an older build of its pages: an origin. */
  instead: (asked: IncomingMessage) => string | undefined;
  /** Bytes of answers that went over it, as they travelled, heads included. */
  bytes: number;
  /** Makes it a fine line to the shop as it is, as one test finds it after another. */
  reset(): void;
  close(): Promise<void>;
}

type Change = (text: string) => string | undefined;

const delay = 500;
const bytesPerSecond = 20_000;

/** Puts a line between browsers and a shop. @param shop its origin */
export async function openLine(shop: string): Promise<Line> {
  const line: Line = {
    origin: '',
    state: 'fine',
    only: () => undefined,
    changed: new Map(),
    instead: () => undefined,
    bytes: 0,
    reset: () => {
      line.state = 'fine';
      line.only = () => undefined;
      line.changed.clear();
      line.instead = () => undefined;
    },
    close: () => closeServer(server),
  };
  const server = createServer((asked, answer) => {
    const state = line.only(asked) ?? line.state;
    if (state === 'gone') return void asked.socket.destroy();
    if (state === 'dead' || state === 'stuck' || state === 'captive') asked.resume();
    if (state === 'dead') return;
    if (state === 'stuck')
      return void answer.writeHead(200, { 'content-type': 'text/javascript' }).write('//');
    if (state === 'captive') return void answer.writeHead(200, { 'content-type': 'text/html' }).end(portal);
    void pass(line, new URL(line.instead(asked) ?? shop), asked, answer, state).catch(() =>
      asked.socket.destroy(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  line.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return line;
}

/** What a captive line answers. */
const portal = '<!doctype html><title>Airport Wi-Fi</title><h1>Please buy a voucher of Airport Wi-Fi</h1>';

type Shop = Pick<URL, 'hostname' | 'port'>;

async function pass(
  line: Line,
  shop: Shop,
  asked: IncomingMessage,
  answer: ServerResponse,
  state: LineState,
): Promise<void> {
  const change = line.changed.get(asked.url ?? '');
  if (change) askForText(asked);
  const body = await bytesOf(asked);
  if (state === 'slow') await pause();
  if (state === 'twice') (await send(shop, asked, body)).resume();
  const said = await send(shop, asked, body);
  if (state === 'deaf') {
    said.resume();
    return void asked.socket.destroy();
  }
  if (state === 'slow') await pause();
  said.on('error', () => asked.socket.destroy());
  if (change) return answerChanged(answer, said, change((await bytesOf(said)).toString()));
  answer.writeHead(said.statusCode ?? 502, said.rawHeaders);
  line.bytes += said.rawHeaders.join('    ').length;
  said.on('data', (piece: Buffer) => {
    line.bytes += piece.length;
  });
  if (state === 'slow') said.pipe(trickle()).pipe(answer);
  else said.pipe(answer);
}

/** Only a whole text as it is can be changed. */
function askForText({ headers }: IncomingMessage): void {
  headers['accept-encoding'] = 'identity';
  delete headers['if-none-match'];
}

function answerChanged(answer: ServerResponse, said: IncomingMessage, text: string | undefined): void {
  const { 'content-length': _length, etag: _etag, ...kept } = said.headers;
  answer.writeHead(text === undefined ? 404 : (said.statusCode ?? 502), kept).end(text);
}

/** The same request to the shop, whose address the browser does not know: it goes on speaking of its own. */
function send({ hostname, port }: Shop, asked: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { method, url: path, headers } = asked;
  request({ hostname, port, method, path, headers, agent: false }, resolve).on('error', reject).end(body);
  return promise;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece);
  return Buffer.concat(pieces);
}

const pause = () => new Promise((done) => setTimeout(done, delay));

function trickle(): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      setTimeout(() => done(null, piece), (1000 * piece.length) / bytesPerSecond);
    },
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.closeAllConnections();
  await closed;
}
