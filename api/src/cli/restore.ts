import { parseArgs } from 'node:util';
import { readConfig, withoutPassword } from '../config/config.ts';
import { wholeNumber } from '../config/config-values.ts';
import { type CheckedBackup, checkBackup } from '../platform/backup/files/backup-reader.ts';
import { restore } from '../platform/backup/restore-service.ts';
import { startEmbedded } from '../platform/database/embedded/embedded-postgres.ts';
import { messageOf, UserFacingError } from '../platform/errors/user-facing-error.ts';
import { command, print } from './command-runner.ts';
import { counted, describeLoaded, oneWord, since } from './format/backup-format.ts';

const usage = 'npm run restore -- FILE [--next-order NUMBER] [--check]';

await command(async () => {
  const { path, onlyCheck, nextOrder } = readArguments();
  // Checks that the file is complete before anything is opened, started or created.
  const checked = await checkBackup(path);
  print(describe(path, checked));
  if (!onlyCheck) await restoreInto(path, checked, nextOrder);
});

async function restoreInto(
  path: string,
  checked: CheckedBackup,
  nextOrder: number | undefined,
): Promise<void> {
  const begin = performance.now();
  const { url, place, stop } = await openTarget();
  try {
    const restored = await restore(url, path, checked, nextOrder);
    const [loaded, ...more] = describeLoaded(restored);
    print(`Restored into ${place} in ${since(begin)}: ${loaded}.`);
    for (const line of [
      `The next order is ${restored.nextOrder}.`,
      ...more,
      'Run "npm run audit" before you start the shop.',
    ])
      print(line);
  } finally {
    await stop();
  }
}

/** The database of the settings. No other process may use it. */
async function openTarget(): Promise<{ url: string; place: string; stop(): Promise<void> }> {
  const { databaseUrl, dataFolder } = readConfig(process.env);
  if (databaseUrl) return { url: databaseUrl, place: withoutPassword(databaseUrl), stop: async () => {} };
  const { url, folder, stop } = await startEmbedded(dataFolder, { owner: 'npm run restore' });
  return { url, place: folder, stop: () => stop('when unused') };
}

function describe(path: string, { header, sums }: CheckedBackup): string {
  const rows = [...sums.values()].reduce((total, sum) => total + sum.rows, 0);
  const schema = header.schema.at(-1)?.number;
  return `${path} is whole: the shop of ${header.takenAt}, schema ${schema}, ${counted(sums.size, 'table')}, ${counted(rows, 'row')}.`;
}

function readArguments(): { path: string; onlyCheck: boolean; nextOrder: number | undefined } {
  try {
    const options = { check: { type: 'boolean' }, 'next-order': { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const next = values['next-order'];
    return {
      path: oneWord(positionals, usage),
      onlyCheck: values.check ?? false,
      nextOrder: next === undefined ? undefined : wholeNumber(1, 999_999_999)(next),
    };
  } catch (cause) {
    if (cause instanceof UserFacingError) throw cause;
    throw new UserFacingError(`${messageOf(cause)}: ${usage}`, { cause });
  }
}
