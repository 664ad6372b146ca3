import { openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail, nextClientIp, password, send } from '../customers.ts';

/** Mailed links over HTTP, as mail scanners and mailbox providers request them: no cookie, session or origin. */

let mail: TestMail;
let shop: WebShop;
beforeAll(async () => {
  mail = await openTestMail();
  const settings = { SMTP_URL: mail.smtpUrl, PUBLIC_URL: 'https://shop.example' };
  shop = await openWebShop({ ...settings, MULTISTORE: 'on', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await shop?.close();
  await mail?.close();
});

const pathIn = (text: string) => /https:\/\/shop\.example(\/\S*\?link=[\w%.~-]+)/.exec(text)![1]!;
const headersOf = () => ({ 'x-forwarded-for': nextClientIp() });
const get = (path: string) => fetch(shop.origin + path, { headers: headersOf() });
const oneClick = (path: string, body: BodyInit = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })) =>
  fetch(shop.origin + path, { method: 'POST', body, headers: headersOf(), redirect: 'manual' });
const stateOf = async (email: string) =>
  (
    await shop.db
      .selectFrom('newsletter_subscription')
      .select('state')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.state;

/** Requests the newsletter in a store view. */
async function request(email: string, view = ''): Promise<string> {
  await send(shop, `/api/newsletter/subscribe${view}`, { email });
  return pathIn((await mail.about('Please confirm your newsletter', email)).text);
}

/** Subscribes, and returns the address in the header of the coupon's mail. */
async function subscribed(view = ''): Promise<{ email: string; path: string }> {
  const email = newEmail();
  const link = new URLSearchParams((await request(email, view)).split('?')[1]).get('link');
  await send(shop, `/api/newsletter/confirm${view}`, { link });
  const { headers } = await mail.about('Your coupon: 10% off', email);
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  return { email, path: pathIn(headers['list-unsubscribe']!.slice(1, -1)) };
}

const multipart = () => {
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  return form;
};

describe('one-click unsubscribe (RFC 8058)', () => {
  test.each<[string, string, () => BodyInit]>([
    ['as a form', '', () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
    ['as a multipart form', '', multipart],
    ['with more fields', '', () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click', more: '1' })],
    ['in a store view', '?storeCode=de', () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
    ['in a store view, multipart', '?storeCode=it', multipart],
  ])('%s ends the subscription, and a repeated request succeeds', async (_, view, body) => {
    const { email, path } = await subscribed(view);
    expect((await get(path)).status).toBe(200);
    expect(await stateOf(email)).toBe('subscribed');
    for (const attempt of ['first', 'repeated'])
      expect([attempt, (await oneClick(path, body())).status]).toEqual([attempt, 200]);
    expect(await stateOf(email)).toBe('unsubscribed');
  });

  test('never confirms a subscription, and leaves the link as it was', async () => {
    const email = newEmail();
    const path = await request(email);
    expect((await oneClick(path)).status).toBe(400);
    expect(await stateOf(email)).toBe('pending');
    const link = new URLSearchParams(path.split('?')[1]).get('link');
    expect(await send(shop, '/api/newsletter/confirm', { link })).toBe('subscribed');
  });

  test.each([
    ['/newsletter?link=unknown', 'One-Click'],
    ['/newsletter', 'One-Click'],
    ['/newsletter?link=', 'One-Click'],
    ['OWN', 'Two-Clicks'],
    ['OWN', ''],
  ])('POST %s with %j is refused and changes nothing', async (address, value) => {
    const { email, path } = await subscribed();
    const form = new URLSearchParams({ 'List-Unsubscribe': value });
    expect((await oneClick(address === 'OWN' ? path : address, form)).status).toBe(400);
    expect(await stateOf(email)).toBe('subscribed');
  });
});

test('opening a mailed link changes nothing, whatever link it is', async () => {
  const email = newEmail();
  const customer = { email, firstname: 'Thandi', lastname: 'Nkosi' };
  await send(shop, '/api/user/create', { customer, password, allowCommunication: true });
  await send(shop, '/api/user/reset-password', { email });
  const subjects = [
    'Please confirm your newsletter',
    'Please confirm your e-mail address',
    'Choose a new password',
  ];
  const before = await tablesOf(email);
  for (const subject of subjects) {
    const path = pathIn((await mail.about(subject, email)).text);
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await fetch(shop.origin + path, { method, headers: headersOf() })).status).toBe(200);
  }
  expect(await tablesOf(email)).toEqual(before);
});

async function tablesOf(email: string) {
  const customer = shop.db.selectFrom('customer').where('email', '=', email);
  return [
    await stateOf(email),
    await customer.select(['email_proven_at', 'password_hash']).execute(),
    await shop.db.selectFrom('newsletter_link').where('email', '=', email).select('purpose').execute(),
    (await shop.db.selectFrom('password_link').select('customer_id').execute()).length,
  ];
}
