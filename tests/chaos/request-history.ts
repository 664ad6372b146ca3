import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Struck } from './fault-injector.ts';

/** Time after a fault in which calls may still be rejected: ten seconds (spec reliability 6). */
export const graceMs = 10_000;
/** Maximum response time without a fault; a hang is reported within three seconds. */
const maxResponseMs = 4000;

/** Folder for the histories of failed runs. */
const folder = join(import.meta.dirname, '../../.cache/histories');

/** One attempt. `ok` and `refused` have a response; for `unknown` the result is not known. */
export interface Try {
  user: string;
  action: string;
  from: number;
  to: number;
  outcome: 'ok' | 'refused' | 'unknown';
  /** Status code of the response; 0 without a response. */
  status: number;
  /** Value of the Retry-After header. */
  retryAfter?: string | undefined;
  detail: string;
}

/** All attempts, in the order in which they ended. */
export class History {
  readonly attempts: Try[] = [];

  /** Records an attempt that ends now; status 0 means no response. */
  note(
    attempt: Pick<Try, 'user' | 'action' | 'from' | 'status' | 'retryAfter'>,
    payload: unknown,
  ): Try['outcome'] {
    const { status } = attempt;
    const outcome = status === 0 || status >= 500 ? 'unknown' : status < 400 ? 'ok' : 'refused';
    // Successful responses are not stored, because there are up to a million.
    const detail = outcome === 'ok' ? '' : JSON.stringify(payload).slice(0, 300);
    this.attempts.push({ ...attempt, to: performance.now(), outcome, detail });
    return outcome;
  }

  /** Writes the attempts and faults as JSON lines, in the order in which they began. */
  async save(name: string, struck: readonly Struck[]): Promise<void> {
    await mkdir(folder, { recursive: true });
    const entries = [...this.attempts, ...struck].toSorted((left, right) => left.from - right.from);
    const file = join(folder, `${name}.jsonl`);
    await writeFile(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    console.log(`The history of all attempts is in ${file}`);
  }

  /** Unexpected server errors; they are failures even during a fault. */
  get failures(): Try[] {
    return this.attempts.filter(({ status }) => status >= 500 && status !== 503);
  }

  /** Attempts that no fault excuses, neither during nor shortly after it. */
  inCalm(struck: readonly Struck[]): Try[] {
    const isExcused = ({ from, to }: Try) =>
      struck.some((fault) => from < fault.to + graceMs && to > fault.from);
    return this.attempts.filter((attempt) => !isExcused(attempt));
  }

  /** Attempts rejected without a fault. */
  turnedAway(struck: readonly Struck[]): Try[] {
    return this.inCalm(struck).filter(({ outcome }) => outcome === 'unknown');
  }

  /**
   * The longest time in milliseconds that a user was not served, without the time of faults, and the faults
   * around it.
   */
  maxOutage(struck: readonly Struck[]): { ms: number; user: string; amid: string[] } {
    const lasts = new Map<string, number>();
    let outage = { ms: 0, user: '', amid: [] as string[] };
    for (const { user, to } of this.attempts.filter(({ outcome }) => outcome !== 'unknown')) {
      const from = lasts.get(user) ?? to;
      const amid = struck.filter((fault) => fault.to > from && fault.from < to);
      const ms = to - from - amid.reduce((sum, fault) => sum + overlap(fault, { from, to }), 0);
      if (ms > outage.ms) outage = { ms, user, amid: amid.map(({ name }) => name) };
      lasts.set(user, to);
    }
    return outage;
  }

  /** Attempts that took longer than the faults around them plus the maximum response time. */
  slowAttempts(struck: readonly Struck[]): Try[] {
    return this.attempts.filter((attempt) => {
      const wrong = struck.reduce((sum, fault) => sum + overlap(fault, attempt), 0);
      return attempt.to - attempt.from - wrong > maxResponseMs;
    });
  }
}

type Span = Pick<Try, 'from' | 'to'>;

const overlap = (left: Span, right: Span): number =>
  Math.max(0, Math.min(left.to, right.to) - Math.max(left.from, right.from));
