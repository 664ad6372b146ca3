import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { httpServer } from '../platform/http/http-server.ts';
import { openReadiness } from './readiness.ts';

test('a draining process answers every connection that is queued when it stops listening', async () => {
  const app = await httpServer(readConfig({ TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }));
  app.post('/said', async () => ({ is: 'heard' }));
  const readiness = openReadiness(app, async () => true);
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const draining = readiness.drain(0.001);
  // Opened just before the drain ends, while the event loop is busy: the system queues these connections.
  const end = performance.now() + 20;
  const responses = Array.from({ length: 5 }, () => {
    const socket = connect(Number(port), hostname);
    socket.write(`POST /said HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 0\r\n\r\n`);
    return text(socket).catch(String);
  });
  while (performance.now() < end);
  for (const response of await Promise.all(responses)) {
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*\{"is":"heard"\}$/is);
  }
  await draining;
  await app.close();
});
