import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** A mail that was received, as a person or a test reads it. */
export interface Mail {
  id: string;
  at: string;
  /** Who the mail server was told to give it to. */
  recipients: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** The received mails, a file each, in a folder that never grows past `most`. */
export interface KeptMail {
  keep(raw: Buffer, recipients: readonly string[]): Promise<void>;
  find(id: string): Promise<Mail | undefined>;
  /** Newest first. */
  all(): Promise<Mail[]>;
  empty(): Promise<void>;
}

const name = /^(\d{13}-\d{6}-[0-9a-f]{8})\.json$/;

/** Opens the folder, which is made if it is not there. @param most how many mails stay; older ones go */
export async function openKeptMail(folder: string, most = 200): Promise<KeptMail> {
  // Mails hold links that let somebody in: they are nobody else's on this machine.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let count = 0;

  async function ids(): Promise<string[]> {
    const found = (await readdir(folder)).map((file) => name.exec(file)?.[1]);
    return found
      .filter((id) => id !== undefined)
      .sort()
      .reverse();
  }

  async function drop(id: string): Promise<void> {
    await rm(join(folder, `${id}.json`), { force: true });
  }

  async function find(id: string): Promise<Mail | undefined> {
    if (!name.test(`${id}.json`)) return undefined;
    const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as Mail);
  }

  return {
    find,
    async keep(raw, recipients) {
      const now = Date.now();
      // Sorted by name they are sorted by time, and within a millisecond by the order they came in.
      const order = String(count++ % 1_000_000).padStart(6, '0');
      const id = `${now}-${order}-${randomBytes(4).toString('hex')}`;
      const mail = { id, at: new Date(now).toISOString(), recipients: [...recipients], ...(await read(raw)) };
      const file = join(folder, `${id}.json`);
      await writeFile(`${file}.part`, JSON.stringify(mail), { mode: 0o600 });
      await rename(`${file}.part`, file);
      for (const old of (await ids()).slice(most)) await drop(old);
    },
    async all() {
      const mails = await Promise.all((await ids()).map(find));
      return mails.filter((mail) => mail !== undefined);
    },
    async empty() {
      for (const id of await ids()) await drop(id);
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
