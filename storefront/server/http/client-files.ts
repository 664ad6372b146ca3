import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Bodies, compressed } from './compression.ts';

/** A file of the browser's build, in memory in every encoding. */
export interface ClientFile {
  type: string;
  /** Its name carries a hash of its content, so it never changes. */
  immutable: boolean;
  /** Browsers revalidate it every time: the service worker controls how they load everything else. */
  isWorker: boolean;
  etag: string;
  bodies: Bodies;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
};
const packable = /^(text|application)\/|svg/;
const compressedName = /\.(br|gz)$/;

/**
 * Reads the browser's build into memory, by URL path. Files and folders whose name starts with a dot are
 * not served.
 */
export async function readClientFiles(folder: string): Promise<Map<string, ClientFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !compressedName.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !path
          .relative(folder, file)
          .split(path.sep)
          .some((part) => part.startsWith('.')),
    );
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, ClientFile]> => {
        const url = `/${path.relative(folder, file).split(path.sep).join('/')}`;
        return [url, await readClientFile(file, url)];
      }),
    ),
  );
}

export async function readClientFile(file: string, url: string): Promise<ClientFile> {
  const [identity, br, gzip] = await Promise.all([
    readFile(file),
    readFile(`${file}.br`).catch(() => undefined),
    readFile(`${file}.gz`).catch(() => undefined),
  ]);
  return {
    type: types[path.extname(file).toLowerCase()] ?? 'application/octet-stream',
    immutable: url.startsWith('/assets/'),
    isWorker: url === '/service-worker.js',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
}

/** Writes `.br` and `.gz` beside every text file of the build, so that no request compresses it. */
export async function compressClientFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && packable.test(types[path.extname(entry.name)] ?? ''))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const { br, gzip } = await compressed(await readFile(file), 11);
      if (br) await writeFile(`${file}.br`, br);
      if (gzip) await writeFile(`${file}.gz`, gzip);
    }),
  );
}
