import type { OutboxShape } from '../platform/outbox/outbox.ts';
import { isLike, isListOf } from '../platform/storage/stored-shape.ts';
import type { NetworkTask } from './network-task.ts';
import type { TaskSnapshot } from './task-outbox.ts';

/** The shape of the tasks in their outbox. */
export const taskShape: OutboxShape<TaskSnapshot, NetworkTask> = {
  isSnapshot: (value): value is TaskSnapshot =>
    isLike(value, { results: 'list', done: 'list' }) &&
    isListOf(value.results, isTask) &&
    isListOf(value.done, (task) => isLike(task, { id: 'string', callback_event: 'string' })),
  isEntry: isTask,
};

function isTask(value: unknown): value is NetworkTask {
  return (
    isLike(value, { id: 'string', url: 'string', callback_event: 'string', payload: 'record' }) &&
    isLike(value.payload, { method: 'string', headers: 'record' })
  );
}
