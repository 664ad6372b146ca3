import { afterAll, beforeAll, expect, test } from 'vitest';
import { behindProxy } from '../accounts/testing/people.ts';
import { openLimits } from '../limits/open.ts';
import { openPayingProcesses, type PayingProcesses } from '../testing/paying-processes.ts';
import { openAsking } from './ask-service.ts';
import { openBreakers } from './breakers.ts';
import type { Till } from './payments.ts';
import { findAttempt, updateAttempt } from './store.ts';
import { payer, payingFiles } from './testing/paying.ts';

/** What a shop does about payments of a provider whose keys its operator took away. */

const hour = 60 * 60_000;
const sinceMs = 12 * hour;

let world: PayingProcesses;
let till: Till;
let references: string[];
beforeAll(async () => {
  world = await openPayingProcesses(payingFiles, behindProxy);
  const shop = await world.start();
  references = [(await payer(shop, 'wallet')).reference, (await payer(shop, 'card')).reference];
  await shop.kill();
  const now = () => new Date(Date.now() + sinceMs);
  till = {
    ...{
      db: world.db,
      now,
      limits: openLimits({ db: world.db, now }),
      providers: new Map(),
      mode: 'test',
      shopUrl: 'http://shop.test',
    },
    orders: { viewUrls: () => 'http://shop.test' },
    log: { warn: () => {} },
  };
}, 60_000);
afterAll(() => world.close());

const find = async (reference: string) => (await findAttempt(world.db, reference))!;
async function ask(reference: string) {
  const asking = openAsking(till, openBreakers(till));
  await asking.ask(await find(reference), 'poll');
  return find(reference);
}

test('one that may still be paid is asked for seldom, and a person is told once', async () => {
  for (const _ of [1, 2]) {
    const { next_poll_at, state } = await ask(references[0]!);
    expect(state).toBe('awaiting_shopper');
    expect(next_poll_at!.getTime() - till.now().getTime()).toBeGreaterThan(5 * 60_000);
  }
  const reviews = await world.db.selectFrom('payment_review').select('reason').execute();
  expect(reviews).toEqual([{ reason: 'unanswered' }]);
});

test('one that was declined is asked for no more', async () => {
  const { id } = await find(references[1]!);
  await updateAttempt(world.db, id, { state: 'declined', next_poll_at: till.now() }, till.now());
  expect((await ask(references[1]!)).next_poll_at).toBeNull();
});
