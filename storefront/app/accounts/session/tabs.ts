import type { Profile } from './profile.ts';

/** What tabs of one browser tell each other. It never leaves the browser's memory. */
export type TabNews =
  | { kind: 'login'; token: string; groupToken: string | undefined; profile: Profile }
  | { kind: 'renewed'; token: string }
  | { kind: 'profile'; profile: Profile }
  | { kind: 'logout' };

let channel: BroadcastChannel | undefined;

/** Listens to the other tabs. */
export function hearTabs(listener: (news: TabNews) => void): void {
  openChannel().onmessage = ({ data }: MessageEvent<TabNews>) => listener(data);
}

export function tellTabs(news: TabNews): void {
  openChannel().postMessage(news);
}

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('fynbos-session');
  return channel;
}

/** Milliseconds that the news of the tab before may take to arrive. */
const newsTravels = 50;

/**
 * Does something in one tab at a time. `run` is told whether another tab was busy with it: what that one
 * found has been heard by then.
 */
export async function inOneTab<Result>(run: (afterOthers: boolean) => Promise<Result>): Promise<Result> {
  const alone = await navigator.locks.request('fynbos-refresh', { ifAvailable: true }, async (lock) =>
    lock ? { result: await run(false) } : undefined,
  );
  if (alone) return alone.result as Result;
  return (await navigator.locks.request('fynbos-refresh', async () => {
    await new Promise((resolve) => setTimeout(resolve, newsTravels));
    return run(true);
  })) as Result;
}
