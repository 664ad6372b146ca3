import { behindProxy, freshAddress, logInPerson } from '@fynbos/test-kit/accounts/customers.ts';
import { openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { openTestShop, type TestShop } from '@fynbos/test-kit/shop/test-shop.ts';
import { isLong } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Contact messages over HTTP and their mails over real SMTP (CMS-2, wire contract 1.9, spec D11). */

const begin = new Date('2026-11-20T08:00:00Z').getTime();
let now = begin;
let mail: TestMail;
let shop: TestShop;
let writers = 0;
/** Number of messages in the flood test. Each message takes two calls. */
const messageCount = isLong ? 500 : 125;

beforeAll(async () => {
  mail = await openTestMail();
  const settings = {
    ...behindProxy,
    SMTP_URL: mail.smtpUrl,
    CONTACT_MAIL: 'help@shop.example, orders@shop.example',
    LOG_LEVEL: 'debug',
  };
  shop = await openTestShop('', () => new Date(now), settings);
});
afterAll(async () => {
  await shop.close();
  await mail.close();
});

const tokenFor = async (from: string, headers: Record<string, string> = {}): Promise<string> =>
  (await shop.get('/api/ext/mail-service/get-token', { 'x-forwarded-for': from, ...headers })).body.result;
const send = (message: object, from: string, headers: Record<string, string> = {}) =>
  shop.post('/api/ext/mail-service/send-email', message, { 'x-forwarded-for': from, ...headers });

const contactMessageOf = (token: string, more: object = {}) => ({
  token,
  sourceAddress: `writer${++writers}@example.com`,
  targetAddress: 'help@shop.example',
  subject: 'Question',
  emailText: 'Do you sell rooibos?',
  confirmation: true,
  ...more,
});

/** Requests a token and sends a message with it. */
async function write(more: object = {}, from = freshAddress()) {
  return send(contactMessageOf(await tokenFor(from), more), from);
}

describe('a contact message (CMS-2)', () => {
  test('reaches the shop with the sender as reply-to; the confirmation contains only the shop’s own text', async () => {
    const sourceAddress = 'lerato@example.com';
    const response = await write({
      sourceAddress,
      locale: 'pt-BR',
      subject: 'Chá',
      emailText: 'Olá!\n\nRooibos?',
    });
    expect(response).toMatchObject({ status: 200, body: { code: 200, result: 'OK' } });
    const forwarded = await mail.about('Message from a customer: Chá', 'help@shop.example');
    expect(forwarded.text).toContain('From: lerato@example.com\n\nOlá!\n\nRooibos?');
    expect(forwarded.headers['reply-to']).toBe(sourceAddress);
    const confirmation = await mail.about('Recebemos sua mensagem', sourceAddress);
    expect(confirmation.text).not.toContain('Rooibos');
    expect(confirmation.html).not.toContain('Chá');
  });

  test('goes to the requested address if it is one of the shop’s own, and to no other', async () => {
    expect((await write({ targetAddress: 'ORDERS@shop.example', subject: 'Mine' })).status).toBe(200);
    await mail.about('Message from a customer: Mine', 'orders@shop.example');
    expect((await write({ targetAddress: undefined, subject: 'Whoever' })).status).toBe(200);
    await mail.about('Message from a customer: Whoever', 'help@shop.example');
    const elsewhere = await write({ targetAddress: 'victim@example.com' });
    expect(elsewhere.body.meta.problem).toBe('mail_recipient_refused');
  });

  test('is counted in queue_waiting while it is queued', async () => {
    await allSent();
    expect((await shop.get('/api/metrics')).body).toMatch(/^queue_waiting\{queue="mail"\} 0$/m);
  });

  test('sends no confirmation unless the sender requests it', async () => {
    const sourceAddress = 'quiet@example.com';
    await write({ sourceAddress, confirmation: false, subject: 'Quietly' });
    await mail.about('Message from a customer: Quietly', 'help@shop.example');
    await allSent();
    expect(mail.to(sourceAddress)).toEqual([]);
  });
});

describe('a token', () => {
  test('is valid for one message', async () => {
    const from = freshAddress();
    const token = await tokenFor(from);
    const responses = await Promise.all([1, 2, 3].map(() => send(contactMessageOf(token), from)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(responses.find(({ status }) => status === 403)!.body).toMatchObject({
      result: 'Email is not authorized!',
      meta: { problem: 'mail_token_refused' },
    });
  });

  test('is valid only for the client IP and customer that requested it', async () => {
    const [from, elsewhere] = [freshAddress(), freshAddress()];
    expect((await send(contactMessageOf(await tokenFor(from)), elsewhere)).status).toBe(403);
    const { token: bearer } = await logInPerson(shop);
    const headers = { authorization: `Bearer ${bearer}` };
    const customerToken = await tokenFor(from, headers);
    expect((await send(contactMessageOf(customerToken), from)).status).toBe(403);
    expect((await send(contactMessageOf(customerToken), from, headers)).status).toBe(200);
  });

  test('expires after 15 minutes', async () => {
    const from = freshAddress();
    const token = await tokenFor(from);
    now = begin + 15 * 60 * 1000 + 1;
    expect((await send(contactMessageOf(token), from)).status).toBe(403);
    now = begin;
  });

  test('is stored hashed, and stays valid when a message is rejected', async () => {
    const from = freshAddress();
    const token = await tokenFor(from);
    const rows = await shop.db.selectFrom('contact_token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await send(contactMessageOf(token, { subject: 'a\nb' }), from)).status).toBe(400);
    expect((await send(contactMessageOf(token), from)).status).toBe(200);
  });

  test.each(['', 'made-up', 'x'.repeat(501)])('%j is rejected', async (token) => {
    expect([400, 403]).toContain((await send(contactMessageOf(token), freshAddress())).status);
  });
});

describe('abuse (T21)', () => {
  test.each([
    { subject: 'Hi\r\nBcc: victim@example.com' },
    { subject: 'Hi\nTo: victim@example.com' },
    { subject: 'a\u0000b' },
    { subject: 'x'.repeat(201) },
    { emailText: 'x'.repeat(5001) },
    { emailText: 'a\u0008b' },
    { sourceAddress: 'me@example.com\r\nBcc: victim@example.com' },
    { sourceAddress: 'me@example.com, victim@example.com' },
    { sourceAddress: 'm e@example.com' },
    { sourceAddress: 'nobody' },
    { targetAddress: 'help@shop.example, victim@example.com' },
    { targetAddress: 'help@shop.example\r\nBcc: victim@example.com' },
    { targetAddress: ['help@shop.example', 'victim@example.com'] },
  ])('%j is rejected', async (more) => {
    expect((await write(more)).status).toBe(400);
  });

  test('unknown fields of a contact message are ignored', async () => {
    const more = { bcc: 'victim@example.com', cc: ['victim@example.com'], to: 'victim@example.com' };
    expect((await write({ ...more, subject: 'Extra' })).status).toBe(200);
    const forwarded = await mail.about('Message from a customer: Extra', 'help@shop.example');
    expect(forwarded.recipients).toEqual(['help@shop.example']);
    await allSent();
    expect(mail.to('victim@example.com')).toEqual([]);
  });

  test(`${2 * messageCount} calls from one client IP send at most five mails (T21)`, async ({ task }) => {
    await allSent();
    const before = mail.mails().length;
    const from = freshAddress();
    const statuses: number[] = [];
    for (let call = 0; call < messageCount; call += 25) {
      const responses = await Promise.all(Array.from({ length: 25 }, () => write({}, from)));
      statuses.push(...responses.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    await allSent();
    expect(mail.mails().length - before).toBe(5);
    task.meta.attempts = messageCount;
  });

  test('one mailbox receives at most two confirmations a day, whichever alias is used', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, number) => write({ sourceAddress: `victim+${number}@gmail.com` })),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    await allSent();
    expect(mail.mails().filter(({ recipients }) => /^victim/.test(recipients[0]!))).toHaveLength(2);
  });

  test('the log contains no address, no token and no text of a contact message', () => {
    const logText = shop.log.join('\n');
    expect(logText).toContain('/api/ext/mail-service/send-email');
    expect(logText).not.toMatch(/@example|@shop\.example|@gmail|rooibos|Question/i);
  });
});

const allSent = () => expect.poll(() => shop.db.selectFrom('mail').selectAll().execute()).toEqual([]);
