import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How a way to a server is: `silent` takes everything and brings nothing on, `slow` does so late. */
type Weather = 'fine' | 'silent' | 'slow';

/** A way to a server that can be cut, fall silent, or become slow. */
export interface Gate {
  /** Where it stands, in place of the server. */
  url: string;
  /** What is on its way breaks off, and nobody gets in any more. */
  shut(): Promise<void>;
  reopen(): Promise<void>;
  /** Breaks off what is on its way; whoever comes again gets in. */
  reset(): void;
  /** What is lost while it is silent stays lost: a line that was open then is dead afterwards. */
  become(weather: Weather, delayMs?: number): void;
}

/** @param to an address with a port, or one of PostgreSQL that names a socket's folder */
export async function openGate(to: string): Promise<Gate> {
  const target = new URL(to);
  const folder = target.searchParams.get('host');
  const there = () =>
    folder ? connect(`${folder}/.s.PGSQL.${target.port}`) : connect(Number(target.port), target.hostname);
  const sockets = new Set<Socket>();
  let weather: Weather = 'fine';
  let delay = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const bring = (from: Socket, on: Socket) => {
    let order = Promise.resolve();
    from.on('data', (bytes) => {
      if (weather === 'silent') return;
      if (weather === 'fine' && delay === 0) return void on.write(bytes);
      const late = delay;
      order = order.then(() => pause(late)).then(() => void (on.writable && on.write(bytes)));
    });
    from.on('close', () => void order.then(() => on.destroy()));
  };
  const server = createServer((here) => {
    const other = there();
    for (const socket of [here, other]) keep(socket);
    bring(here, other);
    bring(other, here);
  });
  const listen = async (at: number) => void (await once(server.listen(at, '127.0.0.1'), 'listening'));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const url = folder ? withoutFolder(target, own) : `http://127.0.0.1:${own}`;
  return {
    url,
    async shut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    reopen: () => listen(own),
    reset() {
      for (const socket of sockets) socket.destroy();
    },
    become(next, delayMs = 0) {
      weather = next;
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
