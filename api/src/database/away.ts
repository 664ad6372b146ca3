import pg from 'pg';
import { DatabaseLost, DatabaseSilent } from './patience.ts';

/** Seconds after which whoever was refused may ask again. */
export const awaySeconds = 5;

/**
 * SQLSTATE: no connection; ended, ending or starting; too many connections, no memory, no disk; read only, or it waited too long
 * for somebody else or for us; two that gave way to each other to the end.
 */
const states = /^(08...|57P0[1235]|57014|53...|58030|25006|25P03|55P03|40001|40P01)$/;

/**
 * Whether something failed because the database cannot be reached or cannot take it now: the same call may succeed in a moment.
 * Whether what failed was done nobody knows, if it was being confirmed just then.
 */
export const isDatabaseAway = (thrown: unknown): boolean =>
  thrown instanceof DatabaseSilent ||
  thrown instanceof DatabaseLost ||
  (thrown instanceof pg.DatabaseError && states.test(thrown.code ?? ''));
