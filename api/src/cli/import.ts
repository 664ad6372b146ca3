import { parseArgs } from 'node:util';
import { describeReport, progressLine } from '../catalogue/import/import-report.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { UserFacingError } from '../platform/errors/user-facing-error.ts';
import { importShop } from '../shop-import.ts';
import { command } from './command-runner.ts';

const usage = 'npm run import -- PATH [--map FILE] [--dry-run]';
const progressEveryMs = 1000;

await command(async () => {
  const { path, map, dryRun } = readArguments();
  const { db, close } = await openDatabase('npm run import');
  try {
    const report = await importShop(db, path, { map, dryRun, onProgress: everySecond() });
    console.log(describeReport(report));
    if (!report.ok) process.exitCode = 1;
  } finally {
    await close();
  }
});

function readArguments(): { path: string; map?: string; dryRun: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { map: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new Error('expected exactly one path');
    return { path, map: values.map, dryRun: values['dry-run'] ?? false };
  } catch (cause) {
    throw new UserFacingError(`${(cause as Error).message}: ${usage}`, { cause });
  }
}

/** Reports progress on stderr, so that stdout contains only the report. */
function everySecond() {
  let last = performance.now();
  return (progress: Parameters<typeof progressLine>[0]) => {
    if (performance.now() - last < progressEveryMs) return;
    last = performance.now();
    console.error(progressLine(progress));
  };
}
