import { updateCustomer } from '@fynbos/core/accounts/contract.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { NetworkTask } from '../../network-tasks/network-task.ts';
import { queueTask } from '../../network-tasks/task-queue.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { currentSession } from '../../platform/session/session-state.ts';

export type CustomerChange = Omit<BodyOf<typeof updateCustomer>['customer'], 'email'>;

/**
 * `sent`: the shop has the change. `waits`: it is stored and sent later. `unkept`: it is lost when this
 * page closes.
 */
export type ChangeOutcome = 'sent' | 'waits' | 'unkept';

/**
 * Changes names or addresses with a task (spec accounts 7.1). Offline the task waits; after success the profile
 * is loaded again (spec accounts 4.1). The task includes earlier unsent changes, so that an older change never
 * overwrites a newer one. Throws ApiProblem when the shop rejects it.
 * @param change the change, or a function that derives it from earlier unsent changes, since the address
 * book is sent as a whole
 */
export async function changeCustomer(
  change: CustomerChange | ((earlier: CustomerChange) => CustomerChange),
): Promise<ChangeOutcome> {
  const session = currentSession();
  if (!('profile' in session)) throw new ApiProblem('not_logged_in');
  const { id } = session.profile;
  const outcome = await queueTask(
    (tasks) => {
      const earlier = waitingChange(tasks, id);
      const later = typeof change === 'function' ? change(earlier) : change;
      return {
        endpoint: updateCustomer,
        body: { customer: { ...earlier, ...later } },
        callback_event: 'user-after-update',
        customer: id,
      };
    },
    (waiting) => isChangeOf(waiting, id),
  );
  if (outcome.state === 'refused') throw new ApiProblem(outcome.problem.code, outcome.problem);
  if (outcome.state === 'done') return 'sent';
  return outcome.durable ? 'waits' : 'unkept';
}

const isChangeOf = (task: NetworkTask, customer: number) =>
  task.callback_event === 'user-after-update' && task.customer === customer;

/** This customer's unsent profile changes. */
export function waitingChange(tasks: readonly NetworkTask[], customer: number): CustomerChange {
  const bodies = tasks
    .filter((task) => isChangeOf(task, customer))
    // `isChangeOf` selects the tasks of this endpoint.
    .map(({ payload }) => JSON.parse(payload.body ?? '{}') as BodyOf<typeof updateCustomer>);
  return Object.assign({}, ...bodies.map((body) => body.customer));
}
