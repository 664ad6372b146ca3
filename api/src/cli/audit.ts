import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { readShopConfig } from '../config/sandbox-variables.ts';
import type { Db } from '../db.ts';
import { audit, type Proof } from '../orders/audit/order-audit-service.ts';
import { auditPayments } from '../payments/audit/payment-audit-service.ts';
import { auditSandbox } from '../payments/audit/sandbox-audit-service.ts';
import { command, print } from './command-runner.ts';
import { openShopDatabase } from './shop-database.ts';

const maxPerInvariant = 20;

await command(async () => {
  const { db, close } = await openShopDatabase('npm run audit');
  try {
    const now = new Date();
    const proofs = [
      ...(await audit(db)),
      ...(await auditPayments(db, now)),
      ...(await besideSandbox(db, now)),
    ];
    for (const line of proofs.flatMap(describe)) print(line);
    const violationCount = proofs.reduce((sum, proof) => sum + proof.violations.length, 0);
    if (violationCount > 0) process.exitCode = 1;
    print(violationCount === 0 ? 'The audit found no errors.' : verdict(violationCount));
  } finally {
    await close();
  }
});

/** Compares our ledger with the sandbox's ledger. */
async function besideSandbox(db: Db, now: Date): Promise<Proof[]> {
  const { config, sandboxUrl } = await readShopConfig(process.env);
  if (config.payments === 'live') return [];
  if (!sandboxUrl)
    return [
      {
        invariant: 'I3',
        holds: 'not compared with the payment sandbox, because none is running',
        violations: [],
      },
    ];
  const played = providerCodes.filter((code) => config.providers[code].url?.startsWith(sandboxUrl));
  return [await auditSandbox(db, sandboxUrl, played, now)];
}

function describe({ invariant, holds, violations }: Proof): string[] {
  if (violations.length === 0) return [`ok    ${invariant}  ${holds}`];
  const more = violations.length - maxPerInvariant;
  return [
    ...violations.slice(0, maxPerInvariant).map((violation) => `ERROR ${invariant}  ${violation}`),
    ...(more > 0 ? [`ERROR ${invariant}  … and ${more.toLocaleString('en-US')} more of this kind`] : []),
  ];
}

function verdict(violationCount: number): string {
  const summary = violationCount === 1 ? '1 error' : `${violationCount.toLocaleString('en-US')} errors`;
  return `${summary}: docs/operations/health-and-monitoring.md explains what to do.`;
}
