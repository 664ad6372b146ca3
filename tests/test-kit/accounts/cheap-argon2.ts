import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

/**
 * The password library with the lowest cost, which takes the place of `@node-rs/argon2` in tests: they
 * register hundreds of customers. `password-hash.test.ts` and the stress tests use the real cost.
 */
const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');

let hashes = 0;
let verifications = 0;

export function hash(password: string, cost: Options): Promise<string> {
  hashes += 1;
  return argon2.hash(password, { ...cost, memoryCost: 64, timeCost: 1 });
}

export function verify(stored: string, password: string): Promise<boolean> {
  verifications += 1;
  return argon2.verify(stored, password);
}

/** The number of passwords that were verified in this process so far. */
export const verificationCount = (): number => verifications;

/** The number of passwords that were hashed in this process so far. */
export const hashCount = (): number => hashes;
