import { loadEnvironment } from '../config/environment.ts';
import { codeOf, UserFacingError } from '../platform/errors/user-facing-error.ts';
import { terminalText } from './format/terminal-text.ts';

/**
 * Runs a command to its end. An expected error prints one sentence on stderr and sets exit code 1; an
 * unexpected error prints its stack trace.
 */
export async function command(run: () => Promise<void>): Promise<void> {
  try {
    for (const warning of loadEnvironment()) console.error(warning);
    await run();
  } catch (error) {
    console.error(
      error instanceof UserFacingError ? terminalText(error.message) : (fullDisk(error) ?? error),
    );
    process.exitCode = 1;
  }
}

/** The sentence for a disk without space: that of the database (SQLSTATE 53100), or that of a file. */
function fullDisk(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === '53100')
    return 'The disk of the database is full. Nothing was changed: free some space, and run the command again.';
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? 'The disk is full: free some space, and run the command again.'
    : undefined;
}

/** Prints a result on stdout. */
export const print = (text: string): void => console.log(terminalText(text));

/** Prints a notice on stderr, so that stdout contains only the results. */
export const printNotice = (text: string): void => console.error(terminalText(text));
