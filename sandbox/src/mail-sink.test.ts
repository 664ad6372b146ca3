import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailSink, openMailSink } from './mail-sink.ts';

/** The mail sink, spoken to as mail servers and browsers do. */

let folder: string;
let sink: MailSink;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-sink-'));
  sink = await openMailSink({ folder, port: 0, most: 3 });
});
afterEach(async () => {
  await sink.close();
  await rm(folder, { recursive: true });
});

/** Gives a mail by SMTP, a line at a time. @returns what the server said at the end */
function give(to: string, lines: string[]): Promise<string> {
  const said = [
    'EHLO test',
    'MAIL FROM:<shop@example.com>',
    `RCPT TO:<${to}>`,
    'DATA',
    [...lines, '.'].join('\r\n'),
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(sink.smtpUrl).port), '127.0.0.1');
    let last = '';
    socket.on('error', reject);
    socket.on('data', (answer) => {
      last = String(answer);
      if (!/^\d{3} /m.test(last)) return;
      const next = said.shift();
      if (next === undefined) socket.end('QUIT\r\n', () => resolve(last));
      else socket.write(`${next}\r\n`);
    });
  });
}

const plain = (subject: string) => [`Subject: ${subject}`, '', 'Hello'];

/** Asks under any name for this machine. */
function askAs(host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(sink.pageUrl);
    const asking = request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asking.on('error', reject).end();
  });
}

test('keeps a mail with its letters and signs, and for whom it is', async () => {
  expect(
    await give('thandi@example.com', ['Subject: =?utf-8?q?T=C3=AAtes_=26_more?=', '', 'Hi', '..dots']),
  ).toMatch(/^250/);
  expect(sink.mails()).toMatchObject([
    { recipients: ['thandi@example.com'], subject: 'Têtes & more', text: 'Hi\n.dots\n' },
  ]);
});

test('keeps the newest and lets the others go; they are there after a restart', async () => {
  for (const subject of ['one', 'two', 'three', 'four']) await give('thandi@example.com', plain(subject));
  const subjects = () => sink.mails().map((mail) => mail.subject);
  expect(subjects()).toEqual(['four', 'three', 'two']);
  expect(await readdir(folder)).toHaveLength(3);
  await sink.close();
  sink = await openMailSink({ folder, port: 0, most: 3 });
  expect(subjects()).toEqual(['four', 'three', 'two']);
});

test('a port in use becomes a free one', async () => {
  const other = await openMailSink({ folder, port: Number(new URL(sink.pageUrl).port) });
  expect(other.pageUrl).not.toBe(sink.pageUrl);
  await other.close();
});

test('what a mail says stays text on the pages', async () => {
  await give('x&y@example.com', plain('<script>alert(1)</script>'));
  const list = await (await fetch(sink.pageUrl)).text();
  expect(list).toContain('&lt;script&gt;alert(1)');
  expect(list).toContain('x&amp;y@example.com');
  expect(list).not.toContain('<script>');
});

test('is for this machine only, under its own name', async () => {
  expect(await askAs('localhost', '/')).toBe(200);
  expect(await askAs('127.0.0.1:80', '/')).toBe(200);
  expect(await askAs('evil.example', '/mails.json')).toBe(403);
  expect(await askAs('localhost.evil.example', '/')).toBe(403);
});

test('all mail can be deleted, from its own page alone', async () => {
  await give('thandi@example.com', plain('one'));
  const empty = (origin: string) =>
    fetch(`${sink.pageUrl}/empty`, { method: 'POST', headers: { origin }, redirect: 'manual' });
  expect((await empty('https://evil.example')).status).toBe(403);
  expect(sink.mails()).toHaveLength(1);
  expect((await empty(sink.pageUrl)).status).toBe(303);
  expect(sink.mails()).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test.each(['/mail/none', '/mail/..%2f..%2fetc', '/elsewhere'])('%s is not found', async (place) => {
  expect((await fetch(sink.pageUrl + place)).status).toBe(404);
});
