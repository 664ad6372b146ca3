import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { reportMeasurement } from '@fynbos/test-kit/security/attack-result.ts';
import { beforeAll, expect, test } from 'vitest';
import { openShopToFuzz } from './fuzz-target.ts';

/**
 * A third-party fuzzer reads `docs/openapi.json` and generates requests
 * (https://schemathesis.readthedocs.io, MIT). It must find no failure and no undocumented response.
 * Installed from PyPI where Python is available; not part of the product.
 */
const version = '4.30.1';
const folder = fileURLToPath(new URL(`../../.cache/schemathesis-${version}`, import.meta.url));
const program = `${folder}/bin/schemathesis`;
const examples = process.env.EXAMPLES ?? '100';
const seed = process.env.SEED ?? '1';
const checks =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['-m', 'venv', '--help']).status === 0;

beforeAll(async () => {
  if (!hasPython || existsSync(program)) return;
  await run('python3', ['-m', 'venv', folder]);
  await run(`${folder}/bin/pip`, ['install', '--quiet', `schemathesis==${version}`]);
}, 600_000);

test('Schemathesis finds no failure and no undocumented response', async ({ skip }) => {
  if (!hasPython) skip('Python with venv is not available');
  const { shop, known } = await openShopToFuzz();
  try {
    const document = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
    const args = ['run', document, '--url', shop.origin, '--checks', checks, '--seed', seed];
    const manner = [
      '--max-examples',
      examples,
      '--workers',
      '1',
      '--continue-on-failure',
      '--no-color',
      '--warnings',
      'off',
    ];
    const headers = [`Authorization: Bearer ${known.logins[0]}`, `X-Cart-Token: ${known.carts[0]}`];
    const all = [...args, ...manner, ...headers.flatMap((header) => ['--header', header])];
    const ended = await run(program, all, { maxBuffer: 100_000_000, cwd: folder }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
    const [, cases] = /(\d+) generated/.exec(ended.stdout) ?? [];
    expect(Number(cases)).toBeGreaterThan(1000);
    expect(ended.code, failuresIn(ended.stdout)).toBe(0);
    reportMeasurement(
      `${cases} requests of Schemathesis ${version}`,
      '0 failures, 0 responses outside the document',
      '0, 0',
    );
    expect(shop.log.map((logLine) => JSON.parse(logLine)).filter(({ level }) => level >= 50)).toEqual([]);
  } finally {
    await shop.close();
  }
}, 3_600_000);

/** The part of the report that lists the failures. */
const failuresIn = (report: string): string =>
  /=+ (?:ERRORS|FAILURES) =+[\s\S]*?(?==+ SUMMARY)/.exec(report)?.[0] ?? report;
