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
  find(id: string): Mail | undefined;
  /** Newest first. */
  all(): readonly Mail[];
  empty(): Promise<void>;
}

const name = /^(\d{13}-\d{6}-[0-9a-f]{8})\.json$/;

/** Opens the folder, which is made if it is not there. @param most how many mails stay; older ones go */
export async function openKeptMail(folder: string, most = 200): Promise<KeptMail> {
  // Mails hold links that let somebody in: they are nobody else's on this machine.
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
    async keep(raw, recipients) {
      const now = Date.now();
      // Sorted by name they are sorted by time, and within a millisecond by the order they came in.
      const order = String(count++ % 1_000_000).padStart(6, '0');
      const id = `${now}-${order}-${randomBytes(4).toString('hex')}`;
      const mail = { id, at: new Date(now).toISOString(), recipients: [...recipients], ...(await read(raw)) };
      await writeFile(`${fileOf(id)}.part`, JSON.stringify(mail), { mode: 0o600 });
      await rename(`${fileOf(id)}.part`, fileOf(id));
      mails = [mail, ...mails];
      await shorten(most);
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
