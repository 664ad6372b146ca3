import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { reportMeasurement } from '@fynbos/api/testing/figure.ts';
import { beforeAll, expect, test } from 'vitest';
import { openShopToFuzz } from './fuzz/shop-to-fuzz.ts';

/**
 * Another's fuzzer reads `docs/openapi.json` and asks what it makes of it (https://schemathesis.readthedocs.io, MIT): it must find
 * no failure, and no answer that the document does not name. Installed from PyPI where there is Python; part of nothing we ship.
 */
const version = '4.30.1';
const folder = fileURLToPath(new URL(`../.cache/schemathesis-${version}`, import.meta.url));
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

test('a fuzzer of others finds nothing that the document does not say', async ({ skip }) => {
  if (!hasPython) skip('there is no Python with venv here');
  const { shop, known } = await openShopToFuzz();
  try {
    const document = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));
    const words = ['run', document, '--url', shop.origin, '--checks', checks, '--seed', seed];
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
    const all = [...words, ...manner, ...headers.flatMap((header) => ['--header', header])];
    const ended = await run(program, all, { maxBuffer: 100_000_000, cwd: folder }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
    const [, cases] = /(\d+) generated/.exec(ended.stdout) ?? [];
    expect(Number(cases)).toBeGreaterThan(1000);
    expect(ended.code, failuresIn(ended.stdout)).toBe(0);
    reportMeasurement(
      `${cases} requests of Schemathesis ${version}`,
      '0 failures, 0 answers outside the document',
      '0, 0',
    );
    expect(shop.log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toEqual([]);
  } finally {
    await shop.close();
  }
}, 3_600_000);

/** The part of its report that says what was wrong. */
const failuresIn = (said: string): string =>
  /=+ (?:ERRORS|FAILURES) =+[\s\S]*?(?==+ SUMMARY)/.exec(said)?.[0] ?? said;
