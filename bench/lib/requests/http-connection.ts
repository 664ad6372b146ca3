import { connect, type Socket } from 'node:net';
import type { CartRequest } from './cart-requests.ts';

/** One connection with one request at a time; a client with little overhead. */
export interface HttpConnection {
  /** @returns the body of the response; rejects when the status is not 200 */
  send(request: CartRequest): Promise<string>;
  close(): void;
}

/** @param from local address (127.0.0.0/8) to connect from, because the limits apply per client IP */
export async function openHttpConnection(port: number, from = '127.0.0.1'): Promise<HttpConnection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }).setNoDelay(true);
  await new Promise((done, fail) => socket.once('connect', done).once('error', fail));
  return { send: (request) => sendOn(socket, request), close: () => socket.end() };
}

function sendOn(socket: Socket, { method, path, headers, body = '' }: CartRequest): Promise<string> {
  const headerEntries = Object.entries({
    host: '127.0.0.1',
    ...headers,
    'content-length': Buffer.byteLength(body),
  });
  socket.write(
    [
      `${method} ${path} HTTP/1.1`,
      ...headerEntries.map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
  return new Promise((resolve, reject) => {
    let received = '';
    const part = (bytes: Buffer) => {
      received += bytes.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(received)?.[1]);
      if (received.length < end + 4 + length) return;
      socket.off('data', part);
      if (received.startsWith('HTTP/1.1 200')) resolve(received.slice(end + 4));
      else reject(new Error(received.slice(0, 600)));
    };
    socket.on('data', part);
  });
}
