import { standardSwitches } from '@fynbos/core/switches.ts';
import { expect, test, vi } from 'vitest';
import { profileKey } from '../accounts/session/profile-key.ts';
import { configureApi } from '../api-settings.ts';

test('the history is kept for who asked for it, and not once somebody else is here', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  configureApi({ base: '', publicBase: '', partitionKey: 'za', switches: standardSwitches });
  const { keepHistory, keptHistory } = await import('./kept-history.ts');
  const person = { firstname: 'Thandi', lastname: 'Nkosi', addresses: [] };
  const here = (id: number) =>
    kept.set(profileKey, JSON.stringify({ id, email: `${id}@example.co.za`, ...person }));
  const history = { items: [], total_count: 3 } as never;
  here(1);
  keepHistory(history, 1);
  expect(keptHistory()).toEqual(history);
  here(2);
  expect(keptHistory()).toBeUndefined();
  keepHistory(history, 1);
  expect(keptHistory()).toBeUndefined();
  keepHistory(history, undefined);
  expect(keptHistory()).toBeUndefined();
});
