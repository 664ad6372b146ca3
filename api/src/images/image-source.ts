import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

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

const maxPathLength = 1000;

/** Whether a path can name a picture. Rejects parent folders, hidden files and paths of other file systems. */
export function isPicturePath(path: string): boolean {
  if (path.length === 0 || path.length > maxPathLength) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f\\:]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

/** Removes leading, trailing and repeated slashes from a catalogue path (`/o/a/oats.jpg`). */
export function plainPath(path: string): string {
  return path.split('/').filter(Boolean).join('/');
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
    const file = await realpath(join(home, path));
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

const absences = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EACCES', 'EPERM', 'ELOOP', 'EINVAL']);

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absences.has(String(error.code));
}
