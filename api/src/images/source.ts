import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** What a picture is made from: a file in a media folder, or a drawing. One picture has one `path`, however it was asked for. */
export interface Source {
  path: string;
  /** Bytes. */
  size: number;
  /** Changes when the picture does. */
  version: string;
  bytes(): Promise<Buffer>;
}

/** A drawing as a source: its version is what it looks like, so a product that changes has another picture. */
export function drawnSource(path: string, svg: string): Source {
  const bytes = Buffer.from(svg);
  const version = createHash('sha256').update(bytes).digest('hex');
  return { path, size: bytes.length, version, bytes: async () => bytes };
}

const longestPath = 1000;

/** May this be the name of a picture at all? Nothing that climbs, hides, or means another file system's path. */
export function isPicturePath(path: string): boolean {
  if (path.length === 0 || path.length > longestPath) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f\\:]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && !part.startsWith('.'));
}

/** A path as the catalogue writes it (`/o/a/oats.jpg`), without the slashes around and between. */
export function plainPath(path: string): string {
  return path.split('/').filter(Boolean).join('/');
}

/**
 * The file a picture path names, in the first media folder that has it. A link that leads out of its folder,
 * a folder, a pipe or a file we may not read is not a picture: nothing is found.
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
    const found = await stat(file);
    if (!found.isFile()) return undefined;
    // Where it lies in the end: a link, or one that leads round in a circle, is no other picture.
    const own = relative(home, file).split(sep).join('/');
    return { path: own, size: found.size, version: String(found.mtimeMs), bytes: () => readFile(file) };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

const absences = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EACCES', 'EPERM', 'ELOOP', 'EINVAL']);

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && absences.has(String(error.code));
}
