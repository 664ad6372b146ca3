/**
 * Steps that the modules publish, each kind on its own channel of `node:diagnostics_channel`. Publishers do
 * not know their subscribers, and without subscribers a step costs nothing. Metrics and traces subscribe.
 */
export const stepChannels = {
  statement: 'fynbos.statement',
  provider: 'fynbos.provider',
  mail: 'fynbos.mail',
  page: 'fynbos.page',
} as const;

/** A step of work with a duration. Its values have low cardinality and contain no personal data. */
export interface Step {
  /** The operation: `card query`, `select from sales_order`, `product`. */
  name: string;
}
