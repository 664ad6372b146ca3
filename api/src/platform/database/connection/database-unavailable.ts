import pg from 'pg';
import { DatabaseLost, DatabaseSilent } from './connection-timeouts.ts';

/** Seconds after which a refused client may retry. */
export const awaySeconds = 5;

/**
 * SQLSTATE codes: no connection; shutting down or starting; too many connections, no memory, no disk; read
 * only; time-outs of statements, locks and idle transactions; repeated deadlocks and serialization
 * failures.
 */
const states = /^(08...|57P0[1235]|57014|53...|58030|25006|25P03|55P03|40001|40P01)$/;

/**
 * Whether an operation failed because the database is unreachable or overloaded: the same call may succeed
 * in a moment. If it failed during a commit, it is unknown whether the commit succeeded.
 */
export const isDatabaseAway = (thrown: unknown): boolean =>
  thrown instanceof DatabaseSilent ||
  thrown instanceof DatabaseLost ||
  (thrown instanceof pg.DatabaseError && states.test(thrown.code ?? ''));
