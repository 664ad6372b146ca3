import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut: what is on its way breaks off, and nobody gets in any more. */
export async function openGate(to: string) {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((here) => {
    const there = connect(Number(port), hostname);
    for (const socket of [here, there]) keep(socket);
    here.pipe(there).on('close', () => here.destroy());
    there.pipe(here).on('close', () => there.destroy());
  });
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${own}`,
    /** Nobody listens any more. */
    async shut(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    reopen: () => listen(own),
  };
}
