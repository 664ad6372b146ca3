import type { FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';
import { describeError, describeRequest } from './access-log.ts';

/** Where the log goes, a line of JSON at a time. */
export interface LogStream {
  write(line: string): void;
}

/** What nobody may read in a log, whatever it was logged with. */
const secret = [
  ...['password', 'newPassword', 'currentPassword', 'token', 'refreshToken', 'accessToken', 'secret', 'key'],
  ...['authorization', 'cookie', 'set-cookie', 'x-cart-token', 'x-visitor', 'email', 'telephone'],
];
/** Objects are logged with what they hold; nothing we log lies deeper. */
const depths = ['', '*.', '*.*.', '*.*.*.'];

const paths = depths.flatMap((depth) =>
  secret.map((name) => (name.includes('-') ? `${depth.slice(0, -1)}["${name}"]` : depth + name)),
);

/**
 * How the shop logs. Lines say what they need to and nothing else (`access-log.ts`); the list is the net below them, for an
 * object that somebody logs whole.
 *
 * @param stream the standard output when left out
 */
export function loggerOf(config: Pick<Config, 'logLevel'>, stream?: LogStream) {
  return {
    level: config.logLevel,
    serializers: { req: describeRequest, err: describeError },
    redact: { paths, censor: '[secret]' },
    ...(stream ? { stream } : {}),
  } satisfies FastifyServerOptions['logger'];
}
