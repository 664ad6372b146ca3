import type { Answered } from '../../testing/shop.ts';

/** How many answers there were of each kind, by what was refused. */
export function countKinds(answers: readonly Pick<Answered, 'body'>[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { body } of answers) {
    const kind: string = body.code === 200 ? 'order placed' : body.meta.problem;
    counted[kind] = (counted[kind] ?? 0) + 1;
  }
  return counted;
}
