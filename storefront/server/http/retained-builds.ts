import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ClientFile, readClientFile } from './client-files.ts';

/** The hashed files of earlier and later builds: tabs that were opened before a deploy load their parts from them. */
export interface RetainedBuilds {
  /** The file of any kept build at this URL path. */
  find(pathname: string): Promise<ClientFile | undefined>;
}

/** What the folder stores about a build. */
interface BuildRecord {
  id: string;
  /** When a process of this build started last, in milliseconds since 1970. */
  startedAt: number;
  files: string[];
}

const retainedCount = 5;
const retainedMs = 7 * 24 * 60 * 60 * 1000;
const recordName = /^([\w-]+)\.json$/;
/** A name of the build; the compressed forms beside a file are not files of their own. */
const servedPath = /^\/assets\/(\w[\w.-]*)$/;
const compressedName = /\.(br|gz)$/;

/**
 * Copies the hashed files of a build to a folder that other versions read, and deletes those of builds that
 * are neither among the last five nor were in use within the last seven days. Several processes may do this
 * at the same time.
 * @param client the folder of the browser's build
 */
export async function retainBuild(folder: string, client: string, now: number): Promise<void> {
  const source = path.join(client, 'assets');
  const target = path.join(folder, 'assets');
  const files = (await readdir(source)).sort();
  const id = createHash('sha256').update(files.join('\n')).digest('base64url').slice(0, 16);
  await mkdir(target, { recursive: true });
  // The record comes first, so that another process keeps the files from now on.
  const record: BuildRecord = { id, startedAt: now, files };
  await writeWhole(path.join(folder, `${id}.json`), (file) => writeFile(file, JSON.stringify(record)));
  await Promise.all(files.map((name) => retainFile(path.join(source, name), path.join(target, name), now)));
  await prune(folder, now);
}

/** The builds in a folder, read at each request: another process may add one at any time. */
export const retainedBuildsIn = (folder: string): RetainedBuilds => ({
  async find(pathname) {
    const name = servedPath.exec(pathname)?.[1];
    if (name === undefined || compressedName.test(name)) return undefined;
    return readClientFile(path.join(folder, 'assets', name), pathname).catch(() => undefined);
  },
});

async function retainFile(source: string, target: string, now: number): Promise<void> {
  const present = await stat(target).catch(() => undefined);
  const size = present && (await stat(source)).size;
  if (!present || present.size !== size) await writeWhole(target, (file) => copyFile(source, file));
  // Another process that is pruning sees that the file is in use.
  const time = new Date(now);
  await utimes(target, time, time);
}

/** A file appears under its name only when it is complete. */
async function writeWhole(file: string, write: (file: string) => Promise<void>): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await write(temporary);
  await rename(temporary, file);
}

async function prune(folder: string, now: number): Promise<void> {
  const records = await readRecords(folder);
  const retained = records.filter((_record, index) => {
    // A build was in use until the next one started.
    const replacedAt = records[index - 1]?.startedAt ?? now;
    return index < retainedCount || replacedAt > now - retainedMs;
  });
  const retainedIds = new Set(retained.map(({ id }) => id));
  const retainedFiles = new Set(retained.flatMap(({ files }) => files));
  const assets = path.join(folder, 'assets');
  for (const name of await readdir(assets)) {
    const file = path.join(assets, name);
    const isOld = ((await stat(file).catch(() => undefined))?.mtimeMs ?? 0) <= now - retainedMs;
    if (!retainedFiles.has(name) && isOld) await rm(file, { force: true });
  }
  for (const { id } of records)
    if (!retainedIds.has(id)) await rm(path.join(folder, `${id}.json`), { force: true });
}

/** The records of all builds, the latest first; a damaged record counts as none. */
async function readRecords(folder: string): Promise<BuildRecord[]> {
  const names = (await readdir(folder)).filter((name) => recordName.test(name));
  const records = await Promise.all(names.map((name) => readRecord(path.join(folder, name))));
  return records
    .filter((record) => record !== undefined)
    .sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? -1 : 1));
}

async function readRecord(file: string): Promise<BuildRecord | undefined> {
  try {
    // Written by `retainBuild`.
    const record = JSON.parse(await readFile(file, 'utf8')) as BuildRecord;
    return Array.isArray(record.files) && Number.isFinite(record.startedAt) ? record : undefined;
  } catch {
    return undefined;
  }
}
