import { createBackup } from '../platform/backup/backup-service.ts';
import { findServer } from '../platform/database/open-database.ts';
import { command, print } from './command-runner.ts';
import { counted, megabytes, oneWord, since } from './format/backup-format.ts';

await command(async () => {
  const path = oneWord(process.argv.slice(2), 'npm run backup -- FILE');
  const { url, stop } = await findServer('npm run backup');
  try {
    const begin = performance.now();
    const {
      takenAt,
      schema,
      tables,
      rows,
      bytes,
      compressedBytes: compressed,
    } = await createBackup(url, path);
    print(`The shop of ${takenAt.toISOString()}, schema ${schema}, is in ${path}:`);
    print(
      `${counted(tables, 'table')}, ${counted(rows, 'row')}, ${megabytes(bytes)} packed to ${megabytes(compressed)}, in ${since(begin)}.`,
    );
    print(
      'Not in it: settings (variables and their keys), pictures in catalogue/media, sandbox mail and payments.',
    );
  } finally {
    await stop();
  }
});
