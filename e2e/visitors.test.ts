import http from 'node:http';
import { isLong } from '@fynbos/api/testing/long.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password } from './checkout-pages.ts';
import { register } from './customers.ts';
import { type RunningShop, startShop } from './shop.ts';

let shop: RunningShop;
beforeAll(async () => {
  // Every address of this machine.
  shop = await startShop({ HOST: '0.0.0.0' });
});
afterAll(() => shop?.stop());

/** Tries that were counted for a machine stay counted: whoever begins, once more too, begins in networks that nobody used. */
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
    // Nobody is believed to be who they say.
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

test('forms without scripts are counted for who posts them: one stranger’s guesses stop nobody else (T7)', async () => {
  const email = await register(shop);
  const own = ownNetworks();
  const guesses = [];
  for (let index = 0; index < 25; index++)
    guesses.push(await logIn(`${own}.0.2`, `guess${index}@example.co.za`, 'x'.repeat(9)));
  expect(guesses.slice(0, 20)).not.toContain(429);
  expect(guesses.at(-1)).toBe(429);
  expect(await logIn(`${own}.0.3`, email, password)).toBe(303);
});

test('stolen lists come no further by the form: a machine has its tries, and so has its network (T7)', {
  timeout: isLong ? 900_000 : 180_000,
}, async ({ task }) => {
  const [pairs, machines, networks] = isLong ? [5000, 500, 20] : [120, 3, 1];
  const email = await register(shop);
  const [own, others] = [ownNetworks(), ownNetworks()];
  // What is right of the list is spread over all of it.
  const people: string[] = [];
  while (people.length < (isLong ? 15 : 6)) people.push(await register(shop));
  const step = Math.floor(pairs / people.length);
  const tries = Array.from({ length: pairs }, (_, number) => {
    const person = number % step === step >> 1 ? people[Math.floor(number / step)] : undefined;
    const network = number % networks;
    const machine = Math.floor(number / networks) % (machines / networks);
    return { person, network, machine, from: `${own}.${network}.${1 + machine}` };
  });
  const statuses: number[] = [];
  const begin = performance.now();
  for (let start = 0; start < pairs; start += 5) {
    const batch = tries.slice(start, start + 5).map(({ person, from }, at) => {
      if (person) return logIn(from, person, password);
      return logIn(from, `leak${start + at}@example.co.za`, 'Leaked-password-1');
    });
    statuses.push(...(await Promise.all(batch)));
  }
  // What they get back while it lasts: a machine one try a minute, a network five.
  const minutes = (performance.now() - begin) / 60_000;
  const most = Math.min(machines * (20 + minutes), networks * (100 + 5 * minutes));
  const wrong = statuses.filter((status) => status !== 429 && status !== 303);
  expect(wrong.length).toBeLessThanOrEqual(most);
  // What is right of the list stands behind the wrong ones before it. Once they have used up what there is, a try that comes
  // back meanwhile falls to a right one now and then.
  const late = tries.flatMap(({ person, network, machine }, number) => {
    const used = tries.filter(
      (one, at) => at < number - 5 && one.network === network && !one.person && statuses[at] !== 429,
    );
    const isUsedUp = used.length >= 100 || used.filter((one) => one.machine === machine).length >= 20;
    return person && isUsedUp ? [statuses[number]] : [];
  });
  expect(late.length).toBeGreaterThanOrEqual(people.length / 3);
  expect(late.filter((status) => status === 303).length).toBeLessThanOrEqual(late.length / 2);
  expect(statuses).toContain(303);
  // Whoever knows a password of the list is behind the same tries, and everybody else is not.
  expect(await logIn(`${own}.0.1`, email, password)).toBe(429);
  expect(await logIn(`${others}.0.1`, email, password)).toBe(303);
  task.meta.tried = pairs;
});
