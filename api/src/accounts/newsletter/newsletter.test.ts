import {
  behindProxy,
  callApi,
  freshAddress,
  logInPerson,
  proveAddress,
} from '@fynbos/test-kit/accounts/customers.ts';
import { linkIn, openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetUnconfirmed } from './newsletter-admin-service.ts';

/** The newsletter over HTTP with mails over SMTP (ACC-5, spec accounts 4.2 and 7.2, spec D15 and D40). */

const place = '/api/newsletter/subscribe';
const confirmSubject = 'Please confirm your newsletter';
const welcomes = 'Your coupon: 10% off';
const begin = new Date('2026-11-20T08:00:00Z').getTime();
let now = begin;
let mail: TestMail;
let shop: TestShop;
let someone = 0;

beforeAll(async () => {
  mail = await openTestMail();
  const settings = {
    ...behindProxy,
    SMTP_URL: mail.smtpUrl,
    PUBLIC_URL: 'https://shop.example',
    MULTISTORE: 'on',
    LOG_LEVEL: 'debug',
  };
  shop = await openTestShop('', () => new Date(now), settings);
});
afterAll(async () => {
  await shop.close();
  await mail.close();
});

const newAddress = () => `reader${++someone}@example.com`;
const call = (method: string, body: object, from = freshAddress()) =>
  callApi(shop, method, place, body, { 'x-forwarded-for': from });
const state = async (email: string) =>
  (await shop.get(`${place}?email=${encodeURIComponent(email)}`)).body.result;
const follow = (link: string, from = freshAddress()) =>
  shop.post('/api/newsletter/confirm', { link }, { 'x-forwarded-for': from });
const subscription = (email: string) =>
  shop.db.selectFrom('newsletter_subscription').selectAll().where('email', '=', email).executeTakeFirst();

/**
 * Subscribes an address and follows the mailed link.
 * @returns the coupon
 */
async function join(email: string): Promise<string> {
  const known = mail.to(email);
  expect((await call('POST', { email })).status).toBe(200);
  return (await follow(linkIn(await mail.about(confirmSubject, email, known)))).body.meta.coupon;
}

