import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FolderLock, lockFolder } from '@fynbos/api/platform/database/embedded/folder-lock.ts';
import { UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';

const project = join(import.meta.dirname, '..');
const storefront = join(project, 'storefront');
const note = join(storefront, 'build', 'sources.sha256');
const turns = join(project, '.cache', 'build');

/** The inputs of the storefront build; tests and their helpers do not affect it. */
const sources = [
  'package-lock.json',
  'core/src/**/*',
  'storefront/*.{ts,json}',
  'storefront/{app,server,public,service-worker,build-tools}/**/*',
];

/**
 * Builds the storefront when it is missing or when its sources have changed. Sources are compared by
 * content, because file times are unreliable after a checkout or a copy.
 * @returns whether it was built
 * @throws UserFacingError when the build fails; the output of the build tool is on stderr then
 */
export async function buildStorefront(): Promise<boolean> {
  const expectedHash = await hashOfSources();
  if (await isBuiltFrom(expectedHash)) return false;
  const lock = await waitForTurn();
  try {
    // Another process may have built the same sources while this one waited.
    if (await isBuiltFrom(expectedHash)) return false;
    await build();
    await writeFile(note, expectedHash);
    return true;
  } finally {
    lock.release();
  }
}

/** The hash of the sources that the storefront was built from; empty when it is not built. */
export const builtFrom = (): Promise<string> => readFile(note, 'utf8').catch(() => '');

const isBuiltFrom = async (expectedHash: string) => (await builtFrom()) === expectedHash;

/** Two concurrent builds would write the same files, so a start waits for a test run and the reverse. */
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
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !/\.test\.tsx?$|\/testing\//.test(path)) paths.push(path);
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
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code === 0) return;
  process.stderr.write(output);
  throw new UserFacingError('The storefront could not be built; see the output of the build tool above.');
}

function buildTool(): string {
  const require = createRequire(join(storefront, 'package.json'));
  try {
    const manifest = '@react-router/dev/package.json';
    return join(dirname(require.resolve(manifest)), require(manifest).bin['react-router']);
  } catch (cause) {
    throw new UserFacingError(
      'The build tools of the storefront are not installed: run "npm ci" without --omit=dev.',
      {
        cause,
      },
    );
  }
}

if (process.argv[1] === import.meta.filename) {
  const { command } = await import('@fynbos/api/cli/command-runner.ts');
  await command(async () => {
    console.log((await buildStorefront()) ? 'The storefront was built.' : 'The storefront is up to date.');
  });
}
