import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubScope, visitOf } from './testing/worker-scope.ts';

afterEach(() => vi.unstubAllGlobals());

const files = ['assets/shop-1.js', 'assets/de-DE-1.js', 'favicon.svg'];
const file = () => new Response('file', { headers: { 'content-type': 'text/javascript' } });

/** The file of an address, as the worker answers for it. */
async function answer(path: string): Promise<string> {
  const { answerFile } = await import('./files.ts');
  const event = visitOf(path);
  const text = await (await answerFile(event)).text();
  await Promise.all(event.after);
  return text;
}

describe('the files of the shop', () => {
  test('a new build fetches only what no build before had', async () => {
    const { asked } = stubScope(file, { files });
    await (await caches.open('fynbos-shell-before')).put('/assets/shop-1.js', file());
    const { keepShell } = await import('./files.ts');
    const { shellName } = await import('./kept.ts');
    await keepShell();
    expect(asked).toEqual(['/favicon.svg']);
    await caches.delete('fynbos-shell-before');
    expect(await caches.match('/assets/shop-1.js', { cacheName: shellName })).toBeDefined();
  });

  test('those without a hash are this build’s, or the shop’s', async () => {
    stubScope(() => new Response('new'), { files: ['assets/shop-1.js'] });
    await (await caches.open('fynbos-shell-before')).put('/favicon.svg', new Response('old'));
    expect(await answer('/favicon.svg')).toBe('new');
    expect(await caches.match('/favicon.svg', { cacheName: 'fynbos-files' })).toBeUndefined();
    expect(await answer('/assets/later-1.js')).toBe('new');
    expect(await caches.match('/assets/later-1.js', { cacheName: 'fynbos-files' })).toBeDefined();
  });
});

describe('builds that were before', () => {
  const cacheOf = async (name: string) => void (await caches.open(`fynbos-shell-${name}`));
  const shells = async () => (await caches.keys()).filter((name) => name.startsWith('fynbos-shell-'));
  const activate = async (build: string) => {
    vi.stubGlobal('self', { __SW_MANIFEST: [build] });
    vi.resetModules();
    const [{ forgetOldShells }, { shellName }] = [await import('./files.ts'), await import('./kept.ts')];
    await caches.open(shellName);
    await forgetOldShells();
    return shellName;
  };

  test('the one that answered last stays, whatever came in between and never answered', async () => {
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

  test('of builds from before there was such a list the newest stays', async () => {
    stubScope(file);
    for (const name of ['oldest', 'newest']) await cacheOf(name);
    expect(await shells()).toHaveLength(2);
    const now = await activate('assets/a.js');
    expect(new Set(await shells())).toEqual(new Set(['fynbos-shell-newest', now]));
  });
});

describe('few bytes', () => {
  test('are spent where a page says so, whatever the browser says', async () => {
    const { asked } = stubScope(file, { files, connection: { saveData: true } });
    const [{ keepShell }, { changeSettings }] = [await import('./files.ts'), await import('./settings.ts')];
    await keepShell();
    expect(asked).toEqual([]);
    await changeSettings(() => ({ lowData: false }));
    await keepShell();
    expect(asked).toEqual(['/assets/shop-1.js', '/favicon.svg']);
  });

  test('changes of what is remembered wait for each other', async () => {
    stubScope(file);
    const { changeSettings, readSettings } = await import('./settings.ts');
    const visited = (home: string) => changeSettings(({ homes }) => ({ homes: [...homes, home] }));
    await Promise.all(['/de', '/it', '/fr'].map(visited));
    expect((await readSettings()).homes).toEqual(['/', '/de', '/it', '/fr']);
  });
});
