import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const media = path.join(import.meta.dirname, '../../../catalogue/media');

/**
 * Adds files to a new folder of the media folder, which all shops of this working copy read.
 * @returns the folder as references begin, and its removal
 */
export async function addMediaFiles(
  files: Readonly<Record<string, Buffer | string>>,
): Promise<{ folder: string; remove(): Promise<void> }> {
  const made = await mkdtemp(path.join(media, 'test-'));
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(made, name), content);
  return { folder: `/${path.basename(made)}`, remove: () => rm(made, { recursive: true }) };
}
