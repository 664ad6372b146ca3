import { createHash } from 'node:crypto';

/** Sum of the rows of a table: two tables with the same sum hold the same rows, byte for byte. */
export interface Sum {
  rows: number;
  bytes: number;
  /** Hash of the rows as COPY writes them, in the order of their key. */
  sha256: string;
}

const newline = 0x0a;

/**
 * Sums rows as they pass. COPY ends each with a newline, and escapes newlines inside a value as `\
 * `.
 */
class RunningSum {
  readonly #hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) this.#rows += 1;
  }

  /** The sum so far; nothing can be added afterwards. */
  end(): Sum {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/**
 * Passes rows on and sums them.
 * @param ended called with the sum after the last row
 */
export async function* withChecksum(
  rows: AsyncIterable<Buffer>,
  ended: (sum: Sum) => void,
): AsyncGenerator<Buffer> {
  const running = new RunningSum();
  for await (const chunk of rows) {
    running.add(chunk);
    yield chunk;
  }
  ended(running.end());
}

/** Reads rows to their end to compute their sum. */
export async function checksumOf(rows: AsyncIterable<Buffer>): Promise<Sum> {
  const running = new RunningSum();
  for await (const chunk of rows) running.add(chunk);
  return running.end();
}

export const isSameChecksum = (left: Sum | undefined, right: Sum | undefined): boolean =>
  left !== undefined && left.rows === right?.rows && left.sha256 === right.sha256;
