import { Problem } from '@fynbos/core/problem.ts';
import type { Service, Store } from '@fynbos/core/stores/contract.ts';
import type { Db } from '../db.ts';
import { deleteStore, readStores, type StoreRow, upsertStores } from './store.ts';

/** The values of a store that an import writes. */
export type NewStore = Omit<StoreRow, 'id'>;

/** The fulfilment stores in the format of the API, in their order (spec D9). */
export async function listStores(db: Db): Promise<Store[]> {
  return (await readStores(db)).map(onWire);
}

/** The codes of all stores: the valid values of `storePartitionKey` (spec D8). */
export async function storeCodes(db: Db): Promise<string[]> {
  return (await readStores(db)).map((row) => row.code);
}

/** A store by its code. Throws `store_not_found`. */
export async function getStore(db: Db, code: string): Promise<Store> {
  const row = (await readStores(db)).find((candidate) => candidate.code === code);
  if (!row) throw new Problem('store_not_found');
  return onWire(row);
}

/** The stored stores by code, for comparison with an import. */
export async function storedStores(db: Db): Promise<Map<string, NewStore>> {
  const rows = await readStores(db);
  return new Map(rows.map(({ id: _, ...row }) => [row.code, row]));
}

/** Writes stores, new ones and changed ones, within the caller's transaction. */
export async function saveStores(db: Db, rows: readonly NewStore[]): Promise<void> {
  if (rows.length > 0) await upsertStores(db, rows);
}

/** Deletes a store permanently. Shoppers who had chosen it are notified. Throws `store_not_found`. */
export async function removeStore(db: Db, code: string): Promise<void> {
  if (!(await deleteStore(db, code))) throw new Problem('store_not_found');
}

function onWire({ position: _, street, services, ...row }: StoreRow): Store {
  // The import accepts only these services.
  return { ...row, street: street.split('|'), services: services as Service[] };
}
