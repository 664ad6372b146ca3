import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { locales } from '@fynbos/core/shop.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { openTestMail, type TestMail } from '../testing/mail.ts';
import type { Letter } from './letter.ts';
import { type Postman, startPostman } from './postman.ts';
import { pauseAfter, sendNext } from './send.ts';
import { forgetFailedMail, queueMail } from './service.ts';
import { smtpTransport } from './transport.ts';

/** Mail by real SMTP into a real mail server, from a real database. */

let database: FreshDatabase;
let mail: TestMail;
const log: { level: string; values: unknown; sentence: unknown }[] = [];
const note = (level: string) => (values: unknown, sentence: unknown) =>
  void log.push({ level, values, sentence });
const logger = { warn: note('warn'), error: note('error') } as never;
const dayMs = 24 * 60 * 60 * 1000;
const from = { name: 'Fynbos', address: 'shop@fynbos.example' };
let open: (() => unknown)[];

beforeEach(async () => {
  log.length = 0;
  open = [];
  [database, mail] = await Promise.all([freshDatabase(), openTestMail()]);
});
afterEach(async () => {
  for (const close of open.reverse()) await close();
  await Promise.all([database.drop(), mail.close()]);
});

const letter = (to: string, locale = 'en-US'): Letter<'newsletterConfirm'> => ({
  template: 'newsletterConfirm',
  to,
  locale,
  values: { link: 'https://shop.example/newsletter?link=abc', hours: 48 },
});

function postman(url = mail.smtpUrl): Postman {
  const round = { db: database.db, url: database.url, transport: smtpTransport(url, from), log: logger };
  const walking = startPostman({ ...round, everyMs: 50 });
  open.push(walking.stop);
  return walking;
}

function transport(url: string) {
  const made = smtpTransport(url, from);
  open.push(made.close);
  return made;
}

const waiting = () => database.db.selectFrom('mail').selectAll().execute();

