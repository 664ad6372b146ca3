import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';
import type { Config } from '../../config/config.ts';

type Factory = NonNullable<FastifyServerOptions['childLoggerFactory']>;

/** Log levels at which every request is logged. */
const chatty: ReadonlySet<Config['logLevel']> = new Set(['info', 'debug', 'trace']);

/**
 * Gives each request its own child logger. Most requests log nothing, and redacting the bindings of a child
 * logger costs as much as sending a cached page. So it is created with the first line, unless the level
 * logs every request.
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

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#log.child(...args);
  }
  fatal(...args: unknown[]): void {
    this.#write('fatal', args);
  }
  error(...args: unknown[]): void {
    this.#write('error', args);
  }
  warn(...args: unknown[]): void {
    this.#write('warn', args);
  }
  #write(level: 'fatal' | 'error' | 'warn', args: unknown[]): void {
    // The arguments of any overload, passed on unchanged.
    this.#log[level](...(args as [object]));
  }
  // These levels are disabled here.
  info(): void {}
  debug(): void {}
  trace(): void {}
  silent(): void {}
}
