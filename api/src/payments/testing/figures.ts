/** The time that so many of a hundred took at most, in whole milliseconds. */
export function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0);
}

/** How long two ways of asking take on the average, in milliseconds, when they are asked turn by turn. */
export async function timesOf(count: number, ways: readonly (() => Promise<void>)[]): Promise<number[]> {
  const sums = ways.map(() => 0);
  for (let turn = 0; turn < count; turn++)
    for (const [index, ask] of ways.entries()) {
      const begun = performance.now();
      await ask();
      sums[index]! += performance.now() - begun;
    }
  return sums.map((sum) => sum / count);
}

/** Does something with each of them, so many at once. */
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

/** The same disorder every time. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
  let seed = 7;
  const keyed = items.map((item) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return { item, key: seed };
  });
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item);
}
