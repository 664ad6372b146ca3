import {
  behindProxy,
  callApi,
  capeTown,
  freshAddress,
  logInPerson,
  type Person,
  password,
  proveAddress,
} from '@fynbos/test-kit/accounts/customers.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Accounts on addresses whose owner has not followed a mailed link. Mails are read from the outbox. */

const place = '/api/newsletter/subscribe';
const confirmSubject = 'Please confirm your e-mail address';
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop('', undefined, behindProxy);
});
afterAll(() => shop.close());

let count = 0;
const newAddress = () => `reader${++count}@example.com`;
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  shop.post(path, body, { 'x-forwarded-for': freshAddress(), ...headers });
const problemOf = ({ body }: { body: { meta?: { problem?: string } } }) => body.meta?.problem;
const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** The secret of the newest mailed link with this subject. */
const linkTo = async (email: string, subject: string): Promise<string> =>
  decodeURIComponent(/link=([\w%-]+)/.exec(await textTo(email, subject))![1]!);

/** The text of the newest mail with a subject. */
async function textTo(email: string, subject: string): Promise<string> {
  const { text } = await shop.db
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', email)
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return text;
}

const mailsTo = (recipient: string, subject: string) =>
  shop.db
    .selectFrom('mail')
    .select('id')
    .where('recipient', 'like', recipient)
    .where('subject', '=', subject)
    .execute();

/** Subscribes an address and follows its link, without a login. */
async function readNewsletter(email: string): Promise<string> {
  await post(place, { email });
  const link = await linkTo(email, 'Please confirm your newsletter');
  return (await post('/api/newsletter/confirm', { link })).body.meta.coupon;
}

const rowsOf = async (email: string) => ({
  subscriptions: (
    await shop.db.selectFrom('newsletter_subscription').select('state').where('email', '=', email).execute()
  ).map(({ state }) => state),
  consents: await shop.db
    .selectFrom('consent')
    .select(['granted', 'customer_id'])
    .where('email', '=', email)
    .execute(),
});

const exported = async (person: Person) => (await person.request('GET', '/api/user/export')).body.result;
const profileOf = async (person: Person) => (await person.request('GET', '/api/user/me')).body.result;

describe('what belongs to an address', () => {
  test('an account on an alias of a reader exports no coupon of the mailbox (T25)', async () => {
    const coupon = await readNewsletter('alice@victim.example');
    const attacker = await logInPerson(shop, { email: 'alice+x@victim.example' });
    await attacker.request('POST', place, { email: attacker.email });
    expect(JSON.stringify(await exported(attacker))).not.toContain(coupon);
    // A proven alias reads its own subscription; the coupon belongs to a confirmed one.
    await proveAddress(shop, attacker.email);
    const { newsletter } = await exported(attacker);
    expect(newsletter).toMatchObject({ email: attacker.email, state: 'pending' });
    expect(newsletter.coupon).toBeUndefined();
  });

  test('an account on the address of a reader sees, ends, exports and erases nothing of it (T25)', async () => {
    const email = newAddress();
    await readNewsletter(email);
    const before = await rowsOf(email);
    expect(before).toEqual({
      subscriptions: ['subscribed'],
      consents: [{ granted: true, customer_id: null }],
    });
    const attacker = await logInPerson(shop, { email });
    expect((await attacker.request('GET', `${place}?email=${email}`)).body.result).toBe('unsubscribed');
    expect((await attacker.request('POST', place, { email })).body.result).toBe('pending');
    expect((await attacker.request('DELETE', place, { email })).body.result).toBe('pending');
    expect(await exported(attacker)).toMatchObject({ newsletter: null, consents: [] });
    expect(
      (await attacker.request('POST', '/api/user/erase', { currentPassword: password })).body.result,
    ).toBe(true);
    expect(await rowsOf(email)).toEqual(before);
  });

  test('a newsletter confirmed without the session of the account gives the account nothing (T25)', async () => {
    const email = newAddress();
    const attacker = await logInPerson(shop, { email });
    await readNewsletter(email);
    expect((await profileOf(attacker)).email_proven).toBe(false);
    expect((await attacker.request('GET', '/api/user/values/consents')).body.result).toBe('[]');
    expect((await rowsOf(email)).consents).toEqual([{ granted: true, customer_id: null }]);
  });

  test('a consent that an earlier version tied to an unproven account is not shown to it (T25)', async () => {
    const attacker = await logInPerson(shop, { email: newAddress() });
    const given = { purpose: 'newsletter', granted: true, text_version: '1', email: attacker.email };
    await shop.db
      .insertInto('consent')
      .values({ ...given, customer_id: attacker.id })
      .execute();
    expect((await exported(attacker)).consents).toEqual([]);
    expect((await attacker.request('GET', '/api/user/values/consents')).body.result).toBe('[]');
    await proveAddress(shop, attacker.email);
    expect((await exported(attacker)).consents).toMatchObject([{ purpose: 'newsletter', given: true }]);
  });

  test('a newsletter confirmed in the session of the account proves its address', async () => {
    const person = await logInPerson(shop, { email: newAddress() });
    await person.request('POST', place, { email: person.email });
    const link = await linkTo(person.email, 'Please confirm your newsletter');
    const { body } = await person.request('POST', '/api/newsletter/confirm', { link });
    expect(await profileOf(person)).toMatchObject({ email_proven: true });
    const { newsletter, consents } = await exported(person);
    expect(newsletter).toMatchObject({ state: 'subscribed', coupon: body.meta.coupon });
    expect(consents).toMatchObject([{ purpose: 'newsletter', given: true }]);
    expect((await person.request('DELETE', place, { email: person.email })).body.result).toBe('unsubscribed');
  });
});

