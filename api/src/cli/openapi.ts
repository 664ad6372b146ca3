import { readFile, writeFile } from 'node:fs/promises';
import { endpoints } from '@fynbos/core/endpoints.ts';
import { openapiOf } from '@fynbos/core/openapi.ts';
import { apiVersion } from '../operations/routes.ts';

/** Writes `docs/openapi.json`; with `--check` it only checks that the file is up to date. */
const file = new URL('../../../docs/openapi.json', import.meta.url);
const fresh = `${JSON.stringify(openapiOf(endpoints, apiVersion), null, 2)}\n`;

if (process.argv.includes('--check')) {
  const committed = await readFile(file, 'utf8').catch(() => '');
  if (committed !== fresh) {
    console.error('docs/openapi.json does not match the contracts: run npm run openapi and commit it.');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, fresh);
  console.log('Wrote docs/openapi.json.');
}
