import { connect, type Socket } from 'node:net';

/** One request as it goes over the wire. */
export interface Ask {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** What came back: how long each answer took (milliseconds), and all of them together (seconds). */
export interface Load {
  times: number[];
  took: number;
}

/** As browsers send it: a list that travels packed is what a shopper pays for. */
export const browserHeaders = { 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br' };

const connections = 16;

/** What one run knows: what to send next, until when, and how long each answer took (milliseconds). */
interface Run {
  next: () => Buffer;
  until: number;
  times: number[];
}

/**
 * Asks `next` again and again on 16 connections, one request at a time on each, for so many seconds. Anything
 * but a 200 ends it with an error.
 *
 * A client of our own, because the usual ones need more time for a request than the shop does, and would be what
 * is measured: requests are ready-made bytes, and of an answer only status and length are read.
 */
export async function load(port: number, next: () => Buffer, seconds: number): Promise<Load> {
  const begin = performance.now();
  const run: Run = { next, until: begin + seconds * 1000, times: [] };
  await Promise.all(
    Array.from({ length: connections }, () => askAgainAndAgain(connect(port, '127.0.0.1'), run)),
  );
  return { times: run.times, took: (performance.now() - begin) / 1000 };
}

/** Requests a second and percentiles in milliseconds. */
export function summed({ times, took }: Load) {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: sorted.length / took, p50: at(0.5), p99: at(0.99) };
}

function askAgainAndAgain(socket: Socket, { next, until, times }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let missing = 0;
    let head = Buffer.alloc(0);
    const ask = () => {
      sent = performance.now();
      socket.write(next());
    };
    const answered = () => {
      const now = performance.now();
      times.push(now - sent);
      if (now < until) return ask();
      socket.end();
      resolve();
    };
    socket.setNoDelay(true);
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (part) => {
      if (missing > 0) {
        missing -= part.length;
      } else {
        head = head.length > 0 ? Buffer.concat([head, part]) : part;
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = lengthOf(head.toString('latin1', 0, end));
        if (length === undefined)
          return reject(new Error(`the server answered ${head.toString('latin1', 0, 300)}`));
        missing = length - (head.length - end - 4);
        head = Buffer.alloc(0);
      }
      if (missing === 0) answered();
    });
  });
}

/** How long the body is; undefined for anything but a 200 that says so. */
function lengthOf(head: string): number | undefined {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return head.startsWith('HTTP/1.1 200') && length !== undefined ? Number(length) : undefined;
}

/** The bytes of a request, with browser headers. */
export function bytesOf({ method, path, body = '' }: Ask): Buffer {
  const headers = { host: '127.0.0.1', ...browserHeaders, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'));
}

/** The same things over and over, one after another. */
export function inRotation<Thing>(things: readonly Thing[]): () => Thing {
  let at = 0;
  return () => things[at++ % things.length]!;
}
