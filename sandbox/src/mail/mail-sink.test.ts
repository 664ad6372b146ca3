import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailSink, openMailSink } from './mail-sink.ts';

/** The mail sink, over SMTP and HTTP. */

let folder: string;
let sink: MailSink;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-sink-'));
  sink = await openMailSink({ folder, port: 0, maxMails: 3 });
});
afterEach(async () => {
  await sink.close();
  await rm(folder, { recursive: true });
});

/**
 * Sends a mail by SMTP, one line at a time.
 * @returns the server's last response
 */
function give(to: string, lines: string[]): Promise<string> {
  const commands = [
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
    socket.on('data', (response) => {
      last = String(response);
      if (!/^\d{3} /m.test(last)) return;
      const next = commands.shift();
      if (next === undefined) socket.end('QUIT\r\n', () => resolve(last));
      else socket.write(`${next}\r\n`);
    });
  });
}

const plain = (subject: string) => [`Subject: ${subject}`, '', 'Hello'];

/** Sends a request with any Host header to this computer. */
function requestAs(host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(sink.pageUrl);
    const clientRequest = request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    clientRequest.on('error', reject).end();
  });
}

test('the mail sink stores a mail with its non-ASCII characters and its recipients', async () => {
  expect(
    await give('thandi@example.com', ['Subject: =?utf-8?q?T=C3=AAtes_=26_more?=', '', 'Hi', '..dots']),
  ).toMatch(/^250/);
  expect(sink.mails()).toMatchObject([
    { recipients: ['thandi@example.com'], subject: 'Têtes & more', text: 'Hi\n.dots\n' },
  ]);
});

test('the mail sink retains the newest mails, also across a restart', async () => {
  for (const subject of ['one', 'two', 'three', 'four']) await give('thandi@example.com', plain(subject));
  const subjects = () => sink.mails().map((mail) => mail.subject);
  expect(subjects()).toEqual(['four', 'three', 'two']);
  expect(await readdir(folder)).toHaveLength(3);
  await sink.close();
  sink = await openMailSink({ folder, port: 0, maxMails: 3 });
  expect(subjects()).toEqual(['four', 'three', 'two']);
});

test('the mail sink falls back to a free port when its port is in use', async () => {
  const secondSink = await openMailSink({ folder, port: Number(new URL(sink.pageUrl).port) });
  expect(secondSink.pageUrl).not.toBe(sink.pageUrl);
  await secondSink.close();
});

test('the mail pages escape the text of a mail', async () => {
  await give('x&y@example.com', plain('<script>alert(1)</script>'));
  const list = await (await fetch(sink.pageUrl)).text();
  expect(list).toContain('&lt;script&gt;alert(1)');
  expect(list).toContain('x&amp;y@example.com');
  expect(list).not.toContain('<script>');
});

test('the mail sink accepts only local requests with a local host name', async () => {
  expect(await requestAs('localhost', '/')).toBe(200);
  expect(await requestAs('127.0.0.1:80', '/')).toBe(200);
  expect(await requestAs('evil.example', '/mails.json')).toBe(403);
  expect(await requestAs('localhost.evil.example', '/')).toBe(403);
});

test('all mail can be deleted, from the sink’s own page only', async () => {
  await give('thandi@example.com', plain('one'));
  const empty = (origin: string) =>
    fetch(`${sink.pageUrl}/empty`, { method: 'POST', headers: { origin }, redirect: 'manual' });
  expect((await empty('https://evil.example')).status).toBe(403);
  expect(sink.mails()).toHaveLength(1);
  expect((await empty(sink.pageUrl)).status).toBe(303);
  expect(sink.mails()).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test.each(['/mail/none', '/mail/..%2f..%2fetc', '/elsewhere'])(
  'the mail sink returns 404 for %s',
  async (place) => {
    expect((await fetch(sink.pageUrl + place)).status).toBe(404);
  },
);
