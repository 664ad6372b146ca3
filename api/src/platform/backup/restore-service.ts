import { UserFacingError } from '../errors/user-facing-error.ts';
import { withSessions } from './backup-session.ts';
import { openBackupSession } from './backup-session-store.ts';
import { type CheckedBackup, explainBroken, shipmentOf } from './files/backup-reader.ts';
import type { Sequence } from './files/schema-store.ts';
import { type Loaded, load } from './load-service.ts';

/** Summary of a restored shop. */
export interface Restored extends Loaded {
  /** The number that the next order gets. */
  nextOrder: number;
}

/**
 * Loads the shop in a checked file into an empty database: all of it, or nothing.
 * @param nextOrder the number of the next order; by default from the file. Numbers assigned after the
 * backup was taken appear in mails and on invoices.
 * @throws UserFacingError when the database is not empty or cannot be used, the file changed meanwhile, or
 * the number was assigned before
 */
export async function restore(
  url: string,
  path: string,
  checked: CheckedBackup,
  nextOrder = nextIn(checked.ending.sequences),
): Promise<Restored> {
  const minimum = nextIn(checked.ending.sequences);
  if (nextOrder < minimum)
    throw new UserFacingError(`The next order is ${minimum} already: ${nextOrder} was given out before.`);
  const shipment = shipmentOf(path, checked);
  const sequences = async () =>
    (await shipment.sequences()).map((sequence) =>
      sequence.name === orderNumbers ? { ...sequence, last: String(nextOrder), called: false } : sequence,
    );
  const session = await openBackupSession(url);
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
