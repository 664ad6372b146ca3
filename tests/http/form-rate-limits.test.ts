import http from 'node:http';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, register } from './customers.ts';

let shop: WebShop;
beforeAll(async () => {
  // Listens on every address of this machine.
  shop = await openWebShop({ HOST: '0.0.0.0' });
});
afterAll(() => shop?.close());

/** Attempts remain counted per client IP, so each test uses unused networks. */
let begun = 0;
const ownNetworks = () => `127.${++begun}`;

/** Posts the login form as a browser without scripts does, from an address of this machine. */
function logIn(from: string, username: string, password: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const body = String(new URLSearchParams({ username, password }));
  const { port } = new URL(shop.origin);
  const headers = {
    host: `127.0.0.1:${port}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
    // Forged headers must be ignored.
    'x-forwarded-for': '203.0.113.9',
    'x-visitor': 'x 203.0.113.9',
  };
  const request = http.request(
    { host: '127.0.0.1', port, path: '/login', method: 'POST', localAddress: from, headers },
    (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    },
  );
  request.on('error', reject).end(body);
  return promise;
}

test('logins by form without scripts are limited per client IP: guesses from one address block no other (T7)', async () => {
  const email = await register(shop);
  const networkPrefix = ownNetworks();
  const guesses = [];
  for (let index = 0; index < 25; index++)
    guesses.push(await logIn(`${networkPrefix}.0.2`, `guess${index}@example.co.za`, 'x'.repeat(9)));
  expect(guesses.slice(0, 20)).not.toContain(429);
  expect(guesses.at(-1)).toBe(429);
  expect(await logIn(`${networkPrefix}.0.3`, email, password)).toBe(303);
});

test('credential stuffing by form is limited per client IP and per network (T7)', {
  timeout: isLong ? 900_000 : 180_000,
}, async ({ task }) => {
  const [pairs, clientCount, networks] = isLong ? [5000, 500, 20] : [120, 3, 1];
  const email = await register(shop);
  const [attackerPrefix, otherPrefix] = [ownNetworks(), ownNetworks()];
  // The valid pairs are spread over the whole list.
  const customers: string[] = [];
  while (customers.length < (isLong ? 15 : 6)) customers.push(await register(shop));
  const step = Math.floor(pairs / customers.length);
  const attempts = Array.from({ length: pairs }, (_, number) => {
    const person = number % step === step >> 1 ? customers[Math.floor(number / step)] : undefined;
    const network = number % networks;
    const client = Math.floor(number / networks) % (clientCount / networks);
    return { person, network, client, from: `${attackerPrefix}.${network}.${1 + client}` };
  });
  const statuses: number[] = [];
  const begin = performance.now();
  for (let start = 0; start < pairs; start += 5) {
    const batch = attempts.slice(start, start + 5).map(({ person, from }, at) => {
      if (person) return logIn(from, person, password);
      return logIn(from, `leak${start + at}@example.co.za`, 'Leaked-password-1');
    });
    statuses.push(...(await Promise.all(batch)));
  }
  // Attempts that the limits restore meanwhile: one a minute per client IP, five a minute per network.
  const minutes = (performance.now() - begin) / 60_000;
  const maxAccepted = Math.min(clientCount * (20 + minutes), networks * (100 + 5 * minutes));
  const wrong = statuses.filter((status) => status !== 429 && status !== 303);
  expect(wrong.length).toBeLessThanOrEqual(maxAccepted);
  // Valid pairs compete with the invalid ones before them. After the limit is reached, a restored attempt
  // occasionally goes to a valid pair.
  const late = attempts.flatMap(({ person, network, client }, number) => {
    const used = attempts.filter(
      (attempt, at) =>
        at < number - 5 && attempt.network === network && !attempt.person && statuses[at] !== 429,
    );
    const isUsedUp = used.length >= 100 || used.filter((attempt) => attempt.client === client).length >= 20;
    return person && isUsedUp ? [statuses[number]] : [];
  });
  expect(late.length).toBeGreaterThanOrEqual(customers.length / 3);
  expect(late.filter((status) => status === 303).length).toBeLessThanOrEqual(late.length / 2);
  expect(statuses).toContain(303);
  // A correct password from the attacker's network is limited too; other networks are not.
  expect(await logIn(`${attackerPrefix}.0.1`, email, password)).toBe(429);
  expect(await logIn(`${otherPrefix}.0.1`, email, password)).toBe(303);
  task.meta.attempts = pairs;
});
