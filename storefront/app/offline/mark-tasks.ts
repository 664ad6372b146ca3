import { ownKey } from '../kept-here.ts';
import { taskMark } from './task-mark.ts';

const taskMarkKey = ownKey('current-tasks');

/** Marks them for every page. Tells this tab too, which hears nothing of its own writing. */
export function markTasks(waiting: number, untold: number): void {
  const mark = waiting + untold > 0 ? `${waiting} ${untold}` : undefined;
  if (mark === taskMark()) return;
  try {
    if (mark) localStorage.setItem(taskMarkKey, mark);
    else localStorage.removeItem(taskMarkKey);
  } catch {
    // They are sent while the page lives.
  }
  dispatchEvent(new StorageEvent('storage', { key: taskMarkKey }));
}