describe('the mailed link', () => {
  test('registration mails a link that proves the address once, and keeps the account in its session', async () => {
    const person = await logInPerson(shop, { email: newAddress(), addresses: [capeTown] });
    expect(await profileOf(person)).toMatchObject({ email_proven: false });
    const link = await linkTo(person.email, confirmSubject);
    const followed = await person.request('POST', '/api/user/confirm-email', { link });
    expect(followed.body.result).toEqual({ cleared: false });
    expect(await profileOf(person)).toMatchObject({
      email_proven: true,
      addresses: [{ city: 'Cape Town' }],
    });
    const again = await person.request('POST', '/api/user/confirm-email', { link });
    expect(problemOf(again)).toBe('email_link_invalid');
  });

  test('is no password link, and a password link is none (T6)', async () => {
    const { email } = await logInPerson(shop, { email: newAddress() });
    await post('/api/user/reset-password', { email });
    const [confirmLink, passwordLink] = [
      await linkTo(email, confirmSubject),
      await linkTo(email, 'Choose a new password'),
    ];
    const newPassword = 'Rooibos-and-honey-9';
    const reset = await post('/api/user/confirm-password-reset', { link: confirmLink, newPassword });
    expect(problemOf(reset)).toBe('password_link_invalid');
    const confirmed = await post('/api/user/confirm-email', { link: passwordLink, clear: true });
    expect(problemOf(confirmed)).toBe('email_link_invalid');
  });

  test('is sent again on request, three times a day to a mailbox in every spelling (T26)', async () => {
    const customers = [];
    for (const alias of ['a', 'b', 'c'])
      customers.push(await logInPerson(shop, { email: `busy+${alias}@example.com` }));
    const statuses = [];
    for (const person of customers)
      statuses.push(
        (
          await callApi(
            shop,
            'POST',
            '/api/user/send-email-confirmation',
            {},
            { 'x-forwarded-for': freshAddress(), ...bearer(person) },
          )
        ).status,
      );
    expect(statuses).toEqual([429, 429, 429]);
    expect(await mailsTo('busy+%', confirmSubject)).toHaveLength(3);
    const newcomer = await logInPerson(shop, { email: newAddress() });
    expect((await newcomer.request('POST', '/api/user/send-email-confirmation')).body.result).toBe(true);
    expect(await mailsTo(newcomer.email, confirmSubject)).toHaveLength(2);
    await proveAddress(shop, newcomer.email);
    expect((await newcomer.request('POST', '/api/user/send-email-confirmation')).body.result).toBe(true);
    expect(await mailsTo(newcomer.email, confirmSubject)).toHaveLength(2);
  });
});

