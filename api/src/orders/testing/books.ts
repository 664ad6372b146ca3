import type { Db } from '../../db.ts';
import { auditPayments } from '../../payments/audit-service.ts';
import { audit } from '../audit-service.ts';

/** Returns the violations that `npm run audit` would report, one sentence each. */
export async function invariantViolations(db: Db, now = new Date()): Promise<string[]> {
  const proofs = [...(await audit(db)), ...(await auditPayments(db, now))];
  return proofs.flatMap(({ invariant, violations }) =>
    violations.map((violation) => `${invariant} ${violation}`),
  );
}
