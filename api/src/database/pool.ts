import pg from 'pg';
import { steps } from '../operation/steps.ts';
import { hurriedLine, isAlive, unlessSilent, unlessStuck, unlessUnopened } from './patience.ts';

/** How busy the connections to the database are. */
export interface Connections {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Who waits for one. */
  readonly waitingCount: number;
  /** Called with how many seconds one was waited for. */
  onTaken?: ((seconds: number) => void) | undefined;
}

/** Tells how long a connection was waited for; a hurried one waits no longer when none comes back. */
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
  override connect(taken?: any): any {
    if (taken) return super.connect(taken);
    const asked = performance.now();
    // Whoever is before us takes what is free first.
    const isFree = this.idleCount > this.waitingCount;
    const connecting = super.connect();
    const taking = this.#isHurried && !isFree ? unlessStuck(connecting, () => this.#releasedAt) : connecting;
    return taking.then((client) => {
      this.onTaken?.((performance.now() - asked) / 1000);
      return client;
    });
  }
}

const prepared = /^\/\* prepared: ([\w ]+) \*\//;

/**
 * Has statements that begin with `/* prepared: name *\/` planned once a connection: worth it for those that run
 * many times a second. They name the columns they want, so that a plan outlives a migration that adds one.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool listens only while a connection is idle. Between two statements of a transaction nobody would, and
    // a server that ends the connection there would end the process; the next statement fails and says why.
    this.on('error', () => {});
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the client's own method, in all its forms
  override query(text: any, values?: any, done?: any): any {
    if (done || typeof text !== 'string' || !steps.statement.hasSubscribers)
      return this.#ask(text, values, done);
    return steps.statement.tracePromise(() => this.#ask(text, values), { name: statementName(text) });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  #ask(text: any, values?: any, done?: any): any {
    const name = typeof text === 'string' ? prepared.exec(text)?.[1] : undefined;
    if (name === undefined) return super.query(text, values, done);
    return super.query({ name, text, values }, done);
  }
}

/** The same for those whom shoppers wait for: a line that says nothing is given up. */
export class HurriedClient extends PreparingClient {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, ...hurriedLine });
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
    const answer = super.query(text, values, done);
    return done || typeof text !== 'string' ? answer : unlessSilent(answer, this);
  }
}

/** A statement’s own name, or what it does and to which table: `select sales_order`. Whatever else it says stays where it is. */
function statementName(text: string): string {
  const name = prepared.exec(text)?.[1];
  if (name) return name;
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update|join)\s+"?([a-z_]+)"?/i.exec(text)?.[1];
  return [verb, table].filter(Boolean).join(' ');
}
