import { BrokenBackup, endOfRows } from './backup-format.ts';

/** A line of ours names tables and columns; one that is longer is none, and would only fill the memory. */
const longestLine = 1024 * 1024;
const newline = 0x0a;
const end = Buffer.concat([Buffer.of(newline), endOfRows]);

/** Reads lines and rows off a stream of bytes; holds no more of it than one piece, and one line. */
export class RowReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next line, without its end. @throws BrokenBackup when there is none, or it does not end */
  async line(): Promise<string> {
    let length = this.#rest.indexOf(newline);
    while (length < 0) {
      if (this.#rest.length > longestLine) throw new BrokenBackup('a line does not end');
      await this.#more();
      length = this.#rest.indexOf(newline);
    }
    return this.#take(length + 1).toString('utf8', 0, length);
  }

  /** The rows of a table up to the line that ends them, in pieces. @throws BrokenBackup when nothing ends them */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < endOfRows.length) await this.#more();
    if (this.#rest.subarray(0, endOfRows.length).equals(endOfRows)) {
      this.#take(endOfRows.length);
      return;
    }
    for (;;) {
      const at = this.#rest.indexOf(end);
      // The end may have come in part.
      const sure = at < 0 ? this.#rest.length - end.length + 1 : at + 1;
      if (sure > 0) yield this.#take(sure);
      if (at >= 0) break;
      await this.#more();
    }
    this.#take(endOfRows.length);
  }

  /** @throws BrokenBackup when something follows */
  async end(): Promise<void> {
    const { done } = await this.#chunks.next();
    if (this.#rest.length > 0 || !done) throw new BrokenBackup('something follows its last line');
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new BrokenBackup('it ends too early');
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, value]) : value;
  }
}
