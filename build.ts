import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FolderLock, lockFolder } from '@fynbos/api/database/lock.ts';
import { UserFacingError } from '@fynbos/api/database/start-problem.ts';

const project = import.meta.dirname;
const storefront = join(project, 'storefront');
const note = join(storefront, 'build', 'sources.sha256');
const turns = join(project, '.cache', 'build');

/** Everything the built storefront follows from; tests beside the code change nothing in it. */
const sources = [
  'package-lock.json',
  'core/src/**/*',
  'storefront/*.{ts,json}',
  'storefront/{app,server,public,service-worker}/**/*',
];

/**
 * Builds the storefront where it is missing or was built from other sources than these. Compared by content:
 * times say nothing after a checkout or a copy.
 *
 * @returns whether it had to be built
 * @throws StartProblem when it cannot be built; the build tool's own words are on stderr then
 */
export async function buildStorefront(): Promise<boolean> {
  const wanted = await hashOfSources();
  if (await isBuiltFrom(wanted)) return false;
  const lock = await waitForTurn();
  try {
    // Whoever had the turn before us has perhaps built the same.
    if (await isBuiltFrom(wanted)) return false;
    await build();
    await writeFile(note, wanted);
    return true;
  } finally {
    lock.release();
  }
}

/** What the storefront was built from, as a hash of it; empty where it is not built. */
export const builtFrom = (): Promise<string> => readFile(note, 'utf8').catch(() => '');

const isBuiltFrom = async (wanted: string) => (await builtFrom()) === wanted;

/** Two builds at once would write into each other: a start beside a test run waits. */
async function waitForTurn(): Promise<FolderLock> {
  await mkdir(turns, { recursive: true });
  for (;;) {
    const lock = lockFolder(turns, 'build');
    if (lock) return lock;
    await pause(100);
  }
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const paths: string[] = [];
  for await (const entry of glob(sources, { cwd: project, withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) paths.push(join(entry.parentPath, entry.name));
  }
  for (const path of paths.sort()) {
    hash
      .update(`${path.slice(project.length)}\0`)
      .update(await readFile(path))
      .update('\0');
  }
  return hash.digest('hex');
}

async function build(): Promise<void> {
  const child = spawn(process.execPath, [buildTool(), 'build'], {
    cwd: storefront,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  if (code === 0) return;
  process.stderr.write(said);
  throw new UserFacingError('The storefront could not be built: what the build tool says is above.');
}

function buildTool(): string {
  const require = createRequire(join(storefront, 'package.json'));
  try {
    const manifest = '@react-router/dev/package.json';
    return join(dirname(require.resolve(manifest)), require(manifest).bin['react-router']);
  } catch (cause) {
    throw new UserFacingError(
      'The tools that build the storefront are not installed: run "npm ci" without --omit=dev.',
      {
        cause,
      },
    );
  }
}

if (process.argv[1] === import.meta.filename) {
  const { command } = await import('@fynbos/api/cli/command.ts');
  await command(async () => {
    console.log((await buildStorefront()) ? 'The storefront is built.' : 'The storefront is up to date.');
  });
}
