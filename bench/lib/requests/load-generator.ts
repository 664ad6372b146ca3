import { connect, type Socket } from 'node:net';

/** One request of a load run. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** Duration of each response (milliseconds) and of the run (seconds). */
export interface Load {
  times: number[];
  took: number;
}

/** Browser headers. Shoppers receive lists compressed, so compression is part of the measurement. */
export const browserHeaders = { 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br' };

const connections = 16;

/** State of one run: the next request, its end, and the duration of each response (milliseconds). */
interface Run {
  next: () => Buffer;
  endsAt: number;
  times: number[];
}

/**
 * Sends `next` repeatedly on 16 connections, one request at a time on each, for so many seconds. A status
 * other than 200 ends it with an error.
 *
 * Common load generators need more CPU per request than the shop, and would distort the measurement. This
 * client sends prepared bytes and reads only status and length of a response.
 */
export async function load(port: number, next: () => Buffer, seconds: number): Promise<Load> {
  const begin = performance.now();
  const run: Run = { next, endsAt: begin + seconds * 1000, times: [] };
  await Promise.all(
    Array.from({ length: connections }, () => sendRepeatedly(connect(port, '127.0.0.1'), run)),
  );
  return { times: run.times, took: (performance.now() - begin) / 1000 };
}

/** Requests per second, and percentiles in milliseconds. */
export function summed({ times, took }: Load) {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: sorted.length / took, p50: at(0.5), p99: at(0.99) };
}

function sendRepeatedly(socket: Socket, { next, endsAt, times }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let missing = 0;
    let head = Buffer.alloc(0);
    const send = () => {
      sent = performance.now();
      socket.write(next());
    };
    const onResponse = () => {
      const now = performance.now();
      times.push(now - sent);
      if (now < endsAt) return send();
      socket.end();
      resolve();
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
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
          return reject(new Error(`the server returned ${head.toString('latin1', 0, 300)}`));
        missing = length - (head.length - end - 4);
        head = Buffer.alloc(0);
      }
      if (missing === 0) onResponse();
    });
  });
}

/** Length of the body; undefined unless the response is a 200 with Content-Length. */
function lengthOf(head: string): number | undefined {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return head.startsWith('HTTP/1.1 200') && length !== undefined ? Number(length) : undefined;
}

/** The bytes of a request, with browser headers. */
export function bytesOf({ method, path, body = '' }: LoadRequest): Buffer {
  const headers = { host: '127.0.0.1', ...browserHeaders, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'));
}

/** Returns the entries in rotation. */
export function inRotation<Entry>(entries: readonly Entry[]): () => Entry {
  let at = 0;
  return () => entries[at++ % entries.length]!;
}
