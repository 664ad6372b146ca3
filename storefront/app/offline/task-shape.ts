import { isLike, isListOf } from '../kept-shape.ts';
import type { BoxShape } from './box-shape.ts';
import type { NetworkTask } from './task.ts';
import type { KeptTasks } from './task-box.ts';

/** The tasks as their box holds them. */
export const taskShape: BoxShape<KeptTasks, NetworkTask> = {
  isKept: (kept): kept is KeptTasks =>
    isLike(kept, { results: 'list', done: 'list' }) &&
    isListOf(kept.results, isTask) &&
    isListOf(kept.done, (one) => isLike(one, { id: 'string', callback_event: 'string' })),
  isEntry: isTask,
};

function isTask(kept: unknown): kept is NetworkTask {
  return (
    isLike(kept, { id: 'string', url: 'string', callback_event: 'string', payload: 'record' }) &&
    isLike(kept.payload, { method: 'string', headers: 'record' })
  );
}
