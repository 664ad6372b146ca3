import {
  workerSettingsKey,
  workerSettingsName,
} from '../app/platform/service-worker/service-worker-messages.ts';
import { isListOf, isRecord } from '../app/platform/storage/stored-shape.ts';
import { worker } from './worker-scope.ts';

/** The worker's persistent settings. They are stored because a browser may end a worker at any time. */
export interface Settings {
  /** Low-data mode: nothing is prefetched. Undefined until a page has set it. */
  lowData?: boolean;
  /** The shopper chose full data regardless of the connection. */
  wantsAll: boolean;
  /** Language of the pages seen last. */
  locale: string;
  /** Home pages of the visited store views, as paths: `/`, `/de`. */
  homes: readonly string[];
  /** Cache names of the current build and the previous one. */
  shells: readonly string[];
  /** When a language was chosen, in milliseconds. Pages cached earlier are used only as a last resort. */
  languageSince: number;
}

const none: Settings = { wantsAll: false, locale: '', homes: ['/'], shells: [], languageSince: 0 };

export async function readSettings(): Promise<Settings> {
  const written = await caches.match(workerSettingsKey, { cacheName: workerSettingsName });
  const stored: unknown = await written?.json().catch(() => undefined);
  return isRecord(stored) ? { ...none, ...soundOf(stored) } : none;
}

/** Valid fields of the stored settings, which are not trusted (`stored-shape.ts`). */
function soundOf(stored: Record<string, unknown>): Partial<Settings> {
  const { lowData, wantsAll, locale, homes, shells, languageSince } = stored;
  return {
    ...(typeof lowData === 'boolean' && { lowData }),
    ...(typeof wantsAll === 'boolean' && { wantsAll }),
    ...(typeof locale === 'string' && { locale }),
    ...(isListOf<string>(homes, isText) && homes.length > 0 && { homes }),
    ...(isListOf<string>(shells, isText) && { shells }),
    ...(typeof languageSince === 'number' && { languageSince }),
  };
}

const isText = (value: unknown): boolean => typeof value === 'string';

let changing = Promise.resolve();

/** Changes settings one at a time, because two tabs may send changes at once. */
export function changeSettings(step: (now: Settings) => Partial<Settings>): Promise<void> {
  changing = changing.then(() => write(step)).catch(() => {});
  return changing;
}

async function write(step: (now: Settings) => Partial<Settings>): Promise<void> {
  const now = await readSettings();
  await (await caches.open(workerSettingsName)).put(
    workerSettingsKey,
    Response.json({ ...now, ...step(now) }),
  );
}

interface Connection {
  saveData?: boolean;
  type?: string;
}

// The DOM types lack `connection`, which only some browsers have.
const connection = () => (worker.navigator as { connection?: Connection }).connection;

/** Whether the shopper or the browser requested low-data mode. Pages know the shopper's choice too. */
export async function spendsLittle(): Promise<boolean> {
  return (await readSettings()).lowData ?? connection()?.saveData === true;
}

/** Whether the connection is probably metered and the shopper has not allowed full data. */
export async function isMetered(): Promise<boolean> {
  return connection()?.type === 'cellular' && !(await readSettings()).wantsAll;
}
