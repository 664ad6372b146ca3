import { updateCustomer } from '@fynbos/core/accounts/contract.ts';
import type { BodyOf } from '@fynbos/core/endpoint.ts';
import { ApiProblem } from '../../api-problem.ts';
import type { NetworkTask } from '../../offline/task.ts';
import { queueTask } from '../../offline/task-queue.ts';
import { currentSession } from './state.ts';

export type CustomerChange = Omit<BodyOf<typeof updateCustomer>['customer'], 'email'>;

/** `sent` is done; `waits` is sent later, `unkept` only as long as this page is open. */
export type ChangeOutcome = 'sent' | 'waits' | 'unkept';

/**
 * Changes names or addresses by a task (accounts 7.1): without a network it waits, and on success the profile is
 * loaded again (accounts 4.1). What waits already goes along, so that an older change never comes after a newer one.
 * Throws ApiProblem where the shop refuses it.
 *
 * @param change what changes, or what makes it of what waits already: the address book is one thing with all that is in it
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
  return outcome.kept ? 'waits' : 'unkept';
}

const isChangeOf = (task: NetworkTask, customer: number) =>
  task.callback_event === 'user-after-update' && task.customer === customer;

/** What of this customer's profile is changed here, and not sent yet. */
export function waitingChange(tasks: readonly NetworkTask[], customer: number): CustomerChange {
  const bodies = tasks
    .filter((task) => isChangeOf(task, customer))
    .map(({ payload }) => JSON.parse(payload.body ?? '{}') as BodyOf<typeof updateCustomer>);
  return Object.assign({}, ...bodies.map((body) => body.customer));
}
