/**
 * Why the shop cannot start (or a command cannot run), as one sentence for the person at the terminal:
 * what is wrong, and what to do. Printed without a stack trace, exit code 1.
 */
export class StartProblem extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'StartProblem';
  }
}

/** The code of a file system or network failure (`EACCES`, `ENOENT`, …), if it has one. */
export const codeOf = (error: unknown): string | undefined => (error as { code?: string } | undefined)?.code;
