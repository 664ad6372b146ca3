import { ownKey } from '../platform/storage/store-view-storage.ts';

/**
 * The sync state of lists and account: the customer they were merged with, and the lists with unsaved
 * changes. Without it, every page would merge both again and restore entries removed elsewhere.
 */
interface ListSyncState {
  customer: number;
  unsaved: string[];
}

const key = ownKey('lists-account');

function read(): ListSyncState | undefined {
  try {
    const { customer, unsaved } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<ListSyncState>;
    return typeof customer === 'number' && Array.isArray(unsaved) ? { customer, unsaved } : undefined;
  } catch {
    return undefined;
  }
}

function write(state: ListSyncState | undefined): void {
  try {
    if (state) localStorage.setItem(key, JSON.stringify(state));
    else localStorage.removeItem(key);
  } catch {
    // Without storage, the lists are merged with the account on every page.
  }
}

/** Whether the lists in this browser have been merged with this customer's account before. */
export const areOf = (customer: number): boolean => read()?.customer === customer;

export const markJoined = (customer: number): void => write({ customer, unsaved: read()?.unsaved ?? [] });

export const isUnsaved = (name: string): boolean => read()?.unsaved.includes(name) ?? false;

export function markUnsaved(name: string, unsaved: boolean): void {
  const state = read();
  if (!state) return;
  const remaining = state.unsaved.filter((entry) => entry !== name);
  write({ ...state, unsaved: unsaved ? [...remaining, name] : remaining });
}

export const clearListSyncState = (): void => write(undefined);
