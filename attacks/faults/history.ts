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
   * What was tried while nothing was wrong.
   *
   * @param graceMs how long after a misfortune something still may be
   */
  inCalm(struck: readonly Struck[], graceMs: number): Try[] {
    const isExcused = ({ from, to }: Try) =>
      struck.some((fault) => from < fault.to + graceMs && to > fault.from);
    return this.tries.filter((one) => !isExcused(one));
  }

  /** What was turned away though nothing was wrong any more. */
  turnedAway(struck: readonly Struck[], graceMs: number): Try[] {
    return this.inCalm(struck, graceMs).filter(({ outcome }) => outcome === 'unknown');
  }

  /** The longest anybody was not served while nothing was wrong, or not any more: in milliseconds, and among which misfortunes. */
  longestAway(struck: readonly Struck[]): { ms: number; who: string; amid: string[] } {
    const lasts = new Map<string, number>();
    let longest = { ms: 0, who: '', amid: [] as string[] };
    for (const { who, to } of this.tries.filter(({ outcome }) => outcome !== 'unknown')) {
      const from = lasts.get(who) ?? to;
      const amid = struck.filter((fault) => fault.to > from && fault.from < to);
      const ms = to - from - amid.reduce((sum, fault) => sum + overlap(fault, { from, to }), 0);
      if (ms > longest.ms) longest = { ms, who, amid: amid.map(({ name }) => name) };
      lasts.set(who, to);
    }
    return longest;
  }

  /**
   * Who waited for an answer, or for none, though nothing was wrong any more.
   *
   * @param mostMs how long they may, on top of the misfortunes meanwhile
   */
  keptWaiting(struck: readonly Struck[], mostMs: number): Try[] {
    return this.tries.filter((one) => {
      const wrong = struck.reduce((sum, fault) => sum + overlap(fault, one), 0);
      return one.to - one.from - wrong > mostMs;
    });
  }
}

type Span = Pick<Try, 'from' | 'to'>;

const overlap = (one: Span, other: Span): number =>
  Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
