import { once } from '../state/once.ts';
import { tabChannel } from '../storage/tab-channel.ts';
import type { Profile } from './profile.ts';

/** A message between tabs of one browser. It never leaves the browser's memory. */
export type TabMessage =
  | { kind: 'login'; token: string; groupToken: string | undefined; profile: Profile }
  | { kind: 'renewed'; token: string }
  | { kind: 'profile'; profile: Profile }
  | { kind: 'logout' };

/** Opened on first use, because a server imports this file too. */
const openChannel = once(() => tabChannel<TabMessage>('fynbos-session'));

/** Subscribes to messages of other tabs. */
export const subscribeToTabs = (listener: (message: TabMessage) => void): void =>
  openChannel().subscribe(listener);

export const publishToTabs = (message: TabMessage): void => openChannel().publish(message);

/** Time for the message of the previous tab to arrive, in milliseconds. */
const messageDelayMs = 50;

/**
 * Runs a function in one tab at a time. `run` receives whether another tab was running it before; the
 * result of that tab has arrived by then.
 */
export async function inOneTab<Result>(run: (afterOthers: boolean) => Promise<Result>): Promise<Result> {
  const alone = await navigator.locks.request('fynbos-refresh', { ifAvailable: true }, async (lock) =>
    lock ? { result: await run(false) } : undefined,
  );
  // The declared type of the lock awaits the result; so does this function.
  if (alone) return alone.result as Result;
  // As above.
  return (await navigator.locks.request('fynbos-refresh', async () => {
    await new Promise((resolve) => setTimeout(resolve, messageDelayMs));
    return run(true);
  })) as Result;
}
