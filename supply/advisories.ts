import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Package } from './packages.ts';

const file = join(import.meta.dirname, 'advisories.json');

/** What is known against packages of ours, in a part of the OSV form, and when it was asked. */
export interface Snapshot {
  /** The day it was asked, `2026-11-22`; null where nobody asked yet. */
  asked: string | null;
  vulns: Advisory[];
}

export interface Advisory {
  id: string;
  summary: string;
  affected: {
    package: { ecosystem: 'npm'; name: string };
    versions: string[];
    database_specific: { severity: string; range: string };
  }[];
}

export const readSnapshot = async (): Promise<Snapshot> => JSON.parse(await readFile(file, 'utf8'));

/** The packages that something is known against, in the versions that we have. */
export function affected(packages: readonly Package[], { vulns }: Snapshot): string[] {
  return vulns.flatMap(({ id, summary, affected }) =>
    affected.flatMap(({ package: { name }, versions }) =>
      packages
        .filter((one) => one.name === name && versions.includes(one.version))
        .map(({ version, isDev }) => `${name} ${version}: ${id} ${summary}${isDev ? ' (built with)' : ''}`),
    ),
  );
}

const dayMs = 24 * 60 * 60 * 1000;
const oldDays = 30;

/** How old a snapshot is, in a sentence. */
export function ageOf({ asked, vulns }: Snapshot, now: Date): string {
  if (!asked) return 'Nobody asked for advisories yet: npm run advisories asks, where there is a network.';
  const days = Math.floor((now.getTime() - Date.parse(asked)) / dayMs);
  const again = days > oldDays ? ' That is long ago: npm run advisories asks again.' : '';
  return `${vulns.length} advisories known, asked ${days} days ago (${asked}).${again}`;
}

/** As `npm audit --json` says it. */
export interface Audit {
  vulnerabilities: Record<string, { via: (string | Via)[]; nodes: string[] }>;
}
interface Via {
  source: number;
  name: string;
  title: string;
  url: string;
  severity: string;
  range: string;
}

/** A snapshot of what an audit found; each advisory names the versions that lie here. */
export function snapshotOf(
  { vulnerabilities }: Audit,
  packages: readonly Package[],
  asked: string,
): Snapshot {
  const vulns = new Map<string, Advisory>();
  for (const { via, nodes } of Object.values(vulnerabilities)) {
    for (const one of via) {
      if (typeof one === 'string') continue;
      const versions = packages.filter(({ place }) => nodes.includes(place)).map(({ version }) => version);
      const id = one.url.split('/').at(-1) ?? String(one.source);
      const known = vulns.get(id) ?? { id, summary: one.title, affected: [] };
      known.affected.push({
        package: { ecosystem: 'npm', name: one.name },
        versions: [...new Set(versions)],
        database_specific: { severity: one.severity, range: one.range },
      });
      vulns.set(id, known);
    }
  }
  return { asked, vulns: [...vulns.values()] };
}

/** Asks the registry and keeps what it says. @throws Error where it cannot be asked: the old snapshot stays */
export async function refresh(packages: readonly Package[], now: Date): Promise<Snapshot> {
  const said = await new Promise<string>((resolve) =>
    // npm ends with a failure where it found something, too.
    execFile('npm', ['audit', '--json'], { maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) =>
      resolve(stdout),
    ),
  );
  const audit = JSON.parse(said || '{}') as Partial<Audit> & { message?: string };
  if (!audit.vulnerabilities)
    throw new Error(`The registry could not be asked: ${audit.message ?? 'no answer'}`);
  const snapshot = snapshotOf(audit as Audit, packages, now.toISOString().slice(0, 10));
  await writeFile(file, `${JSON.stringify(snapshot, null, 2)}\n`);
  return snapshot;
}
