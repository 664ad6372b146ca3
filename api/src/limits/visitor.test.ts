import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { believeOwnPages, visitorHeader } from './visitor.ts';

test('only who knows this process’s secret may say who the visitor is', async () => {
  const app = Fastify();
  const secret = believeOwnPages(app);
  app.get('/', async (request) => ({ ip: request.ip, left: request.headers[visitorHeader] ?? '' }));
  const ask = async (said?: string) =>
    (await app.inject({ url: '/', headers: said === undefined ? {} : { [visitorHeader]: said } })).json();
  expect(await ask(`${secret} 198.51.100.7`)).toEqual({ ip: '198.51.100.7', left: '' });
  for (const said of [
    undefined,
    '',
    '198.51.100.7',
    ' 198.51.100.7',
    `${secret}`,
    `${secret}x 198.51.100.7`,
  ]) {
    expect(await ask(said)).toEqual({ ip: '127.0.0.1', left: '' });
  }
  await app.close();
});
