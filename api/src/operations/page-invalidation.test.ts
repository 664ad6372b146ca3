import type { ForgottenTags } from '@fynbos/core/operation/page-tags.ts';
import { freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';

const key = 'a-key-of-the-operator';
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** One process of a shop without products, and the tags that it invalidated. */
async function open(settings: Record<string, string>) {
  const { db, url } = database;
  const forgotten: ForgottenTags[] = [];
  const config = readConfig({ LOG_LEVEL: 'silent', ...settings });
  const app = await createApp({ db, url, config, onForget: (tags) => forgotten.push(tags) });
  // Drop the invalidations of the start.
  forgotten.length = 0;
  const invalidate = async (query: string, method: 'GET' | 'POST' = 'GET', remoteAddress = '192.0.2.1') => {
    const { statusCode, body, headers } = await app.inject({
      method,
      url: `/invalidate${query}`,
      remoteAddress,
    });
    return { status: statusCode, headers, ...JSON.parse(body) };
  };
  return { app, invalidate, forgotten };
}

describe('cache invalidation endpoint (SHELL-2, wire contract 1.9)', () => {
  test('invalidates pages by tag in this process and in all others', async () => {
    const settings = { INVALIDATION_KEY: key };
    const [first, second] = [await open(settings), await open(settings)];
    try {
      const response = await first.invalidate(`?key=${key}&tag=P58,%20C20,home,P58`);
      expect(response).toMatchObject({ status: 200, result: 'Tags invalidated successfully [P58,C20,home]' });
      expect(response.headers['cache-control']).toBe('no-store');
      expect(first.forgotten[0]).toEqual(['P58', 'C20', 'home']);
      await expect.poll(() => second.forgotten).toEqual([['P58', 'C20', 'home']]);
      expect((await second.invalidate(`?key=${key}&tag=*`, 'POST')).result).toBe(
        'Tags invalidated successfully [*]',
      );
      await expect.poll(() => first.forgotten.at(-1)).toBe('*');
    } finally {
      await first.app.close();
      await second.app.close();
    }
  });

  test('refuses unknown tags', async () => {
    const { app, invalidate, forgotten } = await open({ INVALIDATION_KEY: key });
    for (const query of ['', '&tag=', '&tag=X1', '&tag=P58,', '&tag=P58,drop', '&tag=*,P1', '&tag=P%205']) {
      const refused = await invalidate(`?key=${key}${query}`);
      expect([query, refused.status, refused.meta.problem]).toEqual([query, 400, 'invalid_input']);
      expect(refused.meta.fields[0].message).toContain('begin with P, C');
    }
    expect(forgotten).toEqual([]);
    await app.close();
  });

  test('refuses a wrong key, and every key when none is set', async () => {
    for (const known of [key, '']) {
      const { app, invalidate, forgotten } = await open({ INVALIDATION_KEY: known });
      for (const query of ['?tag=*', '?key=&tag=*', `?key=${key}s&tag=*`, '?key=undefined&tag=*']) {
        const refused = await invalidate(query);
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

  test('reports that the output cache is off when the key is right', async () => {
    const { app, invalidate } = await open({ OUTPUT_CACHE: 'off', INVALIDATION_KEY: key });
    expect(await invalidate(`?key=${key}&tag=P58`)).toMatchObject({
      status: 200,
      result: 'Cache invalidation is not required, output cache is disabled',
    });
    expect((await invalidate('?key=wrong&tag=P58')).status).toBe(403);
    await app.close();
  });

  test('limits wrong keys by IPv6 /64, sends Retry-After, and does not count the right key (T35)', async () => {
    const { app, invalidate } = await open({ INVALIDATION_KEY: key });
    const responses = [];
    for (let n = 0; n < 61; n++)
      responses.push(await invalidate(`?key=guess-${n}&tag=*`, 'GET', `2001:db8:0:1::${n + 1}`));
    expect(new Set(responses.slice(0, 60).map(({ status }) => status))).toEqual(new Set([403]));
    expect(responses[60]).toMatchObject({ status: 429, meta: { problem: 'too_many_attempts' } });
    expect(Number(responses[60]!.headers['retry-after'])).toBeGreaterThan(0);
    for (let n = 0; n < 61; n++)
      expect((await invalidate(`?key=${key}&tag=P1`, 'GET', '2001:db8:0:1::9')).status).toBe(200);
    await app.close();
  });

  test('INVALIDATION_KEY must not be guessable', () => {
    expect(() => readConfig({ INVALIDATION_KEY: 'secret' })).toThrow('INVALIDATION_KEY must be at least 16');
  });
});
