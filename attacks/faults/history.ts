import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Struck } from './nemesis.ts';

/** How long after a misfortune somebody may still be turned away: ten seconds (spec reliability 6). */
export const graceMs = 10_000;
/** How long an answer may take in calm: what is silent or stands still is told of in three seconds. */
export const mostMs = 4000;

/** Where the histories of runs that failed are kept. */
const folder = join(import.meta.dirname, '../../.cache/histories');

/** One try at something: `ok` and `refused` were answered, of `unknown` nobody knows whether it was done. */
export interface Try {
  who: string;
  what: string;
  from: number;
  to: number;
  outcome: 'ok' | 'refused' | 'unknown';
  /** Of the answer; 0 where none came. */
  status: number;
  /** When to come back, as the answer says it. */
  retryAfter?: string | undefined;
  says: string;
}

/** What everybody tried, in the order in which it ended. */
export class History {
  readonly tries: Try[] = [];

  /** Notes a try that ends now. @param status of the answer; 0 where none came */
  note(one: Pick<Try, 'who' | 'what' | 'from' | 'status' | 'retryAfter'>, said: unknown): Try['outcome'] {
    const { status } = one;
    const outcome = status === 0 || status >= 500 ? 'unknown' : status < 400 ? 'ok' : 'refused';
    // What went well is not kept: people ask a million times.
    const says = outcome === 'ok' ? '' : JSON.stringify(said).slice(0, 300);
    this.tries.push({ ...one, to: performance.now(), outcome, says });
    return outcome;
  }

  /** Writes down what everybody tried and what went wrong around it, in the order in which it began: a line of JSON each. */
  async save(name: string, struck: readonly Struck[]): Promise<void> {
    await mkdir(folder, { recursive: true });
    const lines = [...this.tries, ...struck].toSorted((one, other) => one.from - other.from);
    const file = join(folder, `${name}.jsonl`);
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    console.log(`What everybody tried is in ${file}`);
  }

  /** Answers that are nobody's: a failure of ours whatever went wrong around it. */
  get failures(): Try[] {
    return this.tries.filter(({ status }) => status >= 500 && status !== 503);
  }

  /** What was tried while nothing was wrong, nor shortly before. */
  inCalm(struck: readonly Struck[]): Try[] {
    const isExcused = ({ from, to }: Try) =>
      struck.some((fault) => from < fault.to + graceMs && to > fault.from);
    return this.tries.filter((one) => !isExcused(one));
  }

  /** What was turned away though nothing was wrong any more. */
  turnedAway(struck: readonly Struck[]): Try[] {
    return this.inCalm(struck).filter(({ outcome }) => outcome === 'unknown');
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

  /** Who waited for an answer, or for none, longer than the misfortunes meanwhile were and than one may in calm. */
  keptWaiting(struck: readonly Struck[]): Try[] {
    return this.tries.filter((one) => {
      const wrong = struck.reduce((sum, fault) => sum + overlap(fault, one), 0);
      return one.to - one.from - wrong > mostMs;
    });
  }
}

type Span = Pick<Try, 'from' | 'to'>;

const overlap = (one: Span, other: Span): number =>
  Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
