import type { Struck } from './nemesis.ts';

/** One try at something: `ok` and `refused` were answered, of `unknown` nobody knows whether it was done. */
export interface Try {
  who: string;
  what: string;
  from: number;
  to: number;
  outcome: 'ok' | 'refused' | 'unknown';
  /** Of the answer; 0 where none came. */
  status: number;
  says: string;
}

/** What everybody tried, in the order in which it ended. */
export class History {
  readonly tries: Try[] = [];

  /** Notes a try. */
  add(one: Try): void {
    this.tries.push(one);
  }

  /** Answers that are nobody's: a failure of ours whatever went wrong around it. */
  get failures(): Try[] {
    return this.tries.filter(({ status }) => status >= 500 && status !== 503);
  }

  /**
   * What was turned away though nothing was wrong any more.
   *
   * @param graceMs how long after a misfortune somebody may still be turned away
   */
  turnedAway(struck: readonly Struck[], graceMs: number): Try[] {
    const isExcused = ({ from, to }: Try) =>
      struck.some((fault) => from < fault.to + graceMs && to > fault.from);
    return this.tries.filter((one) => one.outcome === 'unknown' && !isExcused(one));
  }

  /** Milliseconds until each was served again after each misfortune: the longest of all. */
  longestAway(struck: readonly Struck[]): number {
    const served = this.tries.filter(({ outcome }) => outcome === 'ok');
    const people = [...new Set(served.map(({ who }) => who))];
    const waits = struck.flatMap(({ to }) =>
      people.map((who) => {
        const next = served.find((one) => one.who === who && one.to > to);
        return next ? next.to - to : 0;
      }),
    );
    return Math.max(0, ...waits);
  }
}
