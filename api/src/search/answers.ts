import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const smallest = 1024;

/** An answer kept whole, and compressed once for each way it is asked for. */
export interface KeptAnswer {
  plain: Buffer;
  packed: Partial<Record<Encoding, Promise<Buffer>>>;
}

type Encoding = 'br' | 'gzip';

/** Answers by question, the least recently asked dropped when they outgrow `mostBytes`. */
export function keepAnswers(mostBytes: number) {
  const answers = new Map<string, KeptAnswer>();
  let bytes = 0;
  return {
    find(question: string): KeptAnswer | undefined {
      const found = answers.get(question);
      if (found) {
        answers.delete(question);
        answers.set(question, found);
      }
      return found;
    },
    keep(question: string, answer: KeptAnswer): void {
      // Two who ask at the same time bring the answer twice; it is kept and weighed once.
      if (answer.plain.length > mostBytes / 8 || answers.has(question)) return;
      answers.set(question, answer);
      // A compressed form is about a quarter of the plain one; both kinds may come to be kept.
      bytes += weight(question, answer);
      for (const [oldest, dropped] of answers) {
        if (bytes <= mostBytes) break;
        answers.delete(oldest);
        bytes -= weight(oldest, dropped);
      }
    },
    forget(): void {
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
