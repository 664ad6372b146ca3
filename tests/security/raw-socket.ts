import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The received bytes of a raw connection. */
export interface Reply {
  /** Status codes in order of the responses; empty when the connection was only closed. */
  statuses: number[];
  text: string;
}

/**
 * A connection to a server on this machine.
 * @param from local address to connect from
 */
export async function openSocket(origin: string, from = '127.0.0.1'): Promise<Socket> {
  const { port } = new URL(origin);
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Writes bytes, and reads until the server closes the connection or is silent for `quietMs`. */
export async function sendRaw(origin: string, ...payloads: readonly (string | Uint8Array)[]): Promise<Reply> {
  const socket = await openSocket(origin);
  const chunks: Buffer[] = [];
  socket.on('data', (bytes) => chunks.push(bytes));
  socket.setTimeout(quietMs, () => socket.destroy());
  for (const payload of payloads) socket.write(payload);
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString('latin1');
  return { statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)), text };
}

const quietMs = 500;