describe('an account prepared for somebody else', () => {
  /** Registers the address of a victim, and prepares all that an account can hold. */
  async function prepare(): Promise<Person> {
    const email = newAddress();
    await readNewsletter(email);
    const lane = { ...capeTown, street: ['66 Attackers Lane'], default_shipping: true };
    const attacker = await logInPerson(shop, { email, addresses: [lane] });
    await attacker.request('POST', '/api/user/values/wishlist', {
      value: [{ sku: 'TEA', at: '2026-11-20T08:00:00Z' }],
    });
    const consent = { purpose: 'marketing', given: true, text_version: '1' };
    await attacker.request('POST', '/api/user/values/consents', { value: [consent] });
    expect((await attacker.request('POST', '/api/cart/create', {})).status).toBe(200);
    expect(await heldBy(attacker)).toEqual({ addresses: 1, values: 1, consents: 1, carts: 1 });
    return attacker;
  }

  async function heldBy({ id }: Person) {
    const rows = async (table: 'customer_address' | 'customer_value' | 'consent' | 'cart') =>
      (await shop.db.selectFrom(table).select('customer_id').where('customer_id', '=', id).execute()).length;
    return {
      addresses: await rows('customer_address'),
      values: await rows('customer_value'),
      consents: await rows('consent'),
      carts: await rows('cart'),
    };
  }
  const nothing = { addresses: 0, values: 0, consents: 0, carts: 0 };
  const logIn = (email: string, word: string) => post('/api/user/login', { username: email, password: word });

  test('is empty after the owner of the mailbox has chosen a password (T29)', async () => {
    const attacker = await prepare();
    const { email } = attacker;
    await post('/api/user/reset-password', { email });
    const link = await linkTo(email, 'Choose a new password');
    const newPassword = 'Rooibos-and-honey-9';
    expect((await post('/api/user/confirm-password-reset', { link, newPassword })).status).toBe(200);
    expect(await heldBy(attacker)).toEqual(nothing);
    expect((await attacker.request('GET', '/api/user/me')).status).toBe(401);
    expect((await rowsOf(email)).consents).toEqual([{ granted: true, customer_id: null }]);
    const { body } = await logIn(email, newPassword);
    const { result } = await shop
      .get('/api/user/me', { authorization: `Bearer ${body.result}` })
      .then((response) => response.body);
    expect(result).toMatchObject({ email_proven: true, addresses: [] });
  });

  test('is cleared, with its password, when the owner of the mailbox confirms the address (T29)', async () => {
    const attacker = await prepare();
    const { email } = attacker;
    const link = await linkTo(email, confirmSubject);
    // Neither a visitor nor another customer clears an account without saying so, as the mail promises.
    expect(await textTo(email, confirmSubject)).toContain('Nothing is removed unless you choose it.');
    const bystander = await logInPerson(shop, { email: newAddress() });
    for (const headers of [{}, bearer(bystander)])
      expect(problemOf(await post('/api/user/confirm-email', { link }, headers))).toBe('email_link_clears');
    expect(await heldBy(attacker)).toMatchObject({ addresses: 1, carts: 1 });
    const followed = await post('/api/user/confirm-email', { link, clear: true });
    expect(followed.body.result).toEqual({ cleared: true });
    expect(await heldBy(attacker)).toEqual(nothing);
    expect((await attacker.request('GET', '/api/user/me')).status).toBe(401);
    expect((await logIn(email, password)).status).toBe(401);
  });

  test('keeps what it holds when its own session follows the link for a new password', async () => {
    const person = await prepare();
    await post('/api/user/reset-password', { email: person.email });
    const link = await linkTo(person.email, 'Choose a new password');
    const sent = { link, newPassword: 'Rooibos-and-honey-9' };
    expect((await person.request('POST', '/api/user/confirm-password-reset', sent)).status).toBe(200);
    expect(await heldBy(person)).toMatchObject({ addresses: 1, values: 1, consents: 1, carts: 1 });
  });

  test('is not cleared by a later proof', async () => {
    const person = await prepare();
    await proveAddress(shop, person.email);
    await post('/api/user/reset-password', { email: person.email });
    const link = await linkTo(person.email, 'Choose a new password');
    await post('/api/user/confirm-password-reset', { link, newPassword: 'Rooibos-and-honey-9' });
    expect(await heldBy(person)).toMatchObject({ addresses: 1, values: 1, consents: 1, carts: 1 });
  });
});
