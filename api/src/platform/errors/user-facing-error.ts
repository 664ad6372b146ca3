/**
 * An expected error for the operator: one sentence that states the problem and the remedy. Printed without
 * a stack trace, exit code 1.
 */
export class UserFacingError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'UserFacingError';
  }
}

/** The message of a thrown value; a value that is no error, as text. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** The code of a file system or network failure (`EACCES`, `ENOENT`, …), if it has one. */
export const codeOf = (error: unknown): string | undefined => (error as { code?: string } | undefined)?.code;
