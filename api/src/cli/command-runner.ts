import { UserFacingError } from '../platform/errors/user-facing-error.ts';

/**
 * Runs a command to its end. An expected error prints one sentence on stderr and sets exit code 1; an
 * unexpected error prints its stack trace.
 */
export async function command(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof UserFacingError ? error.message : error);
    process.exitCode = 1;
  }
}
