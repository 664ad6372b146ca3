import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { believeOwnPages, visitorHeader } from './page-server-visitor.ts';

test("the visitor header is accepted only with this process's secret", async () => {
  const app = Fastify();
  const secret = believeOwnPages(app);
  app.get('/', async (request) => ({ ip: request.ip, left: request.headers[visitorHeader] ?? '' }));
  const request = async (header?: string) =>
    (await app.inject({ url: '/', headers: header === undefined ? {} : { [visitorHeader]: header } })).json();
  expect(await request(`${secret} 198.51.100.7`)).toEqual({ ip: '198.51.100.7', left: '' });
  for (const header of [
    undefined,
    '',
    '198.51.100.7',
    ' 198.51.100.7',
    `${secret}`,
    `${secret}x 198.51.100.7`,
  ]) {
    expect(await request(header)).toEqual({ ip: '127.0.0.1', left: '' });
  }
  await app.close();
});
