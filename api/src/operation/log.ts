import { writeSync } from 'node:fs';
import type { FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';
import { describeError, describeReply, describeRequest } from './access-log.ts';
import { withoutPersons } from './log-net.ts';

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
 * object that somebody logs whole, and `log-net.ts` the one below that.
 *
 * @param stream the standard output when left out
 */
export function loggerOf(config: Pick<Config, 'logLevel'>, stream: LogStream = standardOutput()) {
  return {
    level: config.logLevel,
    serializers: { req: describeRequest, res: describeReply, err: describeError },
    redact: { paths, censor: '[secret]' },
    hooks: {
      // A failure that is logged alone would be told by its own sentence, past the serializer.
      logMethod(said: unknown[], write: (...said: unknown[]) => void) {
        const [failure, sentence] = said;
        if (failure instanceof Error && sentence === undefined) write.call(this, { err: failure }, 'failed');
        else write.apply(this, said);
      },
    },
    stream: { write: (line: string) => stream.write(withoutPersons(line)) },
  } as FastifyServerOptions['logger'] & object;
}

/**
 * The standard output, whatever is behind it: where a disk is full, or nobody reads, lines are lost and the shop goes on. The logger's
 * own way of writing would wait for ever.
 */
function standardOutput(): LogStream {
  let lost = 0;
  return {
    write(line) {
      // What was cut off must not be the beginning of the next line.
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

/** How long somebody who reads slowly is waited for, a line: a pipe that is full for the moment is no disk that is full. */
const longestWaitMs = 50;
const still = new Int32Array(new SharedArrayBuffer(4));

function writeWhole(line: Buffer): void {
  let waited = 0;
  for (let at = 0; at < line.length; ) {
    try {
      at += writeSync(1, line, at);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EAGAIN' || waited >= longestWaitMs) throw cause;
      Atomics.wait(still, 0, 0, 1);
      waited += 1;
    }
  }
}
