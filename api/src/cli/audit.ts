import { providerCodes } from '@fynbos/core/payments/providers.ts';
import { openDatabase } from '../database/open.ts';
import type { Db } from '../db.ts';
import { audit, type Proof } from '../orders/audit-service.ts';
import { auditSandbox } from '../payments/audit-sandbox-service.ts';
import { auditPayments } from '../payments/audit-service.ts';
import { readShopConfig } from '../sandbox-variables.ts';
import { command } from './command.ts';

const mostOfAKind = 20;

await command(async () => {
  const { db, close } = await openDatabase('npm run audit');
  try {
    const now = new Date();
    const proofs = [
      ...(await audit(db)),
      ...(await auditPayments(db, now)),
      ...(await besideSandbox(db, now)),
    ];
    for (const line of proofs.flatMap(describe)) console.log(line);
    const faults = proofs.reduce((sum, proof) => sum + proof.faults.length, 0);
    if (faults > 0) process.exitCode = 1;
    console.log(faults === 0 ? 'The books are right.' : verdict(faults));
  } finally {
    await close();
  }
});

/** Pretend money has books of its own, which ours must agree with. */
async function besideSandbox(db: Db, now: Date): Promise<Proof[]> {
  const { config, sandboxUrl } = await readShopConfig(process.env);
  if (config.payments === 'live') return [];
  if (!sandboxUrl)
    return [
      { invariant: 'I3', holds: 'not compared with the payment sandbox: no shop runs one here', faults: [] },
    ];
  const urls = {
    card: config.oppwaUrl,
    instalments: config.payflexUrl,
    'local-a': config.ozowUrl,
    'local-b': config.ikhokhaUrl,
    wallet: config.paypalUrl,
  };
  const played = providerCodes.filter((code) => urls[code]?.startsWith(sandboxUrl));
  return [await auditSandbox(db, sandboxUrl, played, now)];
}

function describe({ invariant, holds, faults }: Proof): string[] {
  if (faults.length === 0) return [`ok    ${invariant}  ${holds}`];
  const more = faults.length - mostOfAKind;
  return [
    ...faults.slice(0, mostOfAKind).map((fault) => `FAULT ${invariant}  ${fault}`),
    ...(more > 0 ? [`FAULT ${invariant}  … and ${more.toLocaleString('en-US')} more of this kind`] : []),
  ];
}

function verdict(faults: number): string {
  const said = faults === 1 ? '1 fault' : `${faults.toLocaleString('en-US')} faults`;
  return `${said}: docs/operating.md says what to do.`;
}
