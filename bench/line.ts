import { connect, type Socket } from 'node:net';
import type { CartAsk } from './cart-sequence.ts';

/** One connection, a request at a time: a client that needs little itself. */
export interface Line {
  /** @returns the body of the answer; rejects when it is not 200 */
  ask(ask: CartAsk): Promise<string>;
  close(): void;
}

/** @param from an address of this machine (127.0.0.0/8) to come from: one machine alone may not do everything */
export async function openLine(port: number, from = '127.0.0.1'): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }).setNoDelay(true);
  await new Promise((done, fail) => socket.once('connect', done).once('error', fail));
  return { ask: (ask) => askOn(socket, ask), close: () => socket.end() };
}

function askOn(socket: Socket, { method, path, headers, body = '' }: CartAsk): Promise<string> {
  const lines = Object.entries({ host: '127.0.0.1', ...headers, 'content-length': Buffer.byteLength(body) });
  socket.write(
    [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join(
      '\r\n',
    ),
  );
  return new Promise((resolve, reject) => {
    let heard = '';
    const part = (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      const end = heard.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(heard)?.[1]);
      if (heard.length < end + 4 + length) return;
      socket.off('data', part);
      if (heard.startsWith('HTTP/1.1 200')) resolve(heard.slice(end + 4));
      else reject(new Error(heard.slice(0, 600)));
    };
    socket.on('data', part);
  });
}
