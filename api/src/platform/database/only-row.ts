/**
 * The row of a statement that always returns one, such as an aggregate or an insert with `returning`.
 * @throws Error when there is none
 */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}
