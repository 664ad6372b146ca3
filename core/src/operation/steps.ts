/**
 * What the shop's rooms tell of their work, each kind on a channel of Node's own (`node:diagnostics_channel`): who works
 * knows nobody who listens, and where nobody does it costs nothing. Figures and traces listen.
 */
export const stepChannels = {
  statement: 'fynbos.statement',
  provider: 'fynbos.provider',
  mail: 'fynbos.mail',
  page: 'fynbos.page',
} as const;

/** A piece of work that takes time. Whatever it says of itself is one of few, and nothing of a person. */
export interface Step {
  /** What is done: `card query`, `select from sales_order`, `product`. */
  name: string;
}
