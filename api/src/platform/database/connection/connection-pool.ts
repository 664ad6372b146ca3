import pg from 'pg';
import { steps } from '../../diagnostics/diagnostics-channels.ts';
import { isAlive, socketOptions, unlessSilent, unlessStuck, unlessUnopened } from './connection-timeouts.ts';

/** State of the database connection pool. */
export interface Connections {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Callers that wait for a connection. */
  readonly waitingCount: number;
  /** Called with the seconds that a caller waited for a connection. */
  onTaken?: ((seconds: number) => void) | undefined;
}

/** Measures the wait for a connection; for hurried clients the wait ends when no connection is released. */
export class TimedPool extends pg.Pool implements Connections {
  onTaken: Connections['onTaken'];
  readonly #isHurried: boolean;
  #releasedAt = 0;

  constructor(options: pg.PoolConfig) {
    super(options);
    this.#isHurried = options.Client === HurriedClient;
    this.on('release', (error, client) => {
      if (!error && isAlive(client)) this.#releasedAt = performance.now();
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the pool's own method, in both its forms
  override connect(callback?: any): any {
    if (callback) return super.connect(callback);
    const startedAt = performance.now();
    // Callers that wait already get free connections first.
    const isFree = this.idleCount > this.waitingCount;
    const connecting = super.connect();
    const taking = this.#isHurried && !isFree ? unlessStuck(connecting, () => this.#releasedAt) : connecting;
    return taking.then((client) => {
      this.onTaken?.((performance.now() - startedAt) / 1000);
      return client;
    });
  }
}

const prepared = /^\/\* prepared: ([\w ]+) \*\//;

/**
 * Prepares statements that begin with `/* prepared: name *\\/` once per connection, for statements that run
 * many times a second. They name their columns, so that a plan stays valid after a migration that adds one.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool handles errors of idle connections only. Between two statements of a transaction an error
    // event without a handler would end the process; the next statement fails with the reason.
    this.on('error', () => {});
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the client's own method, in all its forms
  override query(text: any, values?: any, done?: any): any {
    if (done || typeof text !== 'string' || !steps.statement.hasSubscribers)
      return this.#send(text, values, done);
    return steps.statement.tracePromise(() => this.#send(text, values), { name: statementName(text) });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #send(text: any, values?: any, done?: any): any {
    const name = typeof text === 'string' ? prepared.exec(text)?.[1] : undefined;
    if (name === undefined) return super.query(text, values, done);
    return super.query({ name, text, values }, done);
  }
}

/** Same for requests of shoppers: connections that do not respond are ended. */
export class HurriedClient extends PreparingClient {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, ...socketOptions });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the client's own method, in both its forms
  override connect(done?: any): any {
    const opened = unlessUnopened(this);
    if (!done) return super.connect().finally(opened);
    return super.connect((failure: Error) => {
      opened();
      done(failure);
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the client's own method, in all its forms
  override query(text: any, values?: any, done?: any): any {
    const result = super.query(text, values, done);
    return done || typeof text !== 'string' ? result : unlessSilent(result, this);
  }
}

/** The name of a statement, or its verb and table: `select sales_order`. No other part of it is exposed. */
function statementName(text: string): string {
  const name = prepared.exec(text)?.[1];
  if (name) return name;
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update|join)\s+"?([a-z_]+)"?/i.exec(text)?.[1];
  return [verb, table].filter(Boolean).join(' ');
}
