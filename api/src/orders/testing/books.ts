import type { Db } from '../../db.ts';
import { audit } from '../audit-service.ts';

/** What `npm run audit` would find wrong, a sentence each. */
export async function faultsIn(db: Db): Promise<string[]> {
  const proofs = await audit(db);
  return proofs.flatMap(({ invariant, faults }) => faults.map((fault) => `${invariant} ${fault}`));
}