describe('a mail', () => {
  test('is sent once its transaction is committed, and forgotten then', async () => {
    await postman().ready;
    await database.db.transaction().execute((trx) => queueMail(trx, letter('thandi@example.com')));
    const arrived = await mail.next('thandi@example.com');
    expect(arrived).toMatchObject({
      from: 'Fynbos <shop@fynbos.example>',
      subject: 'Please confirm your newsletter',
      text: expect.stringContaining('https://shop.example/newsletter?link=abc'),
      html: expect.stringContaining('href="https://shop.example/newsletter?link=abc"'),
      headers: { 'auto-submitted': 'auto-generated' },
    });
    await expect.poll(waiting).toEqual([]);
  });

  test('of a transaction that is undone is never sent', async () => {
    await postman().ready;
    const undone = database.db.transaction().execute(async (trx) => {
      await queueMail(trx, letter('never@example.com'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await queueMail(database.db, letter('after@example.com'));
    await mail.next('after@example.com');
    expect(mail.to('never@example.com')).toEqual([]);
  });

  test('written by a process that was killed before it could send is sent after a restart, once', async () => {
    const child = fork(new URL('../testing/queue-mail.ts', import.meta.url), [
      database.url,
      'late@example.com',
    ]);
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await waiting()).toHaveLength(1);
    await postman().ready;
    await mail.next('late@example.com');
    await expect.poll(waiting).toEqual([]);
    expect(mail.to('late@example.com')).toHaveLength(1);
  });

  test('is sent once, however many processes send', async () => {
    const everybody = Array.from({ length: 60 }, (_, number) => `shopper${number}@example.com`);
    await Promise.all([postman(), postman(), postman()].map(({ ready }) => ready));
    await Promise.all(everybody.map((to) => queueMail(database.db, letter(to))));
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([]);
    const recipients = mail.mails().flatMap((one) => one.recipients);
    expect(recipients.sort()).toEqual([...everybody].sort());
  });
});

describe('a mail server that does not take it', () => {
  test('is asked again later, and the log names no address', async () => {
    const gone = transport('smtp://127.0.0.1:1');
    await queueMail(database.db, letter('patient@example.com'));
    expect(await sendNext(database.db, gone, logger)).toBe(true);
    expect(await sendNext(database.db, gone, logger), 'it is not due yet').toBe(false);
    expect(await waiting()).toEqual([expect.objectContaining({ attempt_no: 1, failure: 'ESOCKET' })]);
    await due();
    await postman().ready;
    await mail.next('patient@example.com');
    expect(log).toMatchObject([{ level: 'warn', sentence: 'could not send a mail yet' }]);
    expect(JSON.stringify(log)).not.toMatch(/patient|example\.com|abc/);
  });

  test('is given up after a day, with an error in the log; what the mail said is forgotten', async () => {
    await queueMail(database.db, letter('hopeless@example.com'));
    await database.db
      .updateTable('mail')
      .set({ created_at: new Date(Date.now() - 1.1 * dayMs) })
      .execute();
    await sendNext(database.db, transport('smtp://127.0.0.1:1'), logger);
    expect(await waiting()).toEqual([
      expect.objectContaining({
        recipient: '',
        subject: '',
        html: '',
        text: '',
        gave_up_at: expect.any(Date),
      }),
    ]);
    expect(log).toMatchObject([{ level: 'error', sentence: 'gave up sending a mail' }]);
    await due();
    expect(await sendNext(database.db, transport(mail.smtpUrl), logger)).toBe(false);
    await forgetFailedMail(database.db);
    expect(await waiting(), 'it is remembered for a month').toHaveLength(1);
    await database.db
      .updateTable('mail')
      .set({ gave_up_at: new Date(Date.now() - 31 * dayMs) })
      .execute();
    await forgetFailedMail(database.db);
    expect(await waiting()).toEqual([]);
  });

  test('for good is believed at once', async () => {
    const refusing = await refuseRecipients();
    open.push(() => refusing.server.close());
    await queueMail(database.db, letter('nobody@example.com'));
    await sendNext(database.db, transport(refusing.url), logger);
    expect(await waiting()).toEqual([
      expect.objectContaining({ failure: 'EENVELOPE 550', gave_up_at: expect.any(Date) }),
    ]);
    expect(JSON.stringify(log)).not.toContain('nobody');
  });

  test('is not told our password where it does not encrypt, unless the operator says so', async () => {
    const heard: string[] = [];
    const { server, url } = await serve((line) => {
      heard.push(line);
      if (/^EHLO/.test(line)) return '250-here\r\n250 AUTH PLAIN';
      if (/^STARTTLS/.test(line)) return '502 no';
      return /^AUTH/.test(line) ? '235 welcome' : '250 yes';
    });
    open.push(() => server.close());
    const withPassword = url.replace('//', '//shop:Kettle-and-Rusks-7@');
    await queueMail(database.db, letter('private@example.com'));
    await sendNext(database.db, transport(withPassword), logger);
    expect(await waiting()).toEqual([expect.objectContaining({ failure: 'ETLS 502', gave_up_at: null })]);
    expect(heard.join()).not.toContain('AUTH');
    await due();
    await sendNext(database.db, transport(`${withPassword}?requireTLS=false`), logger);
    expect(heard.join()).toContain('AUTH PLAIN');
    expect(JSON.stringify(log)).not.toContain('Kettle');
  });

  test('is asked less and less often, once an hour in the end', () => {
    expect([0, 1, 2, 6, 7, 1000].map(pauseAfter)).toEqual([30, 60, 120, 1920, 3600, 3600]);
  });
});

describe('what a stranger typed (T21)', () => {
  test.each([
    ['thandi@example.com\r\nBcc: victim@example.com'],
    ['thandi@example.com\nBcc: victim@example.com'],
    ['thandi@example.com, victim@example.com'],
    ['thandi@example.com;victim@example.com'],
    ['"x" <thandi@example.com>'],
    ['thandi@example.com '],
    [''],
  ])('%j is no address to send to or to answer', async (to) => {
    const queued = [
      queueMail(database.db, letter(to)),
      queueMail(database.db, { ...letter('thandi@example.com'), replyTo: to }),
    ];
    for (const refused of await Promise.allSettled(queued)) {
      expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'invalid_input' } });
    }
    expect(await waiting()).toEqual([]);
  });

  test.each([['a\r\nBcc: victim@example.com'], ['a\nb'], ['a\u0000b'], ['a\u2028b']])(
    '%j is no subject',
    async (subject) => {
      const values = { sender: 'thandi@example.com', subject, text: 'Hello' };
      await expect(
        queueMail(database.db, {
          template: 'contactLetter',
          to: 'shop@example.com',
          locale: 'en-US',
          values,
        }),
      ).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );

  test('stays text in HTML, and brings no values of its own', async () => {
    await postman().ready;
    const text = '<script>alert(1)</script> & "quoted" {sender}\n.\nQUIT\r\nRCPT TO:<victim@example.com>';
    const values = { sender: 'thandi@example.com', subject: '<b>Hi</b> {text}', text };
    await queueMail(database.db, {
      template: 'contactLetter',
      to: 'shop@example.com',
      locale: 'en-US',
      values,
      replyTo: 'thandi@example.com',
    });
    const { subject, html, text: plain, headers } = await mail.next('shop@example.com');
    expect(subject).toBe('Message from a customer: <b>Hi</b> {text}');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot; {sender}');
    expect(html).not.toContain('<script');
    expect(plain).toContain('\n.\nQUIT\n');
    expect(headers['reply-to']).toBe('thandi@example.com');
    expect(mail.mails()).toHaveLength(1);
  });
});

test.each(locales)('%s: every letter arrives whole, in its language', async (locale) => {
  await postman().ready;
  await queueMail(database.db, letter('thandi@example.com', locale));
  const { subject, html, text } = await mail.next('thandi@example.com');
  const english = 'Please confirm your newsletter';
  expect(subject === english).toBe(locale.startsWith('en'));
  expect(html).toContain(`<html lang="${locale}">`);
  expect(`${subject}${text}`).not.toMatch(/[{}]/);
});

/** Lets everything be tried now. */
const due = () =>
  database.db
    .updateTable('mail')
    .set({ next_try_at: new Date(0) })
    .execute();

/** A mail server that knows nobody. */
const refuseRecipients = () =>
  serve((line) => (/^RCPT/.test(line) ? `550 ${line.slice(8)} is unknown` : '250 yes'));

/** A mail server that answers each line so. */
async function serve(answer: (line: string) => string): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (lines) => {
      for (const line of String(lines).trim().split('\r\n')) socket.write(`${answer(line)}\r\n`);
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, server };
}
