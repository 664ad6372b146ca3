import { apiSettings } from '../api-settings.ts';
import { ownKey } from '../kept-here.ts';
import type { FromPocket, Kept, PocketAnswers, PocketAsks, ToPocket } from './pocket-asks.ts';

let thread: Worker | undefined;
let asked = 0;
const waiting = new Map<number, { resolve(answer: unknown): void; reject(reason: Error): void }>();

/** The thread that has the pack, started when it is first asked. */
function started(): Worker {
  if (thread) return thread;
  thread = new Worker(new URL('./pocket-thread.ts', import.meta.url), { type: 'module' });
  thread.addEventListener('message', ({ data }: MessageEvent<FromPocket>) => {
    const asker = waiting.get(data.number);
    waiting.delete(data.number);
    if ('failed' in data) asker?.reject(new Error('The pocket has no answer'));
    else asker?.resolve(data.answer);
  });
  // Its code cannot be had: the next question tries again.
  thread.addEventListener('error', (event) => {
    event.preventDefault();
    thread = undefined;
    for (const { reject } of waiting.values()) reject(new Error('The pocket cannot be opened'));
    waiting.clear();
  });
  const { base, publicBase, partitionKey, here, switches } = apiSettings();
  const settings: ToPocket = { settings: { base, publicBase, partitionKey, here, switches } };
  thread.postMessage(settings);
  return thread;
}

/** Asks the catalogue in the pocket; rejects where it cannot answer. */
export function askPocket<Ask extends keyof PocketAsks>(
  ask: Ask,
  ...given: Parameters<PocketAsks[Ask]>
): ReturnType<PocketAnswers[Ask]> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const number = ++asked;
  const message: ToPocket = { number, ask, given };
  waiting.set(number, { resolve, reject });
  started().postMessage(message);
  return promise as ReturnType<PocketAnswers[Ask]>;
}

const key = ownKey('fynbos-pocket');

/** What is kept, as it was noted when it was: known at once, without asking the database. */
export function pocketKept(): Kept | undefined {
  try {
    const noted = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    return typeof noted?.made === 'string' ? noted : undefined;
  } catch {
    return undefined;
  }
}

/** Fetches the pack, or what has changed of it; rejects where that cannot be had or kept. */
export async function fillPocket(): Promise<Kept | undefined> {
  return noted(await askPocket('refresh'));
}

/** Looks whether it is still there: a browser that needs room throws it away. */
export async function lookIntoPocket(): Promise<Kept | undefined> {
  return noted(await askPocket('kept'));
}

export async function emptyPocket(): Promise<void> {
  noted(await askPocket('forget'));
}

function noted(kept: Kept | undefined): Kept | undefined {
  try {
    if (kept) localStorage.setItem(key, JSON.stringify(kept));
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has it for this page.
  }
  dispatchEvent(new Event('pocket'));
  return kept;
}
