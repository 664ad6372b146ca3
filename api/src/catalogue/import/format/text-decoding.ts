import type { Findings } from './findings.ts';

/**
 * Decodes the bytes of a file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252, as spreadsheets
 * save it. A byte order mark is removed; a notice names an encoding other than UTF-8.
 * @returns undefined if the file is no text; the findings then name the reason and the position
 */
export function decodeText(bytes: Buffer, file: string, findings: Findings): string | undefined {
  const archive = archiveFormat(bytes);
  if (archive) {
    findings.problem({ file, line: 1 }, '1', `is ${archive}`);
    return undefined;
  }
  const utf16 = utf16Of(bytes);
  if (utf16) {
    findings.notice(`files read as ${utf16.toUpperCase()}`, file);
    return new TextDecoder(utf16).decode(bytes);
  }
  const nul = bytes.indexOf(0);
  if (nul >= 0) {
    findings.problem(
      placeOf(bytes, nul, file),
      columnOf(bytes, nul),
      'contains a NUL byte: this is no text file',
    );
    return undefined;
  }
  const text = decodeUtf8(bytes);
  if (text === undefined && isWindows1252(bytes)) {
    findings.notice('files read as Windows-1252', file);
    return new TextDecoder('windows-1252').decode(bytes);
  }
  if (text === undefined) {
    const wrong = firstWrongByte(bytes);
    const shown = `0x${(bytes[wrong] ?? 0).toString(16).toUpperCase()}`;
    findings.problem(
      placeOf(bytes, wrong, file),
      columnOf(bytes, wrong),
      `the byte ${shown} is not UTF-8, but other characters are; save the file as UTF-8`,
    );
  }
  return text;
}

function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Whether no character outside ASCII is UTF-8, and all are assigned in Windows-1252. */
function isWindows1252(bytes: Buffer): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII, and the mark of an invalid byte
  const isOtherwiseAscii = /^[\u0000-\u007f\ufffd]*$/.test(bytes.toString('utf8'));
  return isOtherwiseAscii && !bytes.some((byte) => unassigned.has(byte));
}

const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

function archiveFormat(bytes: Buffer): string | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'compressed (gzip): decompress it first';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3)
    return 'a ZIP archive or a spreadsheet: export it as CSV';
  return undefined;
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The offset of the first byte that does not start a valid UTF-8 character. A binary search finds the
 * error, then the function goes back to the start of the invalid character.
 */
function firstWrongByte(bytes: Buffer): number {
  let right = 0;
  let wrong = bytes.length + 1;
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (decodesSoFar(bytes.subarray(0, middle))) right = middle;
    else wrong = middle;
  }
  while (right > 0 && decodeUtf8(bytes.subarray(0, right)) === undefined) right -= 1;
  return right;
}

/** An incomplete character at the end is not an error yet. */
function decodesSoFar(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function placeOf(bytes: Buffer, offset: number, file: string) {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < offset; at = bytes.indexOf(10, at + 1)) line += 1;
  return { file, line };
}

function columnOf(bytes: Buffer, offset: number): string {
  return String(offset - bytes.lastIndexOf(10, Math.max(0, offset - 1)));
}
