import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserFacingError } from '../platform/errors/user-facing-error.ts';
import { readShopConfig, storeSandbox } from './sandbox-variables.ts';

let data: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  data = await temporaryFolder();
});
afterAll(() => data.remove());

const read = () => readShopConfig({ FYNBOS_DATA: data.folder });

test('readShopConfig adds the address and the variables of the stored sandbox', async () => {
  expect((await read()).sandboxUrl).toBe(undefined);
  await storeSandbox(data.folder, { url: 'http://127.0.0.1:9', variables: { PAYPAL_CLIENT_ID: 'client' } });
  expect(await read()).toMatchObject({
    sandboxUrl: 'http://127.0.0.1:9',
    config: { providers: { wallet: { clientId: 'client' } } },
  });
});

test.each([
  '',
  '{"url":',
  'null',
  '{"url":1,"variables":{}}',
  '{"url":"http://a"}',
  '{"url":"http://a","variables":{"A":1}}',
])('readShopConfig rejects the damaged sandbox file %s', async (text) => {
  await writeFile(join(data.folder, 'payment-sandbox.json'), text);
  await expect(read()).rejects.toThrow(UserFacingError);
});
