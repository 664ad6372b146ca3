import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { locales } from '@fynbos/core/shop.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { openTestMail, type TestMail } from '@fynbos/test-kit/network/mail-server.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pauseAfter, sendNext } from './mail-sender.ts';
import { forgetFailedMail, queueMail } from './mail-service.ts';
import { smtpTransport } from './mail-transport.ts';
import { type MailWorker, startMailWorker } from './mail-worker.ts';
import type { MailMessage } from './templates/mail-templates.ts';

/** Mail over SMTP to a mail server, from a real database. */

let database: FreshDatabase;
let mail: TestMail;
const log: { level: string; values: unknown; sentence: unknown }[] = [];
const note = (level: string) => (values: unknown, sentence: unknown) =>
  void log.push({ level, values, sentence });
const logger = { warn: note('warn'), error: note('error') } as never;
const dayMs = 24 * 60 * 60 * 1000;
const from = { name: 'Fynbos', address: 'shop@fynbos.example' };
let open: (() => unknown)[];

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  log.length = 0;
  open = [];
  mail = await openTestMail();
});
afterEach(async () => {
  for (const close of open.reverse()) await close();
  await Promise.all([database.db.deleteFrom('mail').execute(), mail.close()]);
});

const newsletterMail = (to: string, locale = 'en-US'): MailMessage<'newsletterConfirm'> => ({
  template: 'newsletterConfirm',
  to,
  locale,
  values: { link: 'https://shop.example/newsletter?link=abc', hours: 48 },
});

