import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

let found: Promise<string> | undefined;

/** The program to start: the one that CHROMIUM names, an installed one, or the one that npm brings. */
export function chromiumPath(): Promise<string> {
  found ??= findChromium();
  return found;
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
 * Unpacks what npm brings. It takes the temporary folder and believes whatever it finds there, so each process unpacks into a
 * folder of its own; the first to have a whole one gives it the name that all look for.
 */
async function unpackInto(folder: string): Promise<void> {
  const own = await mkdtemp(`${folder}-unfinished-`);
  try {
    const unpack = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();`;
    const env = { ...process.env, TMPDIR: own };
    await run(process.execPath, ['--input-type=module', '-e', unpack], { cwd: import.meta.dirname, env });
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!(await isThere(folder))) throw error;
  }
}
