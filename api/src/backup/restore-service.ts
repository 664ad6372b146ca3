import { StartProblem } from '../database/start-problem.ts';
import { type Loaded, load } from './load-service.ts';
import { type Checked, explainBroken, shipmentOf } from './read-backup.ts';
import type { Sequence } from './schema-store.ts';
import { withSessions } from './session.ts';
import { openSession } from './session-store.ts';

/** What was restored. */
export interface Restored extends Loaded {
  /** The number that the next order gets. */
  nextOrder: number;
}

/**
 * Loads the shop in a file that was checked into an empty database: all of it, or nothing.
 *
 * @param nextOrder the number that the next order gets; as the file says where left out. Numbers given out after the
 * backup was taken stand in mails and on invoices
 * @throws StartProblem when the database is not empty or cannot be used, the file changed meanwhile, or the number was
 * given out before
 */
export async function restore(
  url: string,
  path: string,
  checked: Checked,
  nextOrder = nextIn(checked.ending.sequences),
): Promise<Restored> {
  const least = nextIn(checked.ending.sequences);
  if (nextOrder < least)
    throw new StartProblem(`The next order is ${least} already: ${nextOrder} was given out before.`);
  const shipment = shipmentOf(path, checked);
  const sequences = async () =>
    (await shipment.sequences()).map((one) =>
      one.name === orderNumbers ? { ...one, last: String(nextOrder), called: false } : one,
    );
  const session = await openSession(url);
  const loaded = await withSessions([session], () =>
    explainBroken(path, () => load(session, { ...shipment, sequences })),
  );
  return { ...loaded, nextOrder };
}

const orderNumbers = 'order_number';

function nextIn(sequences: readonly Sequence[]): number {
  const numbers = sequences.find(({ name }) => name === orderNumbers);
  return numbers ? Number(numbers.last) + (numbers.called ? 1 : 0) : 0;
}
