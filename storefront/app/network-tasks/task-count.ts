import { readOwn } from '../platform/storage/store-view-storage.ts';

/**
 * The flag that every page can read before the code of tasks is loaded: how many tasks wait, and how many
 * results are unreported. Undefined if there is nothing to do.
 */
export const taskFlag = (): string | undefined => readOwn('current-tasks');
