import { readFile } from 'node:fs/promises';
import { readSynonyms, type Synonyms } from '@fynbos/core/search/synonyms.ts';
import { StartProblem } from '../database/start-problem.ts';

/**
 * The synonyms of the shop, from the file that its operator edits; read at start.
 *
 * @throws StartProblem that names each faulty line, or says that the file cannot be read
 */
export async function openSynonyms(file: string): Promise<Synonyms> {
  try {
    return readSynonyms(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new StartProblem(`The synonyms in ${file} cannot be used: ${(cause as Error).message}`, { cause });
  }
}
