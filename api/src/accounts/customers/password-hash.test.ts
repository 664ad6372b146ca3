import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './password-hash.ts';

// This file runs with the real library; other tests use a cheap one (vitest.config.ts).

test('a password is stored as Argon2id with 19 MiB, two passes and a salt of its own', async () => {
  const [first, second] = [
    await hashPassword('Kettle-and-Rusks-7'),
    await hashPassword('Kettle-and-Rusks-7'),
  ];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
  expect(await isPassword(first, 'Kettle-and-Rusks-7')).toBe(true);
  expect(await isPassword(first, 'Kettle-and-Rusks-8')).toBe(false);
});

test('a password is the same however its characters were composed', async () => {
  const stored = await hashPassword('Ko\u0308nigsberg-7');
  expect(await isPassword(stored, 'K\u00f6nigsberg-7')).toBe(true);
});

test('no password is right without an account', async () => {
  expect(await isPassword(undefined, '')).toBe(false);
});
