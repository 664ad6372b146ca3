import { isListOf, isRecord } from '../app/kept-shape.ts';
import { settingsKey, settingsName } from '../app/offline/worker-message.ts';
import { worker } from './scope.ts';

/** What the worker remembers of its pages; a browser ends a worker whenever it likes, so it is written down. */
export interface Settings {
  /** Few bytes shall be spent: nothing is fetched ahead. Undefined before a page has said so or otherwise. */
  lowData?: boolean;
  /** The shopper chose to have everything, whatever the line. */
  wantsAll: boolean;
  /** The language pages were last seen in. */
  locale: string;
  /** Home pages of the store views that were visited, as paths: `/`, `/de`. */
  homes: readonly string[];
  /** The build that answers, and the one before it, by the names of what is kept of them. */
  shells: readonly string[];
  /** When a language was chosen, in milliseconds: what was kept before is for want of anything better. */
  languageSince: number;
}

const none: Settings = { wantsAll: false, locale: '', homes: ['/'], shells: [], languageSince: 0 };

export async function readSettings(): Promise<Settings> {
  const written = await caches.match(settingsKey, { cacheName: settingsName });
  const kept: unknown = await written?.json().catch(() => undefined);
  return isRecord(kept) ? { ...none, ...soundOf(kept) } : none;
}

/** What of it can be what this worker wrote; it is not trusted (`kept-shape.ts`). */
function soundOf(kept: Record<string, unknown>): Partial<Settings> {
  const { lowData, wantsAll, locale, homes, shells, languageSince } = kept;
  return {
    ...(typeof lowData === 'boolean' && { lowData }),
    ...(typeof wantsAll === 'boolean' && { wantsAll }),
    ...(typeof locale === 'string' && { locale }),
    ...(isListOf<string>(homes, isText) && homes.length > 0 && { homes }),
    ...(isListOf<string>(shells, isText) && { shells }),
    ...(typeof languageSince === 'number' && { languageSince }),
  };
}

const isText = (one: unknown): boolean => typeof one === 'string';

let changing = Promise.resolve();

/** Changes what is remembered, one change after the other: two tabs may speak at once. */
export function changeSettings(step: (now: Settings) => Partial<Settings>): Promise<void> {
  changing = changing.then(() => write(step)).catch(() => {});
  return changing;
}

async function write(step: (now: Settings) => Partial<Settings>): Promise<void> {
  const now = await readSettings();
  await (await caches.open(settingsName)).put(settingsKey, Response.json({ ...now, ...step(now) }));
}

interface Connection {
  saveData?: boolean;
  type?: string;
}

const connection = () => (worker.navigator as { connection?: Connection }).connection;

/** Whether the shopper, or the browser for them, asked to spend little. Pages know the shopper's choice as well. */
export async function spendsLittle(): Promise<boolean> {
  return (await readSettings()).lowData ?? connection()?.saveData === true;
}

/** Whether bytes are likely paid for one by one, and nobody said that they may be spent all the same. */
export async function isMetered(): Promise<boolean> {
  return connection()?.type === 'cellular' && !(await readSettings()).wantsAll;
}
