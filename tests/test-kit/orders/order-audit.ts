import type { Db } from '@fynbos/api/db.ts';
import { audit } from '@fynbos/api/orders/audit/order-audit-service.ts';
import { auditPayments } from '@fynbos/api/payments/audit/payment-audit-service.ts';

/** Returns the violations that `npm run audit` would report, one sentence each. */
export async function invariantViolations(db: Db, now = new Date()): Promise<string[]> {
  const proofs = [...(await audit(db)), ...(await auditPayments(db, now))];
  return proofs.flatMap(({ invariant, violations }) =>
    violations.map((violation) => `${invariant} ${violation}`),
  );
}
