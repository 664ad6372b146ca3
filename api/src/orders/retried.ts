import { setTimeout as pause } from 'node:timers/promises';

/** What PostgreSQL says when two transactions stood in each other's way, and one of them had to give way. */
const passing = new Set(['40001', '40P01']);
const mostTries = 5;

/**
 * Does a transaction again that had to give way to another. What failed otherwise, and what failed while it was
 * committed, is not done again: nobody knows whether it counts.
 */
export async function retried<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === undefined || !passing.has(code) || tries >= mostTries) throw error;
      await pause(Math.random() * 20 * tries);
    }
  }
}
