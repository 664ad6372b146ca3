import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../errors/user-facing-error.ts';

/** SQLSTATEs of a transaction that PostgreSQL aborted because of a serialization failure or a deadlock. */
const passing = new Set(['40001', '40P01']);
const maxAttempts = 5;

/**
 * Retries a transaction after a serialization failure or a deadlock. Other errors, and errors during
 * commit, are not retried: it is unknown whether the transaction took effect.
 */
export async function retryTransaction<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined || !passing.has(code) || attempt >= maxAttempts) throw error;
      await pause(Math.random() * 20 * attempt);
    }
  }
}
