import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

/** Where `npm run torture -- search` and the benches put the engine's programs once they have fetched them. */
export const enginePrograms = fileURLToPath(
  new URL('../../../.cache/engines/opensearch-2.19.1/', import.meta.url),
);

/** Why there is no OpenSearch to test against; undefined when there is. */
export const noOpenSearch = process.env.OPENSEARCH_URL ? undefined : whyNoneOfOurOwn();

function whyNoneOfOurOwn(): string | undefined {
  if (!existsSync(join(enginePrograms, 'Engine.class')))
    return 'no OpenSearch is here: `npm run torture -- search` fetches one (needs Java 17 and Maven), or OPENSEARCH_URL names one';
  return spawnSync('java', ['-version']).error && 'there is no Java to run OpenSearch with';
}

export interface OpenSearch {
  url: string;
  /** Its process; undefined for one that runs by itself. */
  pid: number | undefined;
  stop(): Promise<void>;
}

/**
 * An OpenSearch for tests and measurements: the one that `OPENSEARCH_URL` names, or one of our own on a free port of this
 * machine, in a folder that is taken away with it.
 *
 * @param memory the heap of its own one, as Java writes it
 * @param quick whether it starts fast rather than runs fast
 */
export async function startOpenSearch({ memory = '512m', quick = true } = {}): Promise<OpenSearch> {
  const running = process.env.OPENSEARCH_URL;
  if (running) return { url: running, pid: undefined, stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-opensearch-'));
  const port = await freePort();
  const pace = quick ? ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] : [];
  const words = [...pace, `-Xms${memory}`, `-Xmx${memory}`, '-cp', `${enginePrograms}:${enginePrograms}*`];
  const child = spawn('java', [...words, 'Engine', String(port), folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = lastWords(child);
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url, child, said);
  return { url, pid: child.pid, stop: () => end(child, folder) };
}

/** What it said last, for whoever asks why it does not start. */
function lastWords(child: ChildProcess): () => string {
  let said = '';
  const hear = (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-4000);
  };
  child.stdout!.on('data', hear);
  child.stderr!.on('data', hear);
  return () => said;
}

async function untilItAnswers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  while (child.exitCode === null) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await wait(100);
  }
  throw new Error(`OpenSearch did not start:\n${said()}`);
}

/** It ends when its input does; its folder may be written to until then. */
async function end(child: ChildProcess, folder: string): Promise<void> {
  const ended = child.exitCode === null ? once(child, 'exit') : undefined;
  child.stdin!.end();
  await ended;
  await rm(folder, { recursive: true, force: true });
}
