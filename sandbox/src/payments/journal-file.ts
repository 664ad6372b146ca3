import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Persists named values in a log file across restarts; the last line of a name counts. Without a folder
 * nothing is stored.
 */
export interface KeyValueLog {
  /** The entries as they were when the log was opened. */
  entries: ReadonlyMap<string, unknown>;
  /**
   * `undefined` removes the name. The value is serialised at write time, so later changes up to then are
   * included.
   */
  set(name: string, value: unknown): void;
  forgetAll(): void;
  /** Resolves once everything set so far has been passed to the operating system. */
  saved(): Promise<void>;
}

export async function openKeyValueLog(folder: string | undefined): Promise<KeyValueLog> {
  if (folder === undefined) {
    return { entries: new Map(), set() {}, forgetAll() {}, saved: () => Promise.resolve() };
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'payments.lines');
  const entries = read(await readFile(file, 'utf8').catch(() => ''));
  // Opening the log drops superseded lines.
  const lines = [...entries].map((entry) => `${JSON.stringify(entry)}\n`);
  await writeFile(`${file}.part`, lines.join(''), { mode: 0o600 });
  await rename(`${file}.part`, file);

  const changed = new Map<string, unknown>();
  let written = Promise.resolve();
  let next: Promise<void> | undefined;
  let forgotten = false;

  async function write(): Promise<void> {
    next = undefined;
    const lines = [...changed].map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const start = forgotten;
    changed.clear();
    forgotten = false;
    await (start ? writeFile(file, lines, { mode: 0o600 }) : appendFile(file, lines));
  }

  /** Collects the next batch while the current one is being written. */
  function save(): Promise<void> {
    if (!next) {
      next = written.then(write, write);
      written = next;
      next.catch(() => {});
    }
    return next;
  }

  return {
    entries,
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

/** Ignores the last line, which may be incomplete after a crash. */
function read(text: string): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [name, value] = JSON.parse(line) as [string, unknown];
    if (value === null || value === undefined) entries.delete(name);
    else entries.set(name, value);
  }
  return entries;
}
