/** The percentile of some durations, in whole milliseconds. */
export function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((left, right) => left - right);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0);
}

/** Average duration of each request in milliseconds, measured in turns. */
export async function timesOf(count: number, requests: readonly (() => Promise<void>)[]): Promise<number[]> {
  const sums = requests.map(() => 0);
  for (let turn = 0; turn < count; turn++)
    for (const [index, send] of requests.entries()) {
      const begun = performance.now();
      await send();
      sums[index]! += performance.now() - begun;
    }
  return sums.map((sum) => sum / count);
}

/** Processes all items with limited concurrency. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await act(items[index]!, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Shuffles deterministically. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
  let seed = 7;
  const keyed = items.map((item) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return { item, key: seed };
  });
  return keyed.toSorted((left, right) => left.key - right.key).map(({ item }) => item);
}
