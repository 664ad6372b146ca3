import { describe, expect, test } from 'vitest';
import { findCommand } from '../cli/administer.ts';
import { readConfig } from '../config.ts';
import { freshDatabase } from '../testing/database.ts';
import { arePushKeys, newPushKeys } from './keys.ts';

const settings = (publicKey: string, privateKey: string) => ({
  PUSH_PUBLIC_KEY: publicKey,
  PUSH_PRIVATE_KEY: privateKey,
  PUSH_SUBJECT: 'mailto:shop@fynbos.example',
});

test('a fresh pair is one, however its numbers begin', () => {
  for (let pair = 0; pair < 600; pair++) {
    const { publicKey, privateKey } = newPushKeys();
    expect(arePushKeys(publicKey, privateKey)).toBe(true);
  }
});

test('npm run admin -- push keys prints settings that a shop starts with', async () => {
  const { db, drop } = await freshDatabase();
  try {
    const lines = await findCommand(['push', 'keys'], { env: {} })(db);
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)));
    expect(readConfig(env)).toMatchObject({ pushPublicKey: env.PUSH_PUBLIC_KEY });
  } finally {
    await drop();
  }
});

describe('a shop does not start', () => {
  const [one, other] = [newPushKeys(), newPushKeys()];
  test.each([
    [settings(one.publicKey, other.privateKey)],
    [settings(one.publicKey, 'short')],
    [settings('', one.privateKey)],
    [{ ...settings(one.publicKey, one.privateKey), PUSH_SUBJECT: '' }],
    [{ ...settings(one.publicKey, one.privateKey), PUSH_SUBJECT: 'shop@fynbos.example' }],
  ])('with keys that are no pair, or one of three missing, and its sentence shows no key', (env) => {
    expect(() => readConfig(env)).toThrow(/PUSH_/);
    try {
      readConfig(env);
    } catch (error) {
      const secret = env.PUSH_PRIVATE_KEY;
      expect(String(error)).not.toContain(secret === 'short' ? 'short' : secret.slice(0, 12));
    }
  });
});
