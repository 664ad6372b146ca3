import { readFile } from 'node:fs/promises';
import { readSynonyms, type Synonyms } from '@fynbos/core/search/text/synonyms.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';

/**
 * Reads the shop's synonyms at start from the file that its operator edits.
 * @throws UserFacingError that names each invalid line, or reports that the file is not readable
 */
export async function openSynonyms(file: string): Promise<Synonyms> {
  try {
    return readSynonyms(await readFile(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new UserFacingError(`The synonyms in ${file} are invalid: ${reason}`, { cause });
  }
}
