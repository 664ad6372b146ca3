import pg from 'pg';

/** SQLSTATE of a row that refers to a row that does not exist. */
const foreignKeyViolation = '23503';

/**
 * Whether a statement failed because the row that it refers to was deleted meanwhile.
 * @param columns the referring columns, in tables whose constraints have PostgreSQL's default names
 */
export const isReferenceToDeleted = (thrown: unknown, columns: readonly string[]): boolean =>
  thrown instanceof pg.DatabaseError &&
  thrown.code === foreignKeyViolation &&
  columns.some((column) => thrown.constraint?.endsWith(`_${column}_fkey`));
