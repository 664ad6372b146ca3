import { expect, test } from 'vitest';
import { payflex } from '../providers/payflex/payflex.ts';
import { type PaymentProvider, ProviderUnreachable } from '../providers/payment-provider.ts';
import { openBreakers, watched } from './circuit-breakers.ts';

const now = () => new Date('2026-11-21T10:00:00Z');
const quiet = { now, log: { warn() {} } };
const unreachable = { url: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1', mode: 'test' as const };
const keys = { clientId: 'a', clientSecret: 'b', audience: 'c' };
const session = { id: 'one', reference: 'REFERENCE00001' };

/** A provider that never responds, and records the queries. */
function silent() {
  const queries: string[] = [];
  const provider: PaymentProvider = {
    ...payflex.create({ ...unreachable, ...keys }, now),
    async query() {
      queries.push('query');
      throw new ProviderUnreachable('silence');
    },
  };
  return { queries, provider };
}

test('reconciliation stops querying a provider while its circuit breaker is open', async () => {
  const { queries, provider } = silent();
  const breakers = openBreakers(quiet);
  const guarded = watched(provider, breakers, () => false);
  for (let times = 0; times < 8; times++)
    await expect(guarded.query(session)).rejects.toThrow(ProviderUnreachable);
  expect(queries).toHaveLength(5);
  expect(breakers.isThere('instalments')).toBe(false);
});

test('reconciliation sends no query once the shop shuts down', async () => {
  const { queries, provider } = silent();
  const guarded = watched(provider, openBreakers(quiet), () => true);
  await expect(guarded.query(session)).rejects.toThrow('the shop is shutting down');
  expect(queries).toEqual([]);
});
