import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';

/**
 * `docs/openapi.json` against the OpenAPI rules of Spectral (Apache-2.0), which needs 200 packages and so is installed
 * in a folder of its own. `npm run verify` has the rules of Redocly.
 */
const spectral = '@stoplight/spectral-cli@6.15.0';
const folder = fileURLToPath(new URL('../../.cache/spectral', import.meta.url));
const document = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
const run = promisify(execFile);

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/ruleset.yaml`, 'extends: ["spectral:oas"]\n');
  if (existsSync(`${folder}/node_modules/.bin/spectral`)) return;
  await writeFile(`${folder}/package.json`, '{ "private": true }');
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', spectral], {
    cwd: folder,
  });
}, 600_000);

test('the OpenAPI document follows the rules of Spectral, without warnings', async () => {
  const options = ['--ruleset', 'ruleset.yaml', '--format', 'text', '--quiet', '--fail-severity', 'warn'];
  const { stdout } = await run(`${folder}/node_modules/.bin/spectral`, ['lint', ...options, document], {
    cwd: folder,
  }).catch(({ stdout: problems }: { stdout: string }) => ({ stdout: problems }));
  expect(stdout.trim()).toBe('');
}, 600_000);
