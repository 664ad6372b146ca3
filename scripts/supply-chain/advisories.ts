import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Package } from './packages.ts';

const file = join(import.meta.dirname, 'advisories.json');

/** Known advisories for packages of this project, in a subset of the OSV format, with the date of the query. */
export interface Snapshot {
  /** Date of the query, such as `2026-11-22`; null before the first one. */
  asked: string | null;
  vulns: Advisory[];
}

interface Advisory {
  id: string;
  summary: string;
  affected: {
    package: { ecosystem: 'npm'; name: string };
    versions: string[];
    database_specific: { severity: string; range: string };
  }[];
}

export const readSnapshot = async (): Promise<Snapshot> => JSON.parse(await readFile(file, 'utf8'));

/** The packages with a known advisory in their installed version. */
export function affected(packages: readonly Package[], { vulns }: Snapshot): string[] {
  return vulns.flatMap(({ id, summary, affected }) =>
    affected.flatMap(({ package: { name }, versions }) =>
      packages
        .filter((candidate) => candidate.name === name && versions.includes(candidate.version))
        .map(({ version, isDev }) => `${name} ${version}: ${id} ${summary}${isDev ? ' (built with)' : ''}`),
    ),
  );
}

const dayMs = 24 * 60 * 60 * 1000;
const oldDays = 30;

/** The age of a snapshot as a sentence. */
export function ageOf({ asked: queriedOn, vulns }: Snapshot, now: Date): string {
  if (!queriedOn) return 'No advisories were fetched yet: run "npm run audit:deps" with network access.';
  const days = Math.floor((now.getTime() - Date.parse(queriedOn)) / dayMs);
  const reminder = days > oldDays ? ' That is long ago: "npm run audit:deps" fetches them again.' : '';
  return `${vulns.length} advisories known, fetched ${days} days ago (${queriedOn}).${reminder}`;
}

/** The output of `npm audit --json`. */
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

/** A snapshot of the result of an audit; each advisory lists the installed versions. */
export function snapshotOf(
  { vulnerabilities }: Audit,
  packages: readonly Package[],
  queriedOn: string,
): Snapshot {
  const vulns = new Map<string, Advisory>();
  for (const { via, nodes } of Object.values(vulnerabilities)) {
    for (const cause of via) {
      if (typeof cause === 'string') continue;
      const versions = packages.filter(({ place }) => nodes.includes(place)).map(({ version }) => version);
      const id = cause.url.split('/').at(-1) ?? String(cause.source);
      const known = vulns.get(id) ?? { id, summary: cause.title, affected: [] };
      known.affected.push({
        package: { ecosystem: 'npm', name: cause.name },
        versions: [...new Set(versions)],
        database_specific: { severity: cause.severity, range: cause.range },
      });
      vulns.set(id, known);
    }
  }
  return { asked: queriedOn, vulns: [...vulns.values()] };
}

/**
 * Queries the registry and stores the result.
 * @throws Error when the registry cannot be reached; the old snapshot remains
 */
export async function refresh(packages: readonly Package[], now: Date): Promise<Snapshot> {
  const output = await new Promise<string>((resolve) =>
    // npm exits with a failure code when it finds an advisory, too.
    execFile('npm', ['audit', '--json'], { maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) =>
      resolve(stdout),
    ),
  );
  const audit = JSON.parse(output || '{}') as Partial<Audit> & { message?: string };
  if (!audit.vulnerabilities)
    throw new Error(`The registry could not be reached: ${audit.message ?? 'no answer'}`);
  const snapshot = snapshotOf(audit as Audit, packages, now.toISOString().slice(0, 10));
  await writeFile(file, `${JSON.stringify(snapshot, null, 2)}\n`);
  return snapshot;
}
