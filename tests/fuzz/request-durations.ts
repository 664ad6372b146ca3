/** Number of requests in the metrics of the shop, and how many of them took at most so many seconds. */
export function handledWithin(metrics: string, seconds: number): { all: number; within: number } {
  const sumOf = (pattern: RegExp) =>
    [...metrics.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0);
  return {
    all: sumOf(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm),
    within: sumOf(new RegExp(`^http_request_duration_seconds_bucket\\{le="${seconds}",.*\\} (\\d+)$`, 'gm')),
  };
}
