import { freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { arePushKeys, newPushKeys } from '../../config/push-keys.ts';
import { findAdminCommand } from '../admin-runner.ts';

const settings = (publicKey: string, privateKey: string) => ({
  PUSH_PUBLIC_KEY: publicKey,
  PUSH_PRIVATE_KEY: privateKey,
  PUSH_SUBJECT: 'mailto:shop@fynbos.example',
});

test('newPushKeys creates matching keys, even when a number starts with zeroes', () => {
  for (let pair = 0; pair < 600; pair++) {
    const { publicKey, privateKey } = newPushKeys();
    expect(arePushKeys(publicKey, privateKey)).toBe(true);
  }
});

test('npm run admin -- push keys prints settings that the shop starts with', async () => {
  const { db, drop } = await freshDatabase();
  try {
    const output = await findAdminCommand(['push', 'keys'], { env: {} })(db);
    const env = Object.fromEntries(output.map((line) => line.split(/=(.*)/).slice(0, 2)));
    expect(readConfig(env)).toMatchObject({ pushPublicKey: env.PUSH_PUBLIC_KEY });
  } finally {
    await drop();
  }
});

describe('the shop does not start', () => {
  const [first, second] = [newPushKeys(), newPushKeys()];
  test.each([
    [settings(first.publicKey, second.privateKey)],
    [settings(first.publicKey, 'short')],
    [settings('', first.privateKey)],
    [{ ...settings(first.publicKey, first.privateKey), PUSH_SUBJECT: '' }],
    [{ ...settings(first.publicKey, first.privateKey), PUSH_SUBJECT: 'shop@fynbos.example' }],
  ])('with keys that do not match or with a missing one, and the error shows no key', (env) => {
    expect(() => readConfig(env)).toThrow(/PUSH_/);
    try {
      readConfig(env);
    } catch (error) {
      const secret = env.PUSH_PRIVATE_KEY;
      expect(String(error)).not.toContain(secret === 'short' ? 'short' : secret.slice(0, 12));
    }
  });
});
