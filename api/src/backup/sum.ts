import { createHash } from 'node:crypto';

/** What the rows of a table come to: two tables with the same sum hold the same rows, each to the letter. */
export interface Sum {
  rows: number;
  bytes: number;
  /** Of the rows as COPY writes them, in the order of their key. */
  sha256: string;
}

const newline = 0x0a;

/** Adds up rows as they pass. COPY ends each with a newline, and writes those inside a value as `\n`. */
export class RunningSum {
  readonly #hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) this.#rows += 1;
  }

  /** What came so far; nothing can be added any more. */
  end(): Sum {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Passes rows on and adds them up. @param ended is told the sum after the last */
export async function* summed(
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

/** Reads rows to their end, for their sum alone. */
export async function sumOf(rows: AsyncIterable<Buffer>): Promise<Sum> {
  const running = new RunningSum();
  for await (const chunk of rows) running.add(chunk);
  return running.end();
}

export const isSameSum = (one: Sum | undefined, other: Sum | undefined): boolean =>
  one !== undefined && one.rows === other?.rows && one.sha256 === other.sha256;
