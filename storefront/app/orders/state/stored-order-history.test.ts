import { standardSwitches } from '@fynbos/core/switches.ts';
import { expect, test, vi } from 'vitest';
import { configureApi } from '../../platform/api/api-settings.ts';
import { profileKey } from '../../platform/session/profile-key.ts';

test('the history is cached for the customer who requested it and hidden from any other customer', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  configureApi({ base: '', publicBase: '', partitionKey: 'za', switches: standardSwitches });
  const { cacheHistory, cachedHistory } = await import('./stored-order-history.ts');
  const person = { firstname: 'Thandi', lastname: 'Nkosi', addresses: [] };
  const logInAs = (id: number) =>
    stored.set(profileKey, JSON.stringify({ id, email: `${id}@example.co.za`, ...person }));
  const history = { items: [], total_count: 3 } as never;
  logInAs(1);
  cacheHistory(history, 1);
  expect(cachedHistory()).toEqual(history);
  logInAs(2);
  expect(cachedHistory()).toBeUndefined();
  cacheHistory(history, 1);
  expect(cachedHistory()).toBeUndefined();
  cacheHistory(history, undefined);
  expect(cachedHistory()).toBeUndefined();
});
