import type { Db } from '../../db.ts';
import { auditPayments } from '../../payments/audit-service.ts';
import { audit } from '../audit-service.ts';

/** What `npm run audit` would find wrong, a sentence each. */
export async function faultsIn(db: Db, now = new Date()): Promise<string[]> {
  const proofs = [...(await audit(db)), ...(await auditPayments(db, now))];
  return proofs.flatMap(({ invariant, faults }) => faults.map((fault) => `${invariant} ${fault}`));
}
