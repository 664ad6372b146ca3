import { BrokenBackup, endOfRows } from './backup-format.ts';

/** Lines outside of rows name tables and columns. A longer line is invalid and would only fill the memory. */
const maxLineBytes = 1024 * 1024;
const newline = 0x0a;
const end = Buffer.concat([Buffer.of(newline), endOfRows]);

/** Reads lines and rows from a stream of bytes; buffers at most one chunk and one line. */
export class RowReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * The next line, without its newline.
   * @throws BrokenBackup when there is none, or it does not end
   */
  async line(): Promise<string> {
    let length = this.#rest.indexOf(newline);
    while (length < 0) {
      if (this.#rest.length > maxLineBytes) throw new BrokenBackup('a line does not end');
      await this.#more();
      length = this.#rest.indexOf(newline);
    }
    return this.#take(length + 1).toString('utf8', 0, length);
  }

  /**
   * The rows of a table up to the end line, in chunks.
   * @throws BrokenBackup when the end line is missing
   */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < endOfRows.length) await this.#more();
    if (this.#rest.subarray(0, endOfRows.length).equals(endOfRows)) {
      this.#take(endOfRows.length);
      return;
    }
    for (;;) {
      const at = this.#rest.indexOf(end);
      // The chunk may contain the start of the end line.
      const sure = at < 0 ? this.#rest.length - end.length + 1 : at + 1;
      if (sure > 0) yield this.#take(sure);
      if (at >= 0) break;
      await this.#more();
    }
    this.#take(endOfRows.length);
  }

  /** @throws BrokenBackup when data follows */
  async end(): Promise<void> {
    const { done } = await this.#chunks.next();
    if (this.#rest.length > 0 || !done) throw new BrokenBackup('something follows its last line');
  }

  #take(length: number): Buffer {
    const head = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return head;
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new BrokenBackup('it ends too early');
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, value]) : value;
  }
}
