import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { freshDatabase } from '../testing/database.ts';

const key = 'a-key-of-the-operator';
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** One process of a shop without products, and what it was told to forget. */
async function open(settings: Record<string, string>) {
  const { db, url } = database;
  const forgotten: ForgottenTags[] = [];
  const config = readConfig({ LOG_LEVEL: 'silent', ...settings });
  const app = await createApp({ db, url, config, onForget: (tags) => forgotten.push(tags) });
  // What it read when it was opened.
  forgotten.length = 0;
  const ask = async (query: string, method: 'GET' | 'POST' = 'GET', remoteAddress = '192.0.2.1') => {
    const { statusCode, body, headers } = await app.inject({
      method,
      url: `/invalidate${query}`,
      remoteAddress,
    });
    return { status: statusCode, headers, ...JSON.parse(body) };
  };
  return { app, ask, forgotten };
}

describe('kept pages are forgotten on demand (SHELL-2, wire contract 1.9)', () => {
  test('by what they show, in the process that is asked and in all others', async () => {
    const settings = { OUTPUT_CACHE: 'on', INVALIDATION_KEY: key };
    const [one, other] = [await open(settings), await open(settings)];
    try {
      const said = await one.ask(`?key=${key}&tag=P58,%20C20,home,P58`);
      expect(said).toMatchObject({ status: 200, result: 'Tags invalidated successfully [P58,C20,home]' });
      expect(said.headers['cache-control']).toBe('no-store');
      expect(one.forgotten[0]).toEqual(['P58', 'C20', 'home']);
      await expect.poll(() => other.forgotten).toEqual([['P58', 'C20', 'home']]);
      expect((await other.ask(`?key=${key}&tag=*`, 'POST')).result).toBe('Tags invalidated successfully [*]');
      await expect.poll(() => one.forgotten.at(-1)).toBe('*');
    } finally {
      await one.app.close();
      await other.app.close();
    }
  });

  test('but only for tags that begin as tags do', async () => {
    const { app, ask, forgotten } = await open({ OUTPUT_CACHE: 'on', INVALIDATION_KEY: key });
    for (const query of ['', '&tag=', '&tag=X1', '&tag=P58,', '&tag=P58,drop', '&tag=*,P1', '&tag=P%205']) {
      const refused = await ask(`?key=${key}${query}`);
      expect([query, refused.status, refused.meta.problem]).toEqual([query, 400, 'invalid_input']);
      expect(refused.meta.fields[0].message).toContain('begin with P, C');
    }
    expect(forgotten).toEqual([]);
    await app.close();
  });

  test('a wrong key is refused, and so is every key where none is set', async () => {
    for (const known of [key, '']) {
      const { app, ask, forgotten } = await open({ OUTPUT_CACHE: 'on', INVALIDATION_KEY: known });
      for (const query of ['?tag=*', '?key=&tag=*', `?key=${key}s&tag=*`, '?key=undefined&tag=*']) {
        const refused = await ask(query);
        expect([query, refused.status, refused.result]).toEqual([
          query,
          403,
          'Invalid cache invalidation key',
        ]);
        expect(refused.meta.problem).toBe('cache_key_refused');
      }
      expect(forgotten).toEqual([]);
      await app.close();
    }
  });

  test('with the output cache off there is nothing to forget, and the right key is told so', async () => {
    const { app, ask } = await open({ INVALIDATION_KEY: key });
    expect(await ask(`?key=${key}&tag=P58`)).toMatchObject({
      status: 200,
      result: 'Cache invalidation is not required, output cache is disabled',
    });
    expect((await ask('?key=wrong&tag=P58')).status).toBe(403);
    await app.close();
  });

  test('who tries too often waits, and is told how long', async () => {
    const { app, ask } = await open({ OUTPUT_CACHE: 'on', INVALIDATION_KEY: key });
    const answers = [];
    for (let n = 0; n < 61; n++) answers.push(await ask(`?key=guess-${n}&tag=*`, 'GET', '192.0.2.77'));
    expect(new Set(answers.slice(0, 60).map(({ status }) => status))).toEqual(new Set([403]));
    expect(answers[60]).toMatchObject({ status: 429, meta: { problem: 'too_many_attempts' } });
    expect(Number(answers[60]!.headers['retry-after'])).toBeGreaterThan(0);
    await app.close();
  });

  test('a key that could be guessed is not taken at all', () => {
    expect(() => readConfig({ INVALIDATION_KEY: 'secret' })).toThrow('INVALIDATION_KEY must be at least 16');
  });
});
