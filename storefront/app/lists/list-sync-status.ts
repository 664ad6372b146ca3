import { storedValue } from '../platform/storage/browser-storage.ts';
import { ownKey } from '../platform/storage/store-view-storage.ts';
import { isLike } from '../platform/storage/stored-shape.ts';

/**
 * The sync state of lists and account: the customer they were merged with, and the lists with unsaved
 * changes. Without it, every page would merge both again and restore entries removed elsewhere.
 */
interface ListSyncState {
  customer: number;
  unsaved: string[];
}

const isState = (value: unknown): value is ListSyncState =>
  isLike(value, { customer: 'number', unsaved: 'list' });

/** Without storage, the lists are merged with the account on every page. */
const { read, write } = storedValue(ownKey('lists-account'), isState);

/** Whether the lists in this browser have been merged with this customer's account before. */
export const areOf = (customer: number): boolean => read()?.customer === customer;

export const markJoined = (customer: number): void =>
  void write({ customer, unsaved: read()?.unsaved ?? [] });

export const isUnsaved = (name: string): boolean => read()?.unsaved.includes(name) ?? false;

export function markUnsaved(name: string, unsaved: boolean): void {
  const state = read();
  if (!state) return;
  const remaining = state.unsaved.filter((entry) => entry !== name);
  write({ ...state, unsaved: unsaved ? [...remaining, name] : remaining });
}

export const clearListSyncState = (): void => void write(undefined);
