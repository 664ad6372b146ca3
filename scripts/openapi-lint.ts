import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Lints `docs/openapi.json` with the recommended rules of Redocly. A warning fails, too. */
const file = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));
const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source: await readFile(file, 'utf8'), absoluteRef: file, config });
for (const { ruleId, message, location } of problems) {
  const [place] = location;
  console.error(`${ruleId}: ${message} (${place && 'pointer' in place ? place.pointer : file})`);
}
if (problems.length > 0) process.exitCode = 1;