function startWorker(url = mail.smtpUrl): MailWorker {
  const round = { url: database.url, transport: smtpTransport(url, from), log: logger };
  const walking = startMailWorker({ ...round, everyMs: 50 });
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
  test('is sent once its transaction is committed, and then deleted', async () => {
    await startWorker().ready;
    await database.db.transaction().execute((trx) => queueMail(trx, newsletterMail('thandi@example.com')));
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

  test('of a rolled-back transaction is never sent', async () => {
    await startWorker().ready;
    const undone = database.db.transaction().execute(async (trx) => {
      await queueMail(trx, newsletterMail('never@example.com'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await queueMail(database.db, newsletterMail('after@example.com'));
    await mail.next('after@example.com');
    expect(mail.to('never@example.com')).toEqual([]);
  });

  test('queued by a process that was killed is sent once after a restart', async () => {
    const child = fork(
      new URL('../../../../tests/test-kit/processes/queue-mail-process.ts', import.meta.url),
      [database.url, 'late@example.com'],
    );
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await waiting()).toHaveLength(1);
    await startWorker().ready;
    await mail.next('late@example.com');
    await expect.poll(waiting).toEqual([]);
    expect(mail.to('late@example.com')).toHaveLength(1);
  });

  test('is sent while the mail server still responds to others', async () => {
    // The server accepts no mail before it has received four.
    const pending: (() => void)[] = [];
    const receiving = await serve((line, respond) => {
      if (/^DATA/.test(line)) return '354 go on';
      if (line !== '.') return /^(EHLO|MAIL|RCPT)/.test(line) ? '250 yes' : undefined;
      pending.push(() => respond('250 accepted'));
      if (pending.length === 4) for (const accept of pending) accept();
      return undefined;
    });
    open.push(() => receiving.server.close());
    await Promise.all([1, 2, 3, 4].map((n) => queueMail(database.db, newsletterMail(`${n}@example.com`))));
    await startWorker(receiving.url).ready;
    await expect.poll(waiting).toEqual([]);
    expect(pending).toHaveLength(4);
  });

  test('is sent once, however many processes send', async () => {
    const everybody = Array.from({ length: 60 }, (_, number) => `shopper${number}@example.com`);
    await Promise.all([startWorker(), startWorker(), startWorker()].map(({ ready }) => ready));
    await Promise.all(everybody.map((to) => queueMail(database.db, newsletterMail(to))));
    await expect.poll(waiting).toEqual([]);
    const recipients = mail.mails().flatMap((message) => message.recipients);
    expect(recipients.sort()).toEqual([...everybody].sort());
  });
});

describe('the Message-ID', () => {
  const idOf = async (to: string) => (await mail.next(to)).headers['message-id'];

  test('is random: the first mail of two shops with one sender has different ones', async () => {
    const second = await freshDatabase();
    open.push(second.drop);
    await queueMail(database.db, newsletterMail('first@example.com'));
    await queueMail(second.db, newsletterMail('second@example.com'));
    for (const { db } of [database, second]) await sendNext(db, transport(mail.smtpUrl), logger);
    const ids = [await idOf('first@example.com'), await idOf('second@example.com')];
    for (const id of ids) expect(id).toMatch(/^<[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@fynbos\.example>$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test('differs in five mails to one address, and stays the same in a second attempt', async () => {
    for (let mails = 0; mails < 5; mails++) await queueMail(database.db, newsletterMail('many@example.com'));
    const ids = (await waiting()).map(({ message_id }) => message_id);
    expect(new Set(ids).size).toBe(5);
    for (let mails = 0; mails < 5; mails++)
      await sendNext(database.db, transport('smtp://127.0.0.1:1'), logger);
    await due();
    await startWorker().ready;
    await expect.poll(waiting).toEqual([]);
    const sent = mail.to('many@example.com').map(({ headers }) => headers['message-id']);
    expect(sent.sort()).toEqual(ids.map((id) => `<${id}@fynbos.example>`).sort());
  });
});

test('every mail with a link to leave can be left by one POST, and no other mail has the headers (RFC 8058)', async () => {
  const values = {
    coupon: 'FYN-1',
    link: 'https://shop.example/',
    endLink: 'https://shop.example/newsletter?link=x',
  };
  for (const locale of locales)
    await queueMail(database.db, {
      template: 'newsletterWelcome',
      to: `${locale}@example.com`,
      locale,
      values,
    });
  await queueMail(database.db, newsletterMail('asked@example.com'));
  for (const { recipient, headers } of await waiting()) {
    const left = {
      'list-unsubscribe': `<${values.endLink}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    };
    expect(headers).toEqual(recipient === 'asked@example.com' ? {} : left);
  }
});

describe('a mail server that is unavailable or rejects a mail', () => {
  test('is retried later, and the log contains no address', async () => {
    const unreachable = transport('smtp://127.0.0.1:1');
    await queueMail(database.db, newsletterMail('patient@example.com'));
    expect(await sendNext(database.db, unreachable, logger)).toBe(true);
    expect(await sendNext(database.db, unreachable, logger), 'it is not due yet').toBe(false);
    expect(await waiting()).toEqual([expect.objectContaining({ attempt_no: 1, failure: 'ESOCKET' })]);
    await due();
    await startWorker().ready;
    await mail.next('patient@example.com');
    expect(log).toMatchObject([{ level: 'warn', sentence: 'could not send a mail yet' }]);
    expect(JSON.stringify(log)).not.toMatch(/patient|example\.com|abc/);
  });

  test("is given up after a day with an error in the log, and the mail's content is deleted", async () => {
    await queueMail(database.db, newsletterMail('hopeless@example.com'));
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
    expect(await waiting(), 'it is stored for a month').toHaveLength(1);
    await database.db
      .updateTable('mail')
      .set({ gave_up_at: new Date(Date.now() - 31 * dayMs) })
      .execute();
    await forgetFailedMail(database.db);
    expect(await waiting()).toEqual([]);
  });

  test('with a permanent error is not retried', async () => {
    const refusing = await refuseRecipients();
    open.push(() => refusing.server.close());
    await queueMail(database.db, newsletterMail('nobody@example.com'));
    await sendNext(database.db, transport(refusing.url), logger);
    expect(await waiting()).toEqual([
      expect.objectContaining({ failure: 'EENVELOPE 550', gave_up_at: expect.any(Date) }),
    ]);
    expect(JSON.stringify(log)).not.toContain('nobody');
  });

  test('does not get the password without encryption, unless the operator allows it', async () => {
    const received: string[] = [];
    const { server, url } = await serve((line) => {
      received.push(line);
      if (/^EHLO/.test(line)) return '250-here\r\n250 AUTH PLAIN';
      if (/^STARTTLS/.test(line)) return '502 no';
      return /^AUTH/.test(line) ? '235 welcome' : '250 yes';
    });
    open.push(() => server.close());
    const withPassword = url.replace('//', '//shop:Kettle-and-Rusks-7@');
    await queueMail(database.db, newsletterMail('private@example.com'));
    await sendNext(database.db, transport(withPassword), logger);
    expect(await waiting()).toEqual([expect.objectContaining({ failure: 'ETLS 502', gave_up_at: null })]);
    expect(received.join()).not.toContain('AUTH');
    await due();
    await sendNext(database.db, transport(`${withPassword}?requireTLS=false`), logger);
    expect(received.join()).toContain('AUTH PLAIN');
    expect(JSON.stringify(log)).not.toContain('Kettle');
  });

  test('is retried at growing intervals, up to an hour', () => {
    expect([0, 1, 2, 6, 7, 1000].map(pauseAfter)).toEqual([30, 60, 120, 1920, 3600, 3600]);
  });
});

describe('input typed by strangers (T21)', () => {
  test.each([
    ['thandi@example.com\r\nBcc: victim@example.com'],
    ['thandi@example.com\nBcc: victim@example.com'],
    ['thandi@example.com, victim@example.com'],
    ['thandi@example.com;victim@example.com'],
    ['"x" <thandi@example.com>'],
    ['thandi@example.com '],
    [''],
  ])('%j is rejected as recipient and as reply address', async (to) => {
    const queued = [
      queueMail(database.db, newsletterMail(to)),
      queueMail(database.db, { ...newsletterMail('thandi@example.com'), replyTo: to }),
    ];
    for (const refused of await Promise.allSettled(queued)) {
      expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'invalid_input' } });
    }
    expect(await waiting()).toEqual([]);
  });

  test.each([['a\r\nBcc: victim@example.com'], ['a\nb'], ['a\u0000b'], ['a\u2028b']])(
    '%j is rejected as a subject',
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

  test('is escaped in HTML, and its placeholders are not filled in', async () => {
    await startWorker().ready;
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

test('a mail is complete and in its language', async () => {
  await startWorker().ready;
  const recipient = (locale: string) => `${locale.toLowerCase()}@example.com`;
  for (const locale of locales) await queueMail(database.db, newsletterMail(recipient(locale), locale));
  for (const locale of locales) {
    const { subject, html, text } = await mail.next(recipient(locale));
    const english = 'Please confirm your newsletter';
    expect(subject === english, locale).toBe(locale.startsWith('en'));
    expect(html).toContain(`<html lang="${locale}">`);
    expect(`${subject}${text}`).not.toMatch(/[{}]/);
  }
});

/** Makes every mail due now. */
const due = () =>
  database.db
    .updateTable('mail')
    .set({ next_try_at: new Date(0) })
    .execute();

/** A mail server that rejects every recipient. */
const refuseRecipients = () =>
  serve((line) => (/^RCPT/.test(line) ? `550 ${line.slice(8)} is unknown` : '250 yes'));

/** A mail server with scripted responses. */
async function serve(
  respond: (line: string, later: (response: string) => void) => string | undefined,
): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    const write = (response: string) => void socket.write(`${response}\r\n`);
    write('220 here');
    socket.on('data', (lines) => {
      for (const line of String(lines).trim().split('\r\n')) {
        const response = respond(line, write);
        if (response !== undefined) write(response);
      }
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, server };
}
