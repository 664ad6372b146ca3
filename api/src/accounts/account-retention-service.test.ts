import { logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { openTestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { expect, test } from 'vitest';
import type { Db } from '../db.ts';
import { openLimits } from '../platform/rate-limit/open-rate-limits.ts';
import { applyAccountRetention } from './account-retention-service.ts';
import type { Accounts } from './customers/account-context.ts';

const day = 24 * 60 * 60 * 1000;
const accountsOf = (db: Db, now: () => Date) => ({ db, now, limits: openLimits({ db, now }) }) as Accounts;

test('sweep deletes expired rows, and ended sessions after a month', async () => {
  const now = new Date('2026-11-20T08:00:00Z');
  const shop = await openTestShop('', () => now);
  const person = await logInPerson(shop);
  await shop.post('/api/user/reset-password', { email: person.email });
  await person.request('DELETE', '/api/user/refresh');
  const count = async () => {
    const tables = ['access_token', 'password_link', 'customer_session', 'rate_bucket'] as const;
    const rows = await Promise.all(tables.map((table) => shop.db.selectFrom(table).selectAll().execute()));
    return rows.map(({ length }) => length);
  };
  const sweepAfter = (days: number) =>
    applyAccountRetention(accountsOf(shop.db, () => new Date(now.getTime() + days * day)));
  const before = await count();
  await sweepAfter(0);
  expect(await count()).toEqual(before);
  await sweepAfter(1);
  // The link that confirms the address works for two days.
  expect(await count()).toEqual([0, 1, 1, before[3]]);
  await sweepAfter(3);
  expect(await count()).toEqual([0, 0, 1, before[3]]);
  await sweepAfter(31);
  expect(await count()).toEqual([0, 0, 0, 0]);
  await shop.close();
});
