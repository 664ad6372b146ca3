import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What came back on a line that somebody wrote to as they liked. */
export interface Reply {
  /** Of each answer, in their order; none where the line was only closed. */
  statuses: number[];
  text: string;
}

/** A line to a server on this machine. @param from which of the addresses of this machine calls */
export async function openSocket(origin: string, from = '127.0.0.1'): Promise<Socket> {
  const { port } = new URL(origin);
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Writes bytes, and reads until the server closes the line, or says nothing more for a while. */
export async function say(origin: string, ...pieces: readonly (string | Uint8Array)[]): Promise<Reply> {
  const socket = await openSocket(origin);
  const chunks: Buffer[] = [];
  socket.on('data', (bytes) => chunks.push(bytes));
  socket.setTimeout(quietMs, () => socket.destroy());
  for (const piece of pieces) socket.write(piece);
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString('latin1');
  return { statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)), text };
}

const quietMs = 500;
