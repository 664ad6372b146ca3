import { ownKey } from '../platform/storage/store-view-storage.ts';
import { taskFlag } from './task-count.ts';

const taskFlagKey = ownKey('current-tasks');

/**
 * Sets the flag for every page. Dispatches the event in this tab too, which receives none for its own
 * write.
 */
export function setTaskFlag(waiting: number, unreported: number): void {
  const flag = waiting + unreported > 0 ? `${waiting} ${unreported}` : undefined;
  if (flag === taskFlag()) return;
  try {
    if (flag) localStorage.setItem(taskFlagKey, flag);
    else localStorage.removeItem(taskFlagKey);
  } catch {
    // The tasks are sent while the page lives.
  }
  dispatchEvent(new StorageEvent('storage', { key: taskFlagKey }));
}