describe('the newsletter (ACC-5)', () => {
  test('starts when the mailed link is followed, once, with a coupon in the response and in the mail', async () => {
    const email = newAddress();
    const requested = await call('POST', { email, locale: 'de-DE', text_version: 'popup-1' });
    expect(requested).toMatchObject({ status: 200, body: { code: 200, result: 'pending' } });
    const confirmation = await mail.next(email);
    expect(confirmation.subject).toBe('Bitte bestätigen Sie Ihren Newsletter');
    expect(confirmation.text).toContain('https://shop.example/newsletter?link=');
    expect(await subscription(email)).toMatchObject({ state: 'pending' });

    const followed = await follow(linkIn(confirmation));
    expect(followed.body).toMatchObject({ code: 200, result: 'subscribed' });
    const { coupon } = followed.body.meta;
    expect(coupon).toMatch(/^FYN-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const welcome = await mail.about('Ihr Rabattcode: 10 % Rabatt', email);
    expect(welcome.text).toContain(coupon);
    expect(welcome.headers['list-unsubscribe']).toBe(
      `<https://shop.example/newsletter?link=${linkIn(welcome)}>`,
    );
    expect((await follow(linkIn(confirmation))).body.meta.problem).toBe('newsletter_link_invalid');
    expect(await consents(email)).toEqual([{ given: true, text_version: 'popup-1', purpose: 'newsletter' }]);
  });

  test('ends by the link in any of its mails, and confirms this by mail', async () => {
    const email = newAddress();
    await join(email);
    const link = linkIn(await mail.about(welcomes, email));
    expect((await follow(link)).body).toMatchObject({ result: 'unsubscribed' });
    await mail.about('You have left the newsletter', email);
    expect(await subscription(email)).toMatchObject({ state: 'unsubscribed' });
    expect((await follow(link)).body).toMatchObject({ result: 'unsubscribed' });
    expect(await consents(email)).toMatchObject([{ given: true }, { given: false }]);
  });

  test('sends the mail again while pending; each link works until one was used', async () => {
    const email = newAddress();
    await call('POST', { email });
    const first = await mail.next(email);
    await call('POST', { email });
    const second = await mail.next(email, [first]);
    expect(linkIn(second)).not.toBe(linkIn(first));
    expect((await follow(linkIn(first))).body.result).toBe('subscribed');
    expect((await follow(linkIn(second))).body.meta.problem).toBe('newsletter_link_invalid');
  });

  test('rejects a link after 48 hours; a new request sends a working one', async () => {
    const email = newAddress();
    await call('POST', { email });
    const late = await mail.next(email);
    now = begin + 48 * 60 * 60 * 1000 + 1;
    expect((await follow(linkIn(late))).body.meta.problem).toBe('newsletter_link_invalid');
    await call('POST', { email });
    expect((await follow(linkIn(await mail.next(email, [late])))).body.result).toBe('subscribed');
  });

  test('sends no further mail to a subscribed address, and the response does not reveal it', async () => {
    const email = newAddress();
    await join(email);
    await mail.about(welcomes, email);
    expect((await call('POST', { email })).body.result).toBe('pending');
    await join(newAddress());
    expect(mail.to(email)).toHaveLength(2);
    expect(await subscription(email)).toMatchObject({ state: 'subscribed' });
  });

  test('concurrent clicks on a link confirm once', async () => {
    const email = newAddress();
    await call('POST', { email });
    const link = linkIn(await mail.next(email));
    const responses = await Promise.all([follow(link), follow(link), follow(link)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test.each([
    '',
    'thandi',
    'thandi@example.com\r\nBcc: victim@example.com',
    'a@b.c, d@e.f',
    `${'x'.repeat(251)}@e.f`,
  ])('rejects the address %j', async (email) => {
    for (const method of ['POST', 'DELETE']) {
      expect((await call(method, { email })).body.meta.problem).toBe('invalid_input');
    }
  });
});

describe('newsletter state and privacy (spec D15)', () => {
  test('strangers get "unsubscribed" for any address; the customer gets the true state', async () => {
    const person = await logInPerson(shop);
    await proveAddress(shop, person.email);
    const ownState = async () => (await person.request('GET', `${place}?email=${person.email}`)).body.result;
    expect(await ownState()).toBe('unsubscribed');
    await call('POST', { email: person.email });
    expect(await ownState()).toBe('pending');
    await follow(linkIn(await mail.about(confirmSubject, person.email)));
    expect(await ownState()).toBe('subscribed');
    expect(await state(person.email)).toBe('unsubscribed');
    const stranger = await logInPerson(shop);
    expect((await stranger.request('GET', `${place}?email=${person.email}`)).body.result).toBe(
      'unsubscribed',
    );
  });

  test('a customer unsubscribes at once; a stranger only causes a confirmation mail', async () => {
    const person = await logInPerson(shop);
    await proveAddress(shop, person.email);
    await call('POST', { email: person.email });
    await follow(linkIn(await mail.about(confirmSubject, person.email)));
    expect((await call('DELETE', { email: person.email.toUpperCase() })).body.result).toBe('pending');
    expect(await subscription(person.email)).toMatchObject({ state: 'subscribed' });
    const leaveMail = await mail.about('Leave the newsletter?', person.email);
    expect((await person.request('DELETE', place, { email: person.email })).body.result).toBe('unsubscribed');
    expect((await follow(linkIn(leaveMail))).body.result).toBe('unsubscribed');
  });

  test('unsubscribing others reveals nothing: same response, and a mail only to subscribed addresses', async () => {
    const [subscribed, unknown] = [newAddress(), newAddress()];
    await join(subscribed);
    const responses = await Promise.all([subscribed, unknown].map((email) => call('DELETE', { email })));
    expect(responses[0]!.body).toEqual(responses[1]!.body);
    const leaveMail = await mail.about('Leave the newsletter?', subscribed);
    expect((await follow(linkIn(leaveMail))).body.result).toBe('unsubscribed');
    expect(mail.to(unknown)).toEqual([]);
  });

  test('an invalid token is rejected, not treated as a stranger', async () => {
    const headers = { authorization: 'Bearer made-up' };
    expect((await shop.get(`${place}?email=a@example.com`, headers)).status).toBe(401);
  });

  test('registration with consent mails a confirmation link; erasing the account deletes the subscription but not its coupon', async () => {
    const body = {
      customer: { email: newAddress(), firstname: 'Thandi', lastname: 'Nkosi' },
      password: 'Kettle-and-Rusks-7',
      allowCommunication: true,
    };
    await shop.post('/api/user/create', body);
    const { email } = body.customer;
    const coupon = (await follow(linkIn(await mail.about(confirmSubject, email)))).body.meta.coupon;
    const login = await shop.post('/api/user/login', { username: email, password: body.password });
    const headers = { authorization: `Bearer ${login.body.result}` };
    await proveAddress(shop, email);
    const exported = await shop.get('/api/user/export', headers);
    expect(exported.body.result.newsletter).toMatchObject({ email, state: 'subscribed', coupon });
    await shop.post('/api/user/erase', { currentPassword: body.password }, headers);
    expect(await subscription(email)).toBeUndefined();
    expect(await join(email)).toBe(coupon);
  });
});

test('every mail of an account and its newsletter links to the store view of the request', async () => {
  const email = newAddress();
  const [headers, from] = [{ 'x-forwarded-for': freshAddress() }, '?storeCode=de'];
  const password = 'Kettle-and-Rusks-7';
  const customer = { email, firstname: 'Thandi', lastname: 'Nkosi' };
  const registration = { customer, password, allowCommunication: true };
  await shop.post(`/api/user/create${from}`, registration, headers);
  expect((await shop.post(`/api/user/create${from}`, registration, headers)).status).toBe(409);
  await shop.post(
    `/api/newsletter/confirm${from}`,
    { link: linkIn(await mail.about(confirmSubject, email)) },
    headers,
  );
  await mail.about(welcomes, email);
  await shop.post(`/api/user/reset-password${from}`, { email }, headers);
  const link = linkIn(await mail.about('Choose a new password', email));
  await shop.post(
    `/api/user/confirm-password-reset${from}`,
    { link, newPassword: `${password}-too` },
    headers,
  );
  await mail.about('Your password was changed', email);
  await allSent();
  const addresses = mail.to(email).map(({ subject, text }): [string, string[]] => {
    const links = text.match(/https:[^\s?]+/g) ?? [];
    return [subject, [...new Set(links)]];
  });
  expect(Object.fromEntries(addresses)).toEqual({
    'Please confirm your e-mail address': ['https://shop.example/de/Account/Confirm-Email'],
    'You already have an account': ['https://shop.example/de/reset-password'],
    [confirmSubject]: ['https://shop.example/de/newsletter'],
    [welcomes]: ['https://shop.example/de/', 'https://shop.example/de/newsletter'],
    'Choose a new password': ['https://shop.example/de/Account/Reset-Password'],
    'Your password was changed': ['https://shop.example/de/reset-password'],
  });
});

test('an address not confirmed within a month is deleted; a confirmed one is not', async () => {
  const [forgotten, reader] = [newAddress(), newAddress()];
  await call('POST', { email: forgotten });
  await join(reader);
  const month = 30 * 24 * 60 * 60 * 1000;
  await forgetUnconfirmed(shop.db, new Date(now + month - 1));
  expect(await subscription(forgotten)).toMatchObject({ state: 'pending' });
  await forgetUnconfirmed(shop.db, new Date(now + month + 1));
  expect(await subscription(forgotten)).toBeUndefined();
  expect(await subscription(reader)).toMatchObject({ state: 'subscribed' });
});

describe('abuse', () => {
  const aliasCount = repetitions(6, 100);

  test(`${aliasCount} aliases of a mailbox get one coupon (T22)`, async () => {
    const aliases = Array.from({ length: aliasCount }, (_, number) => {
      const name = number % 2 === 0 ? `lerato+${number}` : `l.erato+${number}`;
      return `${name}@${number % 3 === 0 ? 'gmail' : 'googlemail'}.com`;
    });
    const coupons = new Set<string>();
    for (const email of aliases) {
      // After eight hours the mailbox may get another mail.
      now += 8 * 60 * 60 * 1000;
      coupons.add(await join(email));
    }
    expect(coupons.size).toBe(1);
  });

  const flood = repetitions(40, 1000);

  test(`${flood} calls from one client IP send at most five mails (T21)`, async () => {
    const before = mail.mails().length;
    const from = freshAddress();
    const statuses: number[] = [];
    const batch = Math.min(50, flood);
    for (let number = 0; number < flood; number += batch) {
      const responses = await Promise.all(
        Array.from({ length: batch }, (_, index) =>
          call(index % 2 ? 'POST' : 'DELETE', { email: `flood${number + index}@example.com` }, from),
        ),
      );
      statuses.push(...responses.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(flood - 5);
    await join(newAddress());
    await allSent();
    expect(mail.mails().length - before).toBeLessThanOrEqual(5 + 2);
  });

  test(`${flood} calls from ${flood} client IPs send one mailbox at most three mails (T21)`, async () => {
    const responses = await Promise.all(
      Array.from({ length: flood }, (_, number) => call('POST', { email: `victim+${number}@example.com` })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(flood);
    await allSent();
    const sent = mail.mails().filter(({ recipients }) => /^victim/.test(recipients[0]!));
    expect(sent).toHaveLength(3);
  });

  test('requests without a mail use up no mails of a mailbox (T21)', async () => {
    const email = newAddress();
    await join(email);
    const alias = email.replace('@', '+alias@');
    for (let request = 0; request < 4; request++)
      expect((await call('DELETE', { email: alias })).body.result).toBe('pending');
    expect((await call('DELETE', { email })).body.result).toBe('pending');
    await mail.about('Leave the newsletter?', email);
    expect(mail.to(alias)).toEqual([]);
  });

  test('guessed links fail, and guessing is rate limited', async () => {
    const from = freshAddress();
    const responses = await Promise.all(Array.from({ length: 100 }, () => follow('guessed', from)));
    expect(responses.filter(({ body }) => body.meta.problem === 'newsletter_link_invalid')).toHaveLength(30);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(70);
  });

  test('the log contains no address, link or coupon', async () => {
    const email = newAddress();
    const coupon = await join(email);
    await state(email);
    const logText = shop.log.join('\n');
    expect(logText).toContain('/api/newsletter/subscribe');
    for (const secret of [email, coupon, linkIn(mail.to(email)[0]!), '@example', 'link=']) {
      expect(logText).not.toContain(secret);
    }
  });
});

const allSent = () => expect.poll(() => shop.db.selectFrom('mail').selectAll().execute()).toEqual([]);

const consents = (email: string) =>
  shop.db
    .selectFrom('consent')
    .select(['granted as given', 'text_version', 'purpose'])
    .where('email', '=', email)
    .orderBy('id')
    .execute();
