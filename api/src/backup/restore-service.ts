import { type Loaded, load } from './load-service.ts';
import { type Checked, explainBroken, shipmentOf } from './read-backup.ts';
import type { Sequence } from './schema-store.ts';
import { withSessions } from './session.ts';
import { openSession } from './session-store.ts';

/**
 * Loads the shop in a file that was checked into an empty database: all of it, or nothing.
 *
 * @param nextOrder the number that the next order gets, where it is above what the file says: numbers given out after
 * the backup was taken stand in mails and on invoices
 * @throws StartProblem when the database is not empty or cannot be used, or the file changed meanwhile
 */
export async function restore(url: string, path: string, checked: Checked, nextOrder = 0): Promise<Loaded> {
  const shipment = shipmentOf(path, checked);
  const sequences = async () =>
    (await shipment.sequences()).map((one) => (one.name === 'order_number' ? atLeast(one, nextOrder) : one));
  const session = await openSession(url);
  return withSessions([session], () => explainBroken(path, () => load(session, { ...shipment, sequences })));
}

const atLeast = (sequence: Sequence, next: number): Sequence =>
  next > Number(sequence.last) ? { ...sequence, last: String(next), called: false } : sequence;
