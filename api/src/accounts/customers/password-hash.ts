import { validatePassword } from '@fynbos/core/accounts/field-rules.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import { hash, verify } from '@node-rs/argon2';
import commonPasswords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

/**
 * Argon2id with the minimum of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. A login
 * takes about 30 ms of one core; more memory would cost a small server more than it costs an attacker.
 */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const minLength = 8;
const common = new Set(commonPasswords.filter((candidate) => candidate.length >= minLength));

/** The same password typed on two keyboards may differ in code points: NFKC makes them equal. */
const normal = (password: string): string => password.normalize('NFKC');

/** Returns the stored form of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), cost);
}

/** Verified when there is no account, so that both cases take equally long (T6). */
const dummyHash = hashPassword(crypto.randomUUID());

/**
 * Whether this is the password.
 * @param storedHash undefined when there is no account: takes as long, and returns false
 */
export async function isPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const right = await verify(storedHash ?? (await dummyHash), normal(password));
  return right && storedHash !== undefined;
}

/**
 * Returns the problems of a new password (spec D34).
 * @param field its location in the input
 */
export function newPasswordProblems(password: string, field: string): FieldProblem[] {
  const code = validatePassword(password) ?? (isCommon(password) ? 'password_common' : undefined);
  return code ? [{ field, message: sentences[code] ?? 'is not a valid password', fault: code }] : [];
}

/** @throws Problem invalid_input */
export function checkNewPassword(password: string, field: string): void {
  const problems = newPasswordProblems(password, field);
  if (problems.length > 0) throw new Problem('invalid_input', {}, problems);
}

/** Whether the password is among those attackers try first, in any mix of capitals. */
function isCommon(password: string): boolean {
  return common.has(password) || common.has(normal(password).toLowerCase());
}

const sentences: Record<string, string> = {
  required: 'is empty',
  password_short: 'has fewer than 8 characters',
  password_long: 'has more than 128 characters',
  password_common: 'is a common password',
};
