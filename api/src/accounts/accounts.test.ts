import {
  behindProxy,
  callApi,
  capeTown,
  freshAddress,
  logInCustomer,
  logInPerson,
  password,
} from '@fynbos/test-kit/accounts/customers.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop('', undefined, behindProxy);
});
afterAll(() => shop.close());

const register = (customer: object, more: object = {}) =>
  shop.post('/api/user/create', { customer, password, ...more }, { 'x-forwarded-for': freshAddress() });

const thandi = { email: 'thandi@example.co.za', firstname: 'Thandi', lastname: 'Nkosi' };

describe('registration (ACC-1)', () => {
  test('registration returns the customer, starts no session, and mails a link to confirm the address', async () => {
    const { status, headers, body } = await register({ ...thandi, addresses: [capeTown] });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.result).toMatchObject({ ...thandi, group_id: 1, store_id: 1, website_id: 1 });
    expect(body.result.addresses).toEqual([expect.objectContaining({ city: 'Cape Town', postcode: '8001' })]);
    expect(body.meta).toBeUndefined();
    expect(await mailsTo(thandi.email)).toEqual(['Please confirm your e-mail address']);
  });

  test('registration reports a taken address in any spelling, and mails its owner once (spec D28)', async () => {
    await register({ ...thandi, email: 'taken@example.co.za' });
    for (const email of ['taken@example.co.za', ' TAKEN@Example.co.za ']) {
      expect(await register({ ...thandi, email })).toMatchObject({
        status: 409,
        body: {
          result: 'A customer with the same email already exists',
          meta: { problem: 'email_taken' },
        },
      });
    }
    expect(await mailsTo('taken@example.co.za')).toEqual([
      'Please confirm your e-mail address',
      'You already have an account',
    ]);
  });

  test('twenty concurrent registrations of one address create one account', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => register({ ...thandi, email: 'once@example.co.za' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  test.each([
    ['email', { email: 'no address' }, 'email_invalid'],
    ['email', { email: 'a@b\r\nBcc: c@d.example' }, 'email_invalid'],
    ['firstname', { firstname: 'J' }, 'name_short'],
    ['lastname', { lastname: ' 12345 ' }, 'name_short'],
    ['addresses/0/postcode', { addresses: [{ ...capeTown, postcode: '800' }] }, 'postcode_digits'],
    [
      'addresses/0/region',
      { addresses: [{ ...capeTown, region: { region: 'Bavaria' } }] },
      'province_unknown',
    ],
    ['addresses/0/telephone', { addresses: [{ ...capeTown, telephone: '12' }] }, 'phone_invalid'],
    [
      'addresses/0/telephone',
      { addresses: [{ ...capeTown, country_id: 'DE', postcode: '10115', telephone: '030 123 4567' }] },
      'phone_invalid',
    ],
  ])('registration reports the error of %s: %j', async (field, wrong, code) => {
    const { status, body } = await register({ ...thandi, ...wrong });
    expect(status).toBe(400);
    expect(body.meta.fields).toEqual([
      expect.objectContaining({ field: `body/customer/${field}`, fault: code }),
    ]);
  });

  test('registration requests the newsletter only on consent, and leaves the subscription pending (spec D40)', async () => {
    const states = [];
    for (const [index, allowCommunication] of [undefined, false, true].entries()) {
      const email = `letter${index}@example.co.za`;
      await register({ ...thandi, email }, { allowCommunication, locale: 'de-DE' });
      const subscription = await shop.db
        .selectFrom('newsletter_subscription')
        .select(['state', 'locale'])
        .where('email', '=', email)
        .executeTakeFirst();
      states.push(subscription ?? (await mailsTo(email)).length);
    }
    expect(states).toEqual([1, 1, { state: 'pending', locale: 'de-DE' }]);
  });

  test('registration accepts names of any script', async () => {
    for (const [index, firstname] of ['Ольга', 'ゆうこ', 'Zoë'].entries()) {
      const { status } = await register({ ...thandi, firstname, email: `script${index}@example.co.za` });
      expect(status).toBe(200);
    }
  });

  test('registration rejects short, long and common passwords, and accepts all others (spec D34)', async () => {
    const codes = ['Abc-123', 'password', 'PassWord1', 'x'.repeat(129), 'qwertyuiop', 'iloveyou'].map(
      async (weak) => (await register(thandi, { password: weak })).body.meta.fields?.[0].fault,
    );
    expect(await Promise.all(codes)).toEqual([
      'password_short',
      'password_common',
      'password_common',
      'password_long',
      'password_common',
      'password_common',
    ]);
    for (const [index, strong] of ['das längste Wort', '🫖'.repeat(8), `${' '.repeat(7)}koffie`].entries()) {
      const email = `good${index}@example.co.za`;
      expect((await register({ ...thandi, email }, { password: strong })).status).toBe(200);
      expect((await shop.post('/api/user/login', { username: email, password: strong })).status).toBe(200);
    }
  });

  test('registration allows twenty requests from one client IP, then returns 429 with Retry-After', async () => {
    const from = { 'x-forwarded-for': freshAddress() };
    const responses = [];
    for (let index = 0; index < 22; index++) {
      responses.push(await shop.post('/api/user/create', { customer: thandi, password: 'short' }, from));
    }
    expect(responses.map(({ status }) => status)).toEqual([...Array(20).fill(400), 429, 429]);
    expect(responses[21]!.headers.get('retry-after')).toBe('60');
  });
});

describe('login and logout (ACC-1)', () => {
  test('login returns an access token, a separate refresh token, and access to the profile', async () => {
    const person = await logInPerson(shop);
    const { status, body } = await person.request('GET', '/api/user/me');
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ id: person.id, email: person.email, addresses: [] });
    expect(person.token).not.toBe(person.refreshToken);
    expect(Buffer.from(person.token, 'base64url')).toHaveLength(32);
  });

  test('no stored value can be used as a token or a password', async () => {
    const person = await logInPerson(shop);
    const { rows } = await everyText(person.id);
    for (const secret of [person.token, person.refreshToken, password]) {
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
    expect(rows.customer.password_hash).toMatch(/^\$argon2id\$/);
  });

  test('logout with either token ends the session for both, and always returns true', async () => {
    for (const sent of ['access', 'refresh'] as const) {
      const person = await logInPerson(shop);
      const out =
        sent === 'access'
          ? await person.request('DELETE', '/api/user/refresh')
          : await callApi(shop, 'DELETE', '/api/user/refresh', { refreshToken: person.refreshToken });
      expect(out.body).toMatchObject({ code: 200, result: true });
      expect((await person.request('GET', '/api/user/me')).status).toBe(401);
      const { refreshToken } = person;
      expect((await shop.post('/api/user/refresh', { refreshToken })).status).toBe(401);
    }
    expect((await callApi(shop, 'DELETE', '/api/user/refresh')).body.result).toBe(true);
    expect((await callApi(shop, 'DELETE', '/api/user/refresh', { refreshToken: 'x' })).body.result).toBe(
      true,
    );
  });

  test('sessions are listed by device and can be ended one at a time', async () => {
    const person = await logInPerson(shop);
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const secondLogin = await logInCustomer(shop, person.email, { 'user-agent': firefox });
    const { body } = await person.request('GET', '/api/user/sessions');
    expect(body.result).toHaveLength(2);
    expect(body.result.filter((session: { current: boolean }) => session.current)).toHaveLength(1);
    const windows = body.result.find(
      (session: { device: string }) => session.device === 'Firefox on Windows',
    );
    expect((await person.request('DELETE', `/api/user/sessions/${windows.id}`)).body.result).toBe(true);
    expect((await person.request('DELETE', `/api/user/sessions/${windows.id}`)).status).toBe(404);
    expect((await secondLogin.request('GET', '/api/user/me')).status).toBe(401);
    expect((await person.request('GET', '/api/user/me')).status).toBe(200);
  });
});

describe('responses to requests with a token', () => {
  test('are not cacheable on any endpoint (T12)', async () => {
    const person = await logInPerson(shop);
    for (const path of [
      '/api/cart/fulfilment-config',
      '/api/health',
      '/api/newsletter/subscribe?email=a@b.example',
    ]) {
      expect((await person.request('GET', path)).headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('the location of the token (ACC-7, spec D4)', () => {
  test('is only the header; an empty token counts as none', async () => {
    const person = await logInPerson(shop);
    for (const path of ['/api/user/me', '/api/user/me?token=', `/api/user/me?token=${person.token}`]) {
      expect((await shop.get(path)).body).toMatchObject({
        code: 401,
        result: 'You need to be logged in to see this page',
      });
    }
  });

  test('is also the query if TOKEN_IN_HEADER is off, and the token is never logged', async () => {
    const old = await openTestShop('', undefined, { TOKEN_IN_HEADER: 'off', LOG_LEVEL: 'info' });
    const person = await logInPerson(old);
    expect((await old.get(`/api/user/me?token=${person.token}`)).body.result.id).toBe(person.id);
    expect((await old.get('/api/user/me?token=wrong')).status).toBe(401);
    expect((await old.get('/api/user/me?token=a&token=b')).status).toBe(401);
    expect(old.log.join('\n')).toContain('/api/user/me');
    for (const secret of [person.token, person.email, password]) {
      expect(old.log.join('\n')).not.toContain(secret);
    }
    await old.close();
  });
});

describe('the profile (ACC-1, spec D14, D35)', () => {
  test('updates names and ignores every other field sent (T14)', async () => {
    const person = await logInPerson(shop);
    const before = await customerRow(person.id);
    const sent = {
      firstname: 'Nomsa',
      id: 1,
      email: 'other@example.co.za',
      group_id: 4,
      groupToken: 'x',
      is_admin: true,
      password: 'Other-password-1',
      password_hash: 'x',
      points: 1000,
      created_at: '2000-01-01 00:00:00',
      default_billing: '1',
      website_id: 3,
      custom_attributes: [{ attribute_code: 'group_id', value: '4' }],
    };
    const { status, body } = await person.request('POST', '/api/user/me', { customer: sent, group_id: 4 });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      id: person.id,
      email: person.email,
      group_id: 1,
      firstname: 'Nomsa',
    });
    const after = await customerRow(person.id);
    expect(after).toEqual({ ...before, firstname: 'Nomsa', updated_at: after.updated_at });
  });

  test.each([
    ['POST', '/api/user/me', '{"customer":{"firstname":"Nomsa","__proto__":{"group_id":4}}}'],
    ['POST', '/api/user/me', '{"customer":{"firstname":"Nomsa","constructor":{"prototype":{"group_id":4}}}}'],
    ['POST', '/api/user/me', '{"__proto__":{"customer":{}},"customer":{"firstname":"Nomsa"}}'],
    ['POST', '/api/user/values/loyalty-card', '{"value":{"number":"1234","__proto__":{"a":1}}}'],
  ])('rejects prototype pollution: %s %s %s (T14)', async (method, path, body) => {
    const person = await logInPerson(shop);
    expect((await person.request(method, path, body)).status).toBe(400);
    expect((await customerRow(person.id)).firstname).toBe('Thandi');
  });

  test('registration ignores group, id and time sent by the client (T14)', async () => {
    const sent = { ...thandi, email: 'mass@example.co.za', id: 7, group_id: 4, created_at: '2000-01-01' };
    const { body } = await register(sent, { group_id: 4, is_admin: true });
    expect(body.result.group_id).toBe(1);
    expect(body.result.created_at > '2020').toBe(true);
  });

  test('stores addresses in one form: street first, normalized province and telephone', async () => {
    const person = await logInPerson(shop);
    const addresses = [
      { ...capeTown, default_shipping: true, default_billing: true },
      { ...capeTown, street: ['1 Loop Street'], region: { region_code: 'GT' }, default_shipping: true },
      { ...capeTown, region: null, region_id: 4, telephone: '', country_id: undefined, countryId: 'ZA' },
    ];
    const { body } = await person.request('POST', '/api/user/me', { customer: { addresses } });
    const [first, second, third] = body.result.addresses;
    expect(first).toMatchObject({
      customer_id: person.id,
      street: ['12 Long Street', '4B'],
      region: { region_code: 'ZA-WC', region: 'Western Cape', region_id: 9 },
      telephone: '+27821234567',
      default_shipping: true,
    });
    expect(second).toMatchObject({
      street: ['1 Loop Street'],
      region: { region_code: 'ZA-GP', region: 'Gauteng' },
      default_shipping: false,
    });
    expect(third).toMatchObject({ region: { region: 'KwaZulu-Natal' }, telephone: '' });
    expect(body.result).toMatchObject({
      default_shipping: String(first.id),
      default_billing: String(first.id),
    });
    expect(first.company).toBeUndefined();
  });

  test('accepts a profile sent back: ids stay, omitted addresses are removed', async () => {
    const person = await logInPerson(shop, { addresses: [capeTown, { ...capeTown, city: 'Paarl' }] });
    const { customer } = { customer: (await person.request('GET', '/api/user/me')).body.result };
    const [, paarl] = customer.addresses;
    const remaining = { ...paarl, id: String(paarl.id), city: 'Wellington' };
    const { body } = await person.request('POST', '/api/user/me', {
      customer: { ...customer, addresses: [remaining] },
    });
    expect(body.result.addresses).toEqual([{ ...paarl, city: 'Wellington' }]);
  });

  test('holds at most fifty addresses, and each id once', async () => {
    const person = await logInPerson(shop);
    const save = (addresses: object[]) => person.request('POST', '/api/user/me', { customer: { addresses } });
    const { body } = await save(Array(50).fill(capeTown));
    expect(body.result.addresses).toHaveLength(50);
    expect((await save(Array(51).fill(capeTown))).status).toBe(400);
    const [address] = body.result.addresses;
    expect((await save([address, address])).status).toBe(400);
    expect((await person.request('GET', '/api/user/me')).body.result.addresses).toHaveLength(50);
  });

  test('a line break in a field becomes a space, so that no mail header can be injected (T21)', async () => {
    const person = await logInPerson(shop, { firstname: 'Thandi\r\nBcc: evil@example.com' });
    expect((await customerRow(person.id)).firstname).toBe('Thandi Bcc: evil@example.com');
    const recipients = await shop.db.selectFrom('mail').select(['recipient', 'subject', 'headers']).execute();
    expect(recipients.filter((mail) => /[\r\n]|evil/.test(JSON.stringify(mail)))).toEqual([]);
  });

  test('the order history of a new customer is an empty page', async () => {
    const person = await logInPerson(shop);
    expect((await person.request('GET', '/api/user/order-history')).body.result).toEqual({
      items: [],
      search_criteria: { page_size: 20, current_page: 1 },
      total_count: 0,
    });
    const second = await person.request('GET', '/api/user/order-history?pageSize=5&currentPage=2');
    expect(second.body.result.search_criteria).toEqual({ page_size: 5, current_page: 2 });
  });
});

const customerRow = (id: number) =>
  shop.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function mailsTo(email: string): Promise<string[]> {
  const mails = await shop.db
    .selectFrom('mail')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
  return mails.map(({ subject }) => subject);
}

async function everyText(id: number) {
  const [customer, sessions, access, refresh] = await Promise.all([
    customerRow(id),
    shop.db.selectFrom('customer_session').selectAll().where('customer_id', '=', id).execute(),
    shop.db.selectFrom('access_token').selectAll().execute(),
    shop.db.selectFrom('refresh_token').selectAll().execute(),
  ]);
  const hex = [...access, ...refresh].map(({ hash }) => hash.toString('utf8') + hash.toString('base64url'));
  return { rows: { customer, sessions, hex } };
}
