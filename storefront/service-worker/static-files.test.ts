import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubScope, visitOf } from './testing/stub-worker-scope.ts';

afterEach(() => vi.unstubAllGlobals());

const files = ['assets/shop-1.js', 'assets/de-DE-1.js', 'favicon.svg'];
const file = () => new Response('file', { headers: { 'content-type': 'text/javascript' } });

/** The content of a file in the worker's response. */
async function fileTextAt(path: string): Promise<string> {
  const { respondWithFile } = await import('./static-files.ts');
  const event = visitOf(path);
  const text = await (await respondWithFile(event)).text();
  await Promise.all(event.after);
  return text;
}

describe('files of the shop in the service worker', () => {
  test('a new build fetches only the files that no build before had', async () => {
    const { requested } = stubScope(file, { files });
    await (await caches.open('fynbos-shell-before')).put('/assets/shop-1.js', file());
    const { cacheShell } = await import('./static-files.ts');
    const { shellName } = await import('./file-caches.ts');
    await cacheShell();
    expect(requested).toEqual(['/favicon.svg']);
    await caches.delete('fynbos-shell-before');
    expect(await caches.match('/assets/shop-1.js', { cacheName: shellName })).toBeDefined();
  });

  test('files without a hash come from this build or from the shop', async () => {
    stubScope(() => new Response('new'), { files: ['assets/shop-1.js'] });
    await (await caches.open('fynbos-shell-before')).put('/favicon.svg', new Response('old'));
    expect(await fileTextAt('/favicon.svg')).toBe('new');
    expect(await caches.match('/favicon.svg', { cacheName: 'fynbos-files' })).toBeUndefined();
    expect(await fileTextAt('/assets/later-1.js')).toBe('new');
    expect(await caches.match('/assets/later-1.js', { cacheName: 'fynbos-files' })).toBeDefined();
  });
});

describe('forgetOldShells, caches of earlier builds', () => {
  const cacheOf = async (name: string) => void (await caches.open(`fynbos-shell-${name}`));
  const shells = async () => (await caches.keys()).filter((name) => name.startsWith('fynbos-shell-'));
  const activate = async (build: string) => {
    vi.stubGlobal('self', { __SW_MANIFEST: [build] });
    vi.resetModules();
    const [{ forgetOldShells }, { shellName }] = [
      await import('./static-files.ts'),
      await import('./file-caches.ts'),
    ];
    await caches.open(shellName);
    await forgetOldShells();
    return shellName;
  };

  test('retains the last active build, and removes builds that were never active', async () => {
    stubScope(file);
    const first = await activate('assets/a.js');
    await cacheOf('waited-in-vain');
    const second = await activate('assets/b.js');
    expect(new Set(await shells())).toEqual(new Set([first, second]));
    expect(await activate('assets/b.js')).toBe(second);
    expect(new Set(await shells())).toEqual(new Set([first, second]));
    const third = await activate('assets/c.js');
    expect(new Set(await shells())).toEqual(new Set([second, third]));
  });

  test('retains the newest of builds from before the list existed', async () => {
    stubScope(file);
    for (const name of ['oldest', 'newest']) await cacheOf(name);
    expect(await shells()).toHaveLength(2);
    const now = await activate('assets/a.js');
    expect(new Set(await shells())).toEqual(new Set(['fynbos-shell-newest', now]));
  });
});

describe('few bytes', () => {
  test("are used when a page says so, regardless of the browser's setting", async () => {
    const { requested } = stubScope(file, { files, connection: { saveData: true } });
    const [{ cacheShell }, { changeSettings }] = [
      await import('./static-files.ts'),
      await import('./settings.ts'),
    ];
    await cacheShell();
    expect(requested).toEqual([]);
    await changeSettings(() => ({ lowData: false }));
    await cacheShell();
    expect(requested).toEqual(['/assets/shop-1.js', '/favicon.svg']);
  });

  test('waits between concurrent changes of the settings', async () => {
    stubScope(file);
    const { changeSettings, readSettings } = await import('./settings.ts');
    const visited = (home: string) => changeSettings(({ homes }) => ({ homes: [...homes, home] }));
    await Promise.all(['/de', '/it', '/fr'].map(visited));
    expect((await readSettings()).homes).toEqual(['/', '/de', '/it', '/fr']);
  });
});
