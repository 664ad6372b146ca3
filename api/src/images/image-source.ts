import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isPicturePath } from '@fynbos/core/images/picture-path.ts';

/**
 * Source of a picture: a file in a media folder, or a drawing. Each picture has one `path`, however it was
 * requested.
 */
export interface Source {
  path: string;
  /** Bytes. */
  size: number;
  /** Changes with the picture. */
  version: string;
  bytes(): Promise<Buffer>;
}

/** A drawing as a source. Its version is a hash of the drawing, so a changed product has a new picture. */
export function drawnSource(path: string, svg: string): Source {
  const bytes = Buffer.from(svg);
  const version = createHash('sha256').update(bytes).digest('hex');
  return { path, size: bytes.length, version, bytes: async () => bytes };
}

/**
 * Finds the file of a picture path in the first media folder that contains it.
 * @returns undefined for a link out of the folder, a folder, a pipe or an unreadable file
 */
export async function findSource(folders: readonly string[], path: string): Promise<Source | undefined> {
  if (!isPicturePath(path)) return undefined;
  for (const folder of folders) {
    const source = await sourceIn(folder, path);
    if (source) return source;
  }
  return undefined;
}

async function sourceIn(folder: string, path: string): Promise<Source | undefined> {
  try {
    const home = await realpath(folder);
    const file = await fileIn(home, path);
    if (!file.startsWith(home.endsWith(sep) ? home : home + sep)) return undefined;
    const stats = await stat(file);
    if (!stats.isFile()) return undefined;
    // The resolved path: a link, or a cycle of links, is not another picture.
    const relativePath = relative(home, file).split(sep).join('/');
    return {
      path: relativePath,
      size: stats.size,
      version: String(stats.mtimeMs),
      bytes: () => readFile(file),
    };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** The file in either Unicode form of its name: macOS and some archives write the accents apart. */
async function fileIn(home: string, path: string): Promise<string> {
  let file = home;
  for (const name of path.split('/')) file = await firstOf(spellingsOf(name).map((each) => join(file, each)));
  return file;
}

const spellingsOf = (name: string): string[] => [
  ...new Set([name, name.normalize('NFC'), name.normalize('NFD')]),
];

async function firstOf([path = '', ...more]: readonly string[]): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (more.length === 0 || !isAbsence(error)) throw error;
    return firstOf(more);
  }
}

const absences = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EACCES', 'EPERM', 'ELOOP', 'EINVAL']);

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absences.has(String(error.code));
}
