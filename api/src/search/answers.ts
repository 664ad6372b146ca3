import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const smallest = 1024;

/** An answer kept whole, and compressed once for each way it is asked for. */
export interface KeptAnswer {
  plain: Buffer;
  packed: Partial<Record<Encoding, Promise<Buffer>>>;
  /** It was right once, and what is right now cannot be found out. */
  isOld?: boolean;
}

type Encoding = 'br' | 'gzip';

/**
 * Answers by question, the least recently asked dropped when they outgrow `mostBytes`.
 *
 * @param keepsOld whether those that were forgotten are still there for `findOld`
 */
export function keepAnswers(mostBytes: number, keepsOld = false) {
  const answers = new Map<string, KeptAnswer & { generation: number }>();
  let bytes = 0;
  let generation = 0;

  function drop(question: string): void {
    const dropped = answers.get(question);
    if (!dropped) return;
    answers.delete(question);
    bytes -= weight(question, dropped);
  }

  return {
    find(question: string): KeptAnswer | undefined {
      const found = answers.get(question);
      if (found?.generation !== generation) return undefined;
      answers.delete(question);
      answers.set(question, found);
      return found;
    },
    /** An answer, whether it was forgotten or not. */
    findOld(question: string): KeptAnswer | undefined {
      const found = answers.get(question);
      return found && { ...found, isOld: true };
    },
    keep(question: string, answer: KeptAnswer): void {
      // Two who ask at the same time bring the answer twice; it is kept and weighed once.
      if (answer.plain.length > mostBytes / 8 || answers.get(question)?.generation === generation) return;
      drop(question);
      answers.set(question, { ...answer, generation });
      // A compressed form is about a quarter of the plain one; both kinds may come to be kept.
      bytes += weight(question, answer);
      for (const oldest of answers.keys()) {
        if (bytes <= mostBytes) break;
        drop(oldest);
      }
    },
    forget(): void {
      generation++;
      if (keepsOld) return;
      answers.clear();
      bytes = 0;
    },
  };
}

function weight(question: string, answer: KeptAnswer): number {
  return question.length * 2 + answer.plain.length * 1.5;
}

/**
 * The bytes to send for what the client accepts; compressed once, then ready.
 *
 * @param accepts the `Accept-Encoding` header
 */
export async function encoded(
  answer: KeptAnswer,
  accepts: string | undefined,
): Promise<{ bytes: Buffer; encoding: Encoding | undefined }> {
  const encoding = answer.plain.length < smallest ? undefined : wanted(accepts);
  if (!encoding) return { bytes: answer.plain, encoding };
  answer.packed[encoding] ??= pack(answer.plain, encoding);
  return { bytes: await answer.packed[encoding], encoding };
}

function wanted(accepts: string | undefined): Encoding | undefined {
  if (!accepts) return undefined;
  if (/\bbr\b(?!;q=0(\.0*)?\b)/.test(accepts)) return 'br';
  return /\bgzip\b(?!;q=0(\.0*)?\b)/.test(accepts) ? 'gzip' : undefined;
}

function pack(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(plain, { level: 5 });
  return brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}
