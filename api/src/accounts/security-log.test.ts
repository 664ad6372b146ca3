import { linkIn, openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { openSmallShop } from '@fynbos/test-kit/shop/small-shop.ts';
import type { TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The default log of logins and passwords (ASVS 16.3). */
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

/** Log lines since the last call: message, customer, client IP, area. */
let seen = 0;
function newLogLines() {
  const lines = shop.log.slice(seen).map((line) => JSON.parse(line));
  seen = shop.log.length;
  return lines.map(({ msg, customer, from, work }) => [msg, customer, from, work]);
}

test('failed logins, password changes and ended sessions are logged with the customer id and without personal data (T16)', async ({
  task,
}) => {
  const customer = { email, firstname: 'Thandikanary', lastname: 'Nkosicanary' };
  await shop.post('/api/user/create', { customer, password: first });
  const logIn = (username: string, password: string) => shop.post('/api/user/login', { username, password });
  const bearer = async (password: string) => ({
    authorization: `Bearer ${(await logIn(email, password)).body.result}`,
  });
  const [{ id }] = (await shop.db.selectFrom('customer').select('id').execute()) as [{ id: number }];
  const clientIp = '127.0.0.1';
  const about = (sentence: string, from?: string) => [sentence, id, from, 'accounts'];

  await logIn(email, 'Wrong-Canary-Guess-1');
  await logIn('nobody.canary@example.co.za', 'Wrong-Canary-Guess-1');
  expect(newLogLines()).toEqual([
    about('a login was refused', clientIp),
    ['a login was refused', undefined, clientIp, 'accounts'],
  ]);

  const firstSession = await bearer(first);
  const change = { currentPassword: 'Wrong-Canary-Guess-1', newPassword: second };
  await shop.post('/api/user/change-password', change, firstSession);
  await shop.post('/api/user/change-password', { ...change, currentPassword: first }, firstSession);
  expect(newLogLines()).toEqual([
    about('wrong password from a logged-in customer'),
    about('a password was changed'),
  ]);

  await shop.post('/api/user/reset-password', { email });
  const link = linkIn(await mail.about('Choose a new password', email));
  const reset = { link, newPassword: third };
  await shop.post('/api/user/confirm-password-reset', reset);
  await shop.post('/api/user/confirm-password-reset', reset);
  expect(newLogLines()).toEqual([
    about('a password was replaced with a mailed link', clientIp),
    ['a link for a new password was refused', undefined, clientIp, 'accounts'],
  ]);

  const currentSession = await bearer(third);
  const elsewhere = await bearer(third);
  const { body } = await shop.get('/api/user/sessions', currentSession);
  const otherSession = body.result.find(({ current }: { current: boolean }) => !current);
  await fetch(`${shop.origin}/api/user/sessions/${otherSession.id}`, {
    method: 'DELETE',
    headers: currentSession,
  });
  expect((await shop.get('/api/user/me', elsewhere)).status).toBe(401);
  await shop.post('/api/user/erase', { currentPassword: third }, currentSession);
  expect(newLogLines()).toEqual([
    about('a session was ended from another session'),
    about('account erased by its customer'),
  ]);

  expect(shop.log.join('\n')).not.toMatch(/canary|rusks|rooibos|honeybush/i);
  expect(shop.log.join('\n')).not.toContain(link);
  task.meta.attempts = shop.log.length;
});
