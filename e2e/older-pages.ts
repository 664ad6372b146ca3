import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, glob, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import { addressOf } from './shop.ts';

/** Pages of an earlier build in front of the API of the current shop. */
export interface OlderPages {
  origin: string;
  close(): Promise<void>;
}

/** A place in the source: the file, the current text, and the older text. */
interface Place {
  file: string;
  is: RegExp;
  was: string;
}

const project = path.join(import.meta.dirname, '..');

/**
 * Builds the storefront as it was, with its service worker, and serves it. The build uses a copy of the
 * current source in which only the named places are older.
 * @param api origin of the shop
 */
export async function openOlderPages(api: string, places: readonly Place[]): Promise<OlderPages> {
  const { folder, remove } = await temporaryFolder();
  try {
    await copyProject(folder);
    for (const place of places) await makeOlder(folder, place);
    const parent = path.join(project, 'e2e/end-with-parent.ts');
    const child = spawn(process.execPath, ['--import', parent, 'start.ts'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', ROLE: 'storefront', API_URL: api, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const end = async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await remove();
    };
    const origin = await addressOf(child).catch(async (cause) => {
      await end();
      throw cause;
    });
    return { origin, close: end };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Copies the storefront and links everything else. */
async function copyProject(folder: string): Promise<void> {
  const isSource = (file: string) => !/\/storefront\/(build|\.react-router)(\/|$)/.test(file);
  await cp(path.join(project, 'storefront'), path.join(folder, 'storefront'), {
    recursive: true,
    filter: isSource,
  });
  for await (const file of glob(['*.ts', '*.json'], { cwd: project }))
    await cp(path.join(project, file), path.join(folder, file));
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, '@fynbos'), { recursive: true });
  for (const name of await readdir(path.join(project, 'node_modules')))
    if (name !== '@fynbos') await symlink(path.join(project, 'node_modules', name), path.join(modules, name));
  await symlink(path.join(folder, 'storefront'), path.join(modules, '@fynbos/storefront'));
  for (const home of ['core', 'api', 'sandbox']) {
    await symlink(path.join(project, home), path.join(folder, home));
    await symlink(path.join(project, home), path.join(modules, '@fynbos', home));
  }
}

async function makeOlder(folder: string, { file, is, was }: Place): Promise<void> {
  const source = await readFile(path.join(folder, file), 'utf8');
  const older = source.replace(is, was);
  if (older === source) throw new Error(`${file} no longer matches ${is}.`);
  await writeFile(path.join(folder, file), older);
}
