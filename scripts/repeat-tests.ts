import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { project } from './testing/run-process.ts';
import { appendRun, type RunRecord, readClosingLine } from './testing/run-table.ts';

/**
 * Runs `npm test` several times and records each run in docs/test-runs.md: `npm run test:repeat -- 6 --busy 2`.
 * `--ci` runs the continuous check instead. `--busy` keeps that many cores busy meanwhile, which shows tests that
 * depend on the speed of the machine.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ci: { type: 'boolean' }, busy: { type: 'string', default: '0' } },
});
const times = Number(positionals[0] ?? 1);
const table = join(project, 'docs/test-runs.md');
const busy = Number(values.busy);
const command = values.ci ? '.ci/run' : 'npm test';
const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
  cwd: project,
  encoding: 'utf8',
}).trim();
/** It ends with its parent. */
const busyLoop = 'const parent = process.ppid; while (process.ppid === parent);';
let failures = 0;
for (let run = 1; run <= times; run++) {
  const record = await runOnce();
  failures += record.failed;
  await writeFile(table, appendRun(await readFile(table, 'utf8'), record));
  console.log(`run ${run} of ${times}: ${record.passed} passed, ${record.failed} failed`);
}
if (failures > 0) process.exitCode = 1;

async function runOnce(): Promise<RunRecord> {
  const loops = Array.from({ length: busy }, () =>
    spawn(process.execPath, ['-e', busyLoop], { stdio: 'ignore' }),
  );
  const begin = performance.now();
  try {
    const child = spawn(command, { shell: true, cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    const counts = readClosingLine(output) ?? { passed: 0, failed: 1, skipped: 0 };
    if (counts.failed > 0 || code !== 0) process.stdout.write(output);
    return {
      ...{ ...counts, commit, command },
      date: new Date(),
      seconds: Math.round((performance.now() - begin) / 1000),
      load: `${busy} busy loops, load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores`,
    };
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}
