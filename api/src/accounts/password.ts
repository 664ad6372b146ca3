import { passwordFault } from '@fynbos/core/accounts/fields.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import { hash, verify } from '@node-rs/argon2';
import commonPasswords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

/**
 * Argon2id with what OWASP's password storage cheat sheet asks for at least: 19 MiB, two passes, one lane. About
 * 30 ms of one core a login; more memory would cost a small machine more than it costs a guesser.
 */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const shortestKept = 8;
const common = new Set(commonPasswords.filter((one) => one.length >= shortestKept));

/** The same password typed on two keyboards may be different letters: they are made one. */
const normal = (password: string): string => password.normalize('NFKC');

/** What is kept of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), cost);
}

/** Verified where there is no account, so that looking for one takes as long as finding it (T6). */
const nobody = hashPassword(crypto.randomUUID());

/** Whether this is the password. @param kept undefined where nobody has such an account: takes as long, and is false */
export async function isPassword(kept: string | undefined, password: string): Promise<boolean> {
  const right = await verify(kept ?? (await nobody), normal(password));
  return right && kept !== undefined;
}

/** What is wrong with a new password, if anything (decision 34). @param field where it stood in the input */
export function newPasswordProblems(password: string, field: string): FieldProblem[] {
  const fault = passwordFault(password) ?? (isCommon(password) ? 'password_common' : undefined);
  return fault ? [{ field, message: sentences[fault] ?? 'is not a password', fault }] : [];
}

/** @throws Problem invalid_input */
export function checkNewPassword(password: string, field: string): void {
  const problems = newPasswordProblems(password, field);
  if (problems.length > 0) throw new Problem('invalid_input', {}, problems);
}

/** Among those that guessers try first, in any mix of capitals. */
function isCommon(password: string): boolean {
  return common.has(password) || common.has(normal(password).toLowerCase());
}

const sentences: Record<string, string> = {
  required: 'is empty',
  password_short: 'has fewer than 8 characters',
  password_long: 'has more than 128 characters',
  password_common: 'is one of the passwords that are guessed first',
};
