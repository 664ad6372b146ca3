import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';

type Factory = NonNullable<FastifyServerOptions['childLoggerFactory']>;

/** At which the log tells of every request. */
const chatty: ReadonlySet<Config['logLevel']> = new Set(['info', 'debug', 'trace']);

/**
 * Gives each request a log of its own. Most requests log nothing, and to look for secrets in the name of one costs as much as
 * to send a page that is kept: so its log is made with its first line, unless every request has one.
 */
export function requestLogs(level: Config['logLevel']): Factory {
  return (log, bindings, options) => {
    const open = (): FastifyBaseLogger => log.child(bindings, options);
    return chatty.has(level) ? open() : new LateLog(open, log.level);
  };
}

class LateLog implements FastifyBaseLogger {
  readonly level: string;
  readonly #open: () => FastifyBaseLogger;
  #opened: FastifyBaseLogger | undefined;

  constructor(open: () => FastifyBaseLogger, level: string) {
    this.#open = open;
    this.level = level;
  }

  get #log(): FastifyBaseLogger {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log.child(...given);
  }
  fatal(...said: unknown[]): void {
    this.#log.fatal(...(said as [object]));
  }
  error(...said: unknown[]): void {
    this.#log.error(...(said as [object]));
  }
  warn(...said: unknown[]): void {
    this.#log.warn(...(said as [object]));
  }
  // Lines of these levels are not written.
  info(): void {}
  debug(): void {}
  trace(): void {}
  silent(): void {}
}
