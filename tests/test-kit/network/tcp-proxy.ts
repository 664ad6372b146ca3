import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** State of a proxied connection: `silent` accepts data and forwards none, `slow` forwards it late. */
type ConnectionState = 'fine' | 'silent' | 'slow';

/** A TCP proxy that can be cut, silenced or slowed down. */
export interface TcpProxy {
  /** URL of the proxy, used in place of the server. */
  url: string;
  /** Breaks existing connections and refuses new ones. */
  shut(): Promise<void>;
  reopen(): Promise<void>;
  /** Breaks existing connections; new ones are accepted. */
  reset(): void;
  /** Data dropped while silent stays lost, so connections open at that time are dead afterwards. */
  become(state: ConnectionState, delayMs?: number): void;
}

/** @param to an address with a port, or a PostgreSQL address that names a socket folder */
export async function openTcpProxy(to: string): Promise<TcpProxy> {
  const target = new URL(to);
  const folder = target.searchParams.get('host');
  const connectTarget = () =>
    folder ? connect(`${folder}/.s.PGSQL.${target.port}`) : connect(Number(target.port), target.hostname);
  const sockets = new Set<Socket>();
  let state: ConnectionState = 'fine';
  let delay = 0;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const forward = (from: Socket, on: Socket) => {
    let order = Promise.resolve();
    from.on('data', (bytes) => {
      if (state === 'silent') return;
      if (state === 'fine' && delay === 0) return void on.write(bytes);
      const late = delay;
      order = order.then(() => pause(late)).then(() => void (on.writable && on.write(bytes)));
    });
    from.on('close', () => void order.then(() => on.destroy()));
  };
  const server = createServer((client) => {
    const upstream = connectTarget();
    for (const socket of [client, upstream]) track(socket);
    forward(client, upstream);
    forward(upstream, client);
  });
  const listen = async (at: number) => void (await once(server.listen(at, '127.0.0.1'), 'listening'));
  await listen(0);
  const port = (server.address() as AddressInfo).port;
  const url = folder ? withoutFolder(target, port) : `http://127.0.0.1:${port}`;
  return {
    url,
    async shut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    reopen: () => listen(port),
    reset() {
      for (const socket of sockets) socket.destroy();
    },
    become(next, delayMs = 0) {
      state = next;
      delay = delayMs;
    },
  };
}

function withoutFolder(target: URL, port: number): string {
  const url = new URL(target);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
