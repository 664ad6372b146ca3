import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { httpServer } from '../http-server.ts';

/** Behind a proxy of the operator’s: there a line may stay for more than a minute with nothing on it. */
let app: FastifyInstance;
let origin: URL;
let goOn: () => void;
beforeEach(async () => {
  app = await httpServer(readConfig({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }));
  const gone = new Promise<void>((done) => {
    goOn = done;
  });
  app.get('/late', () => gone.then(() => ({ is: 'late' })));
  app.get('/long', (_request, reply) => reply.type('text/plain').send(Readable.from(inTwo(gone))));
  app.post('/said', async ({ body }) => body);
  origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
});

async function* inTwo(gone: Promise<void>) {
  yield 'first, ';
  await gone;
  yield 'and last';
}

/** A line that says this and stays open. */
async function line(said: string): Promise<{ socket: Socket; heard: Promise<string> }> {
  const socket = connect(Number(origin.port), '127.0.0.1');
  const heard = text(socket);
  await once(socket, 'connect');
  socket.write(said);
  return { socket, heard };
}

const host = 'Host: shop.example\r\n';
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
const half = `POST /said HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{"is":`;

// A server that waits for its lines would do so longer than a test may take.
describe('a server that closes waits for no line that has nothing to say', () => {
  test.each([
    ['never said anything', ''],
    ['stopped in the middle of a head', 'GET /late HTTP/1.1\r\nHo'],
    ['stopped in the middle of a body', half],
  ])('one that %s', async (_what, said) => {
    const { heard } = await line(said);
    // Another line’s answer says that the server knows of this one.
    await fetch(new URL('/nowhere', origin));
    await app.close();
    expect(await heard).toBe('');
  });

  test('one that is being answered ends with its answer, and is told so', async () => {
    const { socket, heard } = await line(get('/late'));
    await once(app.server, 'request');
    const closed = app.close();
    setTimeout(goOn, 100);
    await closed;
    expect(await heard).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n\r\n\{"is":"late"\}$/s);
    expect(socket.destroyed).toBe(true);
  });

  test('one whose answer had begun to come ends with the last of it', async () => {
    const { socket, heard } = await line(get('/long'));
    await once(socket, 'readable');
    const closed = app.close();
    setTimeout(goOn, 100);
    await closed;
    expect(await heard).toMatch(/first, \r\n.*and last\r\n0\r\n\r\n$/s);
  });

  test('one that ends what it had begun to say is answered', async () => {
    const { socket, heard } = await line(half);
    await once(app.server, 'request');
    const closed = app.close();
    setTimeout(() => socket.write('"there"}'), 100);
    await closed;
    expect(await heard).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\{"is":"there"\}$/s);
  });
});
