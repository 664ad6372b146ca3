import { defaultStoreView } from '@fynbos/core/shop.ts';
import { standardSwitches } from '@fynbos/core/switches.ts';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, expect, test, vi } from 'vitest';
import { type NetworkTask, taskOf } from '../../network-tasks/network-task.ts';
import { type TaskSnapshot, withTask } from '../../network-tasks/task-outbox.ts';
import { configureApi } from '../../platform/api/api-settings.ts';
import { openOutboxDatabase, outboxIn } from '../../platform/outbox/outbox-db.ts';
import { taskOutboxName } from '../../platform/outbox/outbox-names.ts';

const thandi = 7;
const body = (task: NetworkTask | undefined) => JSON.parse(task?.payload.body ?? 'null')?.customer;
const street = (name: string) => ({ street: [name], postcode: '8001' });

beforeAll(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('StorageEvent', Event);
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', { addEventListener: () => {}, documentElement: { dataset: {} } });
  configureApi({ base: '', publicBase: '', partitionKey: 'za', switches: standardSwitches });
});

test('changeCustomer includes an unsent change of names and addresses from another tab (spec accounts 7.1)', async () => {
  const { changeCustomer } = await import('./profile-change.ts');
  const { setSession } = await import('../../platform/session/session-state.ts');
  const { updateCustomer } = await import('@fynbos/core/accounts/contract.ts');
  setSession({ state: 'known', profile: { id: thandi, addresses: [] } as never });
  const name = defaultStoreView.code ? `${defaultStoreView.code}/${taskOutboxName}` : taskOutboxName;
  const outbox = outboxIn<TaskSnapshot, NetworkTask>(await openOutboxDatabase(), name);
  const taskInput = {
    endpoint: updateCustomer,
    callback_event: 'user-after-update',
    customer: thandi,
  } as const;
  // Written by another tab; this tab has not been notified yet.
  const earlier = { firstname: 'Thandi', addresses: [street('12 Long Street')] as never };
  await outbox.change((now) =>
    withTask(now, taskOf({ ...taskInput, body: { customer: earlier } }, 1, 'a'), () => false),
  );
  const outcome = await changeCustomer(({ addresses = [] }) => ({
    addresses: [...addresses, street('7 Kloof Road') as never],
  }));
  expect(outcome).toBe('waits');
  const { entries } = await outbox.read();
  expect(entries.map(body)).toEqual([
    { firstname: 'Thandi', addresses: [street('12 Long Street'), street('7 Kloof Road')] },
  ]);
});
