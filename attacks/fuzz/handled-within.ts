/** How many requests the shop counted in its own figures, and how many of them it handled within so many seconds. */
export function handledWithin(figures: string, seconds: number): { all: number; within: number } {
  const sumOf = (pattern: RegExp) =>
    [...figures.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0);
  return {
    all: sumOf(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm),
    within: sumOf(new RegExp(`^http_request_duration_seconds_bucket\\{le="${seconds}",.*\\} (\\d+)$`, 'gm')),
  };
}
