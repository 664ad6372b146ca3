import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { isPicturePath, plainPath } from '@fynbos/core/images/picture-path.ts';
import { identify, UnreadablePicture } from './image-renderer.ts';
import { findSource } from './image-source.ts';

/** Why the shop shows the placeholder for a reference to a picture, and the remedy; undefined if it shows the picture. */
export type FindPictureProblem = (reference: string) => Promise<string | undefined>;

/** Checks references against a media folder, each once. */
export function pictureProblems(mediaFolder: string): FindPictureProblem {
  const known = new Map<string, Promise<string | undefined>>();
  const nearest = nearestIn(mediaFolder);
  return (reference) => {
    const problem = known.get(reference) ?? findProblem(reference, mediaFolder, nearest);
    known.set(reference, problem);
    return problem;
  };
}

async function findProblem(reference: string, mediaFolder: string, nearest: FindNearest) {
  const path = plainPath(reference);
  const source = await findSource([mediaFolder], path);
  if (source?.size === 0) return 'is an empty file: copy the picture again';
  if (source) {
    return identify(source).then(
      () => undefined,
      (error) => {
        if (!(error instanceof UnreadablePicture)) throw error;
        return 'is no picture that the shop can show: save it as JPEG, PNG, WebP, GIF, AVIF or SVG';
      },
    );
  }
  if (/^(https?:)?[/\\]{2}|^(https?|ftp|data|file):/i.test(reference))
    return 'is an address: copy the picture to the media folder and write its path there';
  const meant = await nearest(path);
  if (meant?.isFolder) return 'is a folder: add the name of the picture';
  if (meant?.path === path) return 'cannot be read: is it a link, or a file of another user?';
  if (meant) return `is not the name of the file, which is "/${meant.path}": write that, or rename the file`;
  if (!isPicturePath(path)) return 'is no path below the media folder: write it as "/products/oats.jpg"';
  return 'is not in the media folder: add the file, or correct the path';
}

type FindNearest = (path: string) => Promise<{ path: string; isFolder: boolean } | undefined>;

/** Finds what a path probably means: without a query or "..", with percent-encoding decoded, in other capitals. */
function nearestIn(mediaFolder: string): FindNearest {
  const listings = new Map<string, ReturnType<typeof entriesOf>>();
  const list = (folder: string) => {
    const listing = listings.get(folder) ?? entriesOf(join(mediaFolder, folder));
    listings.set(folder, listing);
    return listing;
  };

  async function find(path: string) {
    let folder = '';
    let isFolder = true;
    for (const name of path.split('/')) {
      const entry: Dirent | undefined = isFolder ? (await list(folder)).get(nameKey(name)) : undefined;
      if (!entry) return undefined;
      folder = folder ? `${folder}/${entry.name}` : entry.name;
      isFolder = entry.isDirectory();
    }
    return { path: folder, isFolder };
  }

  return async (path) => {
    for (const meant of meaningsOf(path)) {
      const match = isPicturePath(meant) && (await find(meant));
      if (match) return match;
    }
    return undefined;
  };
}

const entriesOf = async (folder: string): Promise<Map<string, Dirent>> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return new Map(entries.map((entry) => [nameKey(entry.name), entry]));
};

const nameKey = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');

function meaningsOf(path: string): string[] {
  const withoutQuery = path.replace(/[?#].*$/s, '');
  const meanings = [path, withoutQuery, decoded(path), decoded(withoutQuery)];
  return meanings.map((each) => posix.normalize(plainPath(each)));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
