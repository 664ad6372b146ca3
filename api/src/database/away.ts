import { DatabaseSilent } from './patience.ts';

/** Seconds after which whoever was refused may ask again. */
export const awaySeconds = 5;

/**
 * SQLSTATE: no connection; ended, ending or starting; too many connections, no memory, no disk; read only, or it waited too long
 * for somebody else or for us; two that gave way to each other to the end.
 */
const states = /^(08...|57P0[1235]|57014|53...|58030|25006|25P03|55P03|40001|40P01)$/;
const lines = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What `pg` says without a code. */
const said =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|Cannot use a pool)/;

/**
 * Whether something failed because the database cannot be reached or cannot take it now: the same call may succeed in a moment.
 * Whether what failed was done nobody knows, if it was being confirmed just then.
 */
export function isDatabaseAway(thrown: unknown): boolean {
  if (thrown instanceof DatabaseSilent) return true;
  const { code, syscall, message } = (thrown ?? {}) as NodeJS.ErrnoException;
  if (code === undefined) return said.test(message ?? '');
  // A file that is not there is no database.
  return states.test(code) || (lines.has(code) && /^(connect|read|write|getaddrinfo)$/.test(syscall ?? ''));
}
