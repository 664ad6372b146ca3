import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** A received mail. */
export interface Mail {
  id: string;
  at: string;
  /** Envelope recipients. */
  recipients: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** Received mails, one file each, in a folder that holds at most `maxMails`. */
export interface Mailbox {
  save(raw: Buffer, recipients: readonly string[]): Promise<void>;
  find(id: string): Mail | undefined;
  /** Newest first. */
  all(): readonly Mail[];
  empty(): Promise<void>;
}

const name = /^(\d{13}-\d{6}-[0-9a-f]{8})\.json$/;

/**
 * Opens the folder and creates it if it does not exist.
 * @param maxMails mails to retain; older ones are deleted
 */
export async function openMailbox(folder: string, maxMails = 200): Promise<Mailbox> {
  // Mails hold login links, so other users of this computer must not read them.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = (await readdir(folder))
    .filter((file) => name.test(file))
    .sort()
    .reverse();
  let mails = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Mail),
  );
  let count = 0;

  const fileOf = (id: string) => join(folder, `${id}.json`);

  async function shorten(to: number): Promise<void> {
    const dropped = mails.slice(to);
    mails = mails.slice(0, to);
    for (const { id } of dropped) await rm(fileOf(id), { force: true });
  }

  return {
    find: (id) => mails.find((mail) => mail.id === id),
    all: () => mails,
    empty: () => shorten(0),
    async save(raw, recipients) {
      const now = Date.now();
      // Sorting by name sorts by time, and within a millisecond by arrival.
      const order = String(count++ % 1_000_000).padStart(6, '0');
      const id = `${now}-${order}-${randomBytes(4).toString('hex')}`;
      const mail = { id, at: new Date(now).toISOString(), recipients: [...recipients], ...(await read(raw)) };
      await writeFile(`${fileOf(id)}.part`, JSON.stringify(mail), { mode: 0o600 });
      await rename(`${fileOf(id)}.part`, fileOf(id));
      mails = [mail, ...mails];
      await shorten(maxMails);
    },
  };
}

async function read(raw: Buffer): Promise<Omit<Mail, 'id' | 'at' | 'recipients'>> {
  const { from, subject = '', text = '', html = '', headers } = await PostalMime.parse(raw);
  return {
    from: from ? `${from.name ?? ''} <${from.address ?? ''}>`.trim() : '',
    subject,
    text,
    html,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
  };
}
