import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** `npm run dev` as its own process, on a copy of the sources, which the tests change. */

const project = join(import.meta.dirname, '../..');
const workspaces = ['core', 'api', 'storefront', 'sandbox', 'artwork'];
const footer = 'storefront/app/shell/footer.tsx';

let copy: string;
let data: { folder: string; remove(): Promise<void> };
let child: ChildProcess;
let origin: string;
let [out, err] = ['', ''];

beforeAll(async () => {
  copy = await copyOfSources();
  data = await temporaryFolder();
  child = spawn(process.execPath, ['scripts/run.js', 'server/dev/main.ts'], {
    cwd: copy,
    env: {
      ...{ PATH: process.env.PATH, HOME: data.folder, FYNBOS_DATA: data.folder },
      ...{ PORT: '0', MAIL_SINK_PORT: '0', SANDBOX_PORT: '0' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout!.on('data', (text) => (out += text));
  child.stderr!.on('data', (text) => (err += text));
  const ended = once(child, 'exit');
  while (!out.includes('Ctrl-C ends it')) {
    await Promise.race([once(child.stdout!, 'data'), ended]);
    if (hasEnded()) throw new Error(`npm run dev ended: ${err}`);
  }
  origin = /Fynbos is at (\S+),/.exec(out)![1]!;
});

afterAll(async () => {
  if (!hasEnded()) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await Promise.all([data.remove(), rm(copy, { recursive: true })]);
});

test('npm run dev serves pages from the sources, with a policy that allows inline styles and no other scripts', async () => {
  const page = await fetch(origin);
  expect(page.status, err).toBe(200);
  const policy = page.headers.get('content-security-policy')!;
  expect(policy).toMatch(/style-src 'self' 'unsafe-inline';/);
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=')+;/);
  expect(await page.text()).toContain('/app/entry.client.tsx');
  const client = await fetch(`${origin}/@vite/client`);
  expect(client.headers.get('content-type')).toContain('javascript');
});

test('a changed component is sent to open pages, and new pages contain it', async () => {
  const updates = await openUpdates();
  // A page that uses the component.
  await (await fetch(`${origin}/app/shell/footer.tsx`)).text();
  await change(footer, '<footer ', '<footer data-changed="yes" ');
  await expect.poll(() => updates.paths).toContain('/app/shell/footer.tsx');
  await expect.poll(readPage).toContain('<footer data-changed="yes" ');
  updates.close();
});

test('a changed message is on the next page', async () => {
  await change('storefront/app/platform/i18n/locales/shop/en-US.json', 'Skip to content', 'Skip the menu');
  await expect.poll(readPage).toContain('Skip the menu');
});

test('a changed API file restarts the API but not the database; requests wait for the restart', async () => {
  const database = await postmaster();
  await changeApi('name: config.sellerName', "name: 'Changed'");
  expect((await (await fetchSeller()).json()).result.name).toBe('Changed');
  expect(await postmaster()).toBe(database);
});

test('an API that cannot start is reported to requests, and starts again after the next change', async () => {
  await changeApi("name: 'Changed'", 'name: :');
  expect((await fetchSeller()).status).toBe(502);
  await changeApi('name: :', "name: 'Repaired'");
  expect((await fetchSeller()).status).toBe(200);
});

test('SIGTERM ends npm run dev, its API and its database cleanly', async () => {
  const database = await postmaster();
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(() => process.kill(database, 0)).toThrow('ESRCH');
});

/**
 * Copies the sources below the project, so that packages are found there. Workspaces are linked to their
 * copies.
 */
async function copyOfSources(): Promise<string> {
  await mkdir(join(project, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(project, '.cache/dev-test-'));
  const isSource = (path: string) => !/\/storefront\/(build|\.react-router)$|\.test\.tsx?$/.test(path);
  for (const part of [...workspaces, 'server', 'scripts', 'catalogue', 'tsconfig.json'])
    await cp(join(project, part), join(folder, part), { recursive: true, filter: isSource });
  await mkdir(join(folder, 'node_modules/@fynbos'), { recursive: true });
  for (const name of workspaces)
    await symlink(join(folder, name), join(folder, 'node_modules/@fynbos', name));
  return folder;
}

async function change(file: string, from: string, to: string): Promise<void> {
  const path = join(copy, file);
  const source = await readFile(path, 'utf8');
  expect(source).toContain(from);
  await writeFile(path, source.replace(from, to));
}

/** Changes a source of the API, and waits until the restart has begun. */
async function changeApi(from: string, to: string): Promise<void> {
  const printed = out.length;
  await change('api/src/operations/routes.ts', from, to);
  while (!out.slice(printed).includes('api/src/operations/routes.ts changed: the API restarts.'))
    await once(child.stdout!, 'data');
}

/** The updates that an open page receives. */
async function openUpdates(): Promise<{ paths: string[]; close(): void }> {
  const client = await (await fetch(`${origin}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)![1];
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const paths: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const { updates = [] } = JSON.parse(data) as { updates?: { path: string }[] };
    paths.push(...updates.map(({ path }) => path));
  });
  await once(socket, 'open');
  return { paths, close: () => socket.close() };
}

const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
const fetchSeller = () => fetch(`${origin}/api/seller`);
const readPage = async () => (await fetch(origin)).text();
const postmaster = async () =>
  Number((await readFile(join(data.folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
