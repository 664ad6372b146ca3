import { writeSync } from 'node:fs';
import type { FastifyServerOptions } from 'fastify';
import type { Config } from '../../config/config.ts';
import { codeOf } from '../errors/user-facing-error.ts';
import { errorForLog, replyForLog, requestForLog } from './access-log.ts';
import { redactLog } from './log-redaction.ts';

/** Destination of the log, one line of JSON at a time. */
export interface LogStream {
  write(line: string): void;
}

/** Properties that are redacted wherever they are logged. */
const secret = [
  ...['password', 'newPassword', 'currentPassword', 'token', 'refreshToken', 'accessToken', 'secret', 'key'],
  ...['authorization', 'cookie', 'set-cookie', 'x-cart-token', 'x-visitor', 'email', 'telephone'],
];
/** Objects are logged with their properties; the shop logs none deeper than this. */
const depths = ['', '*.', '*.*.', '*.*.*.'];

const paths = depths.flatMap((depth) =>
  secret.map((name) => (name.includes('-') ? `${depth.slice(0, -1)}["${name}"]` : depth + name)),
);

/**
 * Logger options of the shop. Log lines have only selected fields (`access-log.ts`). The list of redacted
 * paths is a second protection for objects that are logged whole, and `log-redaction.ts` the third.
 * @param stream the standard output by default
 */
export function loggerOf(
  config: Pick<Config, 'logLevel'>,
  stream: LogStream = standardOutput(),
): FastifyServerOptions['logger'] & object {
  return {
    level: config.logLevel,
    serializers: { req: requestForLog, res: replyForLog, err: errorForLog },
    redact: { paths, censor: '[secret]' },
    hooks: {
      // An error logged without a message would skip the serializer and log its own message.
      logMethod(args: unknown[], write: (...args: unknown[]) => void) {
        const [failure, sentence] = args;
        if (failure instanceof Error && sentence === undefined) write.call(this, { err: failure }, 'failed');
        else write.apply(this, args);
      },
    },
    stream: { write: (line: string) => stream.write(redactLog(line)) },
  };
}

/**
 * The standard output. When the disk is full or the pipe is not read, lines are lost and the shop goes on;
 * the logger's default destination would block forever.
 */
function standardOutput(): LogStream {
  let lost = 0;
  return {
    write(line) {
      // A truncated line must not run into the next one.
      const missed =
        lost > 0
          ? `\n${JSON.stringify({ level: 40, time: Date.now(), msg: `the log could not be written: ${lost} lines are missing` })}\n`
          : '';
      try {
        writeWhole(Buffer.from(missed + line));
        lost = 0;
      } catch {
        lost += 1;
      }
    },
  };
}

/** Maximum wait per line for a slow reader: a pipe that is full for a moment is not a full disk. */
const maxWaitMs = 50;
const still = new Int32Array(new SharedArrayBuffer(4));

function writeWhole(line: Buffer): void {
  let waited = 0;
  for (let at = 0; at < line.length; ) {
    try {
      at += writeSync(1, line, at);
    } catch (cause) {
      if (codeOf(cause) !== 'EAGAIN' || waited >= maxWaitMs) throw cause;
      Atomics.wait(still, 0, 0, 1);
      waited += 1;
    }
  }
}
