import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkIn, openTestMail, type TestMail } from '../testing/mail.ts';
import type { TestShop } from '../testing/shop.ts';
import { openSmallShop } from '../testing/small-shop.ts';

/** What the log tells of logins and passwords as it stands by default (ASVS 16.3). */
let mail: TestMail;
let shop: TestShop;
beforeAll(async () => {
  mail = await openTestMail();
  shop = await openSmallShop({}, { SMTP_URL: mail.smtpUrl });
});
afterAll(async () => {
  await shop.close();
  await mail.close();
});

const email = 'thandi.canary@example.co.za';
const [first, second, third] = ['Kettle-and-Rusks-8841', 'Rooibos-and-Canary-2', 'Honeybush-and-Canary-3'];

/** What was told since somebody last looked: the sentence, about whom, and from where. */
let seen = 0;
function told() {
  const lines = shop.log.slice(seen).map((line) => JSON.parse(line));
  seen = shop.log.length;
  return lines.map(({ msg, customer, from, work }) => [msg, customer, from, work]);
}

test('who guesses, changes or ends what protects an account is in the log, by number and without a name (T16)', async ({
  task,
}) => {
  const customer = { email, firstname: 'Thandikanary', lastname: 'Nkosicanary' };
  await shop.post('/api/user/create', { customer, password: first });
  const logIn = (username: string, password: string) => shop.post('/api/user/login', { username, password });
  const bearer = async (password: string) => ({
    authorization: `Bearer ${(await logIn(email, password)).body.result}`,
  });
  const [{ id }] = (await shop.db.selectFrom('customer').select('id').execute()) as [{ id: number }];
  const here = '127.0.0.1';
  const about = (sentence: string, from?: string) => [sentence, id, from, 'accounts'];

  await logIn(email, 'Wrong-Canary-Guess-1');
  await logIn('nobody.canary@example.co.za', 'Wrong-Canary-Guess-1');
  expect(told()).toEqual([
    about('a login was refused', here),
    ['a login was refused', undefined, here, 'accounts'],
  ]);

  const own = await bearer(first);
  const change = { currentPassword: 'Wrong-Canary-Guess-1', newPassword: second };
  await shop.post('/api/user/change-password', change, own);
  await shop.post('/api/user/change-password', { ...change, currentPassword: first }, own);
  expect(told()).toEqual([
    about('a password was wrong although its customer is logged in'),
    about('a password was changed'),
  ]);

  await shop.post('/api/user/reset-password', { email });
  await expect.poll(() => mail.to(email).filter(({ text }) => text.includes('link='))).toHaveLength(1);
  const link = linkIn(mail.to(email).find(({ text }) => text.includes('link='))!);
  const reset = { link, newPassword: third };
  await shop.post('/api/user/confirm-password-reset', reset);
  await shop.post('/api/user/confirm-password-reset', reset);
  expect(told()).toEqual([
    about('a password was replaced with a mailed link', here),
    ['a link for a new password was refused', undefined, here, 'accounts'],
  ]);

  const mine = await bearer(third);
  const elsewhere = await bearer(third);
  const { body } = await shop.get('/api/user/sessions', mine);
  const other = body.result.find(({ current }: { current: boolean }) => !current);
  await fetch(`${shop.origin}/api/user/sessions/${other.id}`, { method: 'DELETE', headers: mine });
  expect((await shop.get('/api/user/me', elsewhere)).status).toBe(401);
  await shop.post('/api/user/erase', { currentPassword: third }, mine);
  expect(told()).toEqual([
    about('a session was ended from another one'),
    about('an account was erased by its customer'),
  ]);

  expect(shop.log.join('\n')).not.toMatch(/canary|rusks|rooibos|honeybush/i);
  expect(shop.log.join('\n')).not.toContain(link);
  task.meta.tried = shop.log.length;
});
