import { expect, test } from 'vitest';
import { openBreakers, watched } from './breakers.ts';
import { instalmentsProvider } from './providers/instalments.ts';
import { type PaymentProvider, ProviderUnreachable } from './providers/provider.ts';

const now = () => new Date('2026-11-21T10:00:00Z');
const quiet = { now, log: { warn() {} } };
const nobody = { url: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1', mode: 'test' as const };
const keys = { clientId: 'a', clientSecret: 'b', audience: 'c' };
const session = { id: 'one', reference: 'REFERENCE00001' };

/** A provider that answers nobody, and counts who asks. */
function silent() {
  const asked: string[] = [];
  const provider: PaymentProvider = {
    ...instalmentsProvider({ ...nobody, ...keys }, now),
    async query() {
      asked.push('query');
      throw new ProviderUnreachable('silence');
    },
  };
  return { asked, provider };
}

test('who compares the books leaves a provider alone that does not answer, as everybody does', async () => {
  const { asked, provider } = silent();
  const breakers = openBreakers(quiet);
  const one = watched(provider, breakers, () => false);
  for (let times = 0; times < 8; times++)
    await expect(one.query(session)).rejects.toThrow(ProviderUnreachable);
  expect(asked).toHaveLength(5);
  expect(breakers.isThere('instalments')).toBe(false);
});

test('and asks nobody any more once the shop ends', async () => {
  const { asked, provider } = silent();
  const one = watched(provider, openBreakers(quiet), () => true);
  await expect(one.query(session)).rejects.toThrow('the shop ends');
  expect(asked).toEqual([]);
});
