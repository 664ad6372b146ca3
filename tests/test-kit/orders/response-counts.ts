import type { TestResponse } from '../shop/test-shop.ts';

/** Counts responses by problem code. */
export function countKinds(responses: readonly Pick<TestResponse, 'body'>[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { body } of responses) {
    const kind: string = body.code === 200 ? 'order placed' : body.meta.problem;
    counted[kind] = (counted[kind] ?? 0) + 1;
  }
  return counted;
}
