import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { httpServer } from './http-server.ts';

/** A server behind an operator's proxy, where idle connections may last longer than a minute. */
let app: FastifyInstance;
let origin: URL;
let goOn: () => void;
beforeEach(async () => {
  app = await httpServer(readConfig({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }));
  const released = new Promise<void>((done) => {
    goOn = done;
  });
  app.get('/late', () => released.then(() => ({ is: 'late' })));
  app.get('/long', (_request, reply) => reply.type('text/plain').send(Readable.from(inTwo(released))));
  app.post('/said', async ({ body }) => body);
  origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
});

async function* inTwo(released: Promise<void>) {
  yield 'first, ';
  await released;
  yield 'and last';
}

/** Opens a connection, sends the text and leaves it open. */
async function openConnection(request: string): Promise<{ socket: Socket; received: Promise<string> }> {
  const socket = connect(Number(origin.port), '127.0.0.1');
  const received = text(socket);
  await once(socket, 'connect');
  socket.write(request);
  return { socket, received };
}

const host = 'Host: shop.example\r\n';
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
const half = `POST /said HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{"is":`;

// A server that waited for its connections would exceed the time limit of a test.
describe('a closing server does not wait for idle connections', () => {
  test.each([
    ['never sent anything', ''],
    ['stopped in the middle of its headers', 'GET /late HTTP/1.1\r\nHo'],
    ['stopped in the middle of its body', half],
  ])('closes a connection that %s', async (_what, request) => {
    const { received } = await openConnection(request);
    // The response on another connection shows that the server has accepted this one.
    await fetch(new URL('/nowhere', origin));
    await app.close();
    expect(await received).toBe('');
  });

  test('a pending response is completed with Connection: close', async () => {
    const { socket, received } = await openConnection(get('/late'));
    await once(app.server, 'request');
    const closed = app.close();
    setTimeout(goOn, 100);
    await closed;
    expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n\r\n\{"is":"late"\}$/s);
    expect(socket.destroyed).toBe(true);
  });

  test('a response in progress is completed', async () => {
    const { socket, received } = await openConnection(get('/long'));
    await once(socket, 'readable');
    const closed = app.close();
    setTimeout(goOn, 100);
    await closed;
    expect(await received).toMatch(/first, \r\n.*and last\r\n0\r\n\r\n$/s);
  });

  test('a request completed during shutdown gets its response', async () => {
    const { socket, received } = await openConnection(half);
    await once(app.server, 'request');
    const closed = app.close();
    setTimeout(() => socket.write('"there"}'), 100);
    await closed;
    expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\{"is":"there"\}$/s);
  });
});
