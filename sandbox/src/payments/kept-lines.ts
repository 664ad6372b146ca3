import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What must survive a restart: named values, of which the newest line of a file counts. Without a folder they are
 * kept nowhere.
 */
export interface KeptLines {
  /** As they were when it was opened. */
  found: ReadonlyMap<string, unknown>;
  /** Undefined takes the name away. The value is read when it is written: it may still change until then. */
  set(name: string, value: unknown): void;
  forgetAll(): void;
  /** Resolves once everything set so far is with the operating system. */
  saved(): Promise<void>;
}

export async function openKeptLines(folder: string | undefined): Promise<KeptLines> {
  if (folder === undefined) {
    return { found: new Map(), set() {}, forgetAll() {}, saved: () => Promise.resolve() };
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'payments.lines');
  const found = read(await readFile(file, 'utf8').catch(() => ''));
  // Older lines of a name go when it is opened.
  const lines = [...found].map((line) => `${JSON.stringify(line)}\n`);
  await writeFile(`${file}.part`, lines.join(''), { mode: 0o600 });
  await rename(`${file}.part`, file);

  const changed = new Map<string, unknown>();
  let written = Promise.resolve();
  let next: Promise<void> | undefined;
  let forgotten = false;

  async function write(): Promise<void> {
    next = undefined;
    const lines = [...changed].map((line) => `${JSON.stringify(line)}\n`).join('');
    const start = forgotten;
    changed.clear();
    forgotten = false;
    await (start ? writeFile(file, lines, { mode: 0o600 }) : appendFile(file, lines));
  }

  /** While one batch is being written the next one gathers. */
  function save(): Promise<void> {
    if (!next) {
      next = written.then(write, write);
      written = next;
      next.catch(() => {});
    }
    return next;
  }

  return {
    found,
    set(name, value) {
      changed.set(name, value);
      save();
    },
    forgetAll() {
      changed.clear();
      forgotten = true;
      save();
    },
    saved: () => next ?? written,
  };
}

/** The last line may be half a one, when the machine fell in the middle. */
function read(text: string): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [name, value] = JSON.parse(line) as [string, unknown];
    if (value === null || value === undefined) found.delete(name);
    else found.set(name, value);
  }
  return found;
}
