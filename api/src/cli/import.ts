import { parseArgs } from 'node:util';
import type { ImportOptions } from '../catalogue/import/import.ts';
import { describeReport, progressLine } from '../catalogue/import/import-report.ts';
import { readConfig } from '../config/config.ts';
import { messageOf, UserFacingError } from '../platform/errors/user-facing-error.ts';
import { taxHomeOf } from '../pricing/tax-rate.ts';
import { importShop } from '../shop-import.ts';
import { command, print, printNotice } from './command-runner.ts';
import { openShopDatabase } from './shop-database.ts';

const usage = 'npm run import -- PATH [--map FILE] [--dry-run] [--skip-invalid]';
const progressEveryMs = 1000;

await command(async () => {
  const { path, ...requested } = readArguments();
  const tax = taxHomeOf(readConfig(process.env));
  const { db, close } = await openShopDatabase('npm run import');
  try {
    const report = await importShop(db, path, {
      ...requested,
      tax,
      onFormats,
      onProgress: everySecond(),
    });
    print(describeReport(report));
    if (!report.ok) process.exitCode = 1;
  } finally {
    await close();
  }
});

function readArguments(): { path: string } & Pick<ImportOptions, 'map' | 'dryRun' | 'skipInvalid'> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        map: { type: 'string' },
        'dry-run': { type: 'boolean' },
        'skip-invalid': { type: 'boolean' },
      },
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new Error('expected exactly one path');
    return { path, map: values.map, dryRun: values['dry-run'], skipInvalid: values['skip-invalid'] };
  } catch (cause) {
    throw new UserFacingError(`${messageOf(cause)}: ${usage}`, { cause });
  }
}

/** Reports on stderr how the files are read, before anything is written. */
function onFormats(lines: readonly string[]): void {
  for (const line of lines) printNotice(line);
}

/** Reports progress on stderr, so that stdout contains only the report. */
function everySecond() {
  let last = performance.now();
  return (progress: Parameters<typeof progressLine>[0]) => {
    if (performance.now() - last < progressEveryMs) return;
    last = performance.now();
    printNotice(progressLine(progress));
  };
}
