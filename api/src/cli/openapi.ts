import { readFile, writeFile } from 'node:fs/promises';
import { endpoints } from '@fynbos/core/endpoints.ts';
import { openApiOf } from '@fynbos/core/openapi.ts';
import { apiVersion } from '../operation/routes.ts';

/** Prints `docs/openapi.json`; with `--check` it only says whether the file is fresh. */
const file = new URL('../../../docs/openapi.json', import.meta.url);
const fresh = `${JSON.stringify(openApiOf(endpoints, apiVersion), null, 2)}\n`;

if (process.argv.includes('--check')) {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept !== fresh) {
    console.error('docs/openapi.json is not what the contracts say: run npm run openapi and commit it.');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, fresh);
  console.log('Printed docs/openapi.json.');
}
