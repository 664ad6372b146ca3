import { readFile } from 'node:fs/promises';
import { StartProblem } from '../database/start-problem.ts';
import { readSynonyms, type Synonyms } from './synonyms.ts';

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
