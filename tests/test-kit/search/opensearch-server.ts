import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../network/free-port.ts';

/** Folder of the OpenSearch programs that `npm run test:stress -- search` and the benchmarks download. */
export const enginePrograms = fileURLToPath(
  new URL('../../../.cache/engines/opensearch-2.19.1/', import.meta.url),
);

/** Why no OpenSearch is available for tests; undefined when one is. */
export const noOpenSearch = process.env.OPENSEARCH_URL ? undefined : whyNoneOfOurOwn();

function whyNoneOfOurOwn(): string | undefined {
  if (!existsSync(join(enginePrograms, 'Engine.class')))
    return 'no OpenSearch is available: `npm run test:stress -- search` downloads one (needs Java 17 and Maven), or OPENSEARCH_URL names one';
  return spawnSync('java', ['-version']).error && 'no Java is available to run OpenSearch';
}

export interface OpenSearch {
  url: string;
  /** Process id; undefined for an external server. */
  pid: number | undefined;
  stop(): Promise<void>;
}

/**
 * Starts an OpenSearch for tests and measurements: the one named by `OPENSEARCH_URL`, or a new one on a
 * free local port, with a folder that is removed with it.
 * @param memory heap size of the new server, in Java notation
 * @param quick optimise for start-up time rather than for speed
 */
export async function startOpenSearch({ memory = '512m', quick = true } = {}): Promise<OpenSearch> {
  const running = process.env.OPENSEARCH_URL;
  if (running) return { url: running, pid: undefined, stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-opensearch-'));
  const port = await freePort();
  const pace = quick ? ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] : [];
  const javaArgs = [...pace, `-Xms${memory}`, `-Xmx${memory}`, '-cp', `${enginePrograms}:${enginePrograms}*`];
  const child = spawn('java', [...javaArgs, 'Engine', String(port), folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const recentOutput = captureOutput(child);
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child, recentOutput);
  return { url, pid: child.pid, stop: () => end(child, folder) };
}

/** Captures the latest output, for the error message when the server does not start. */
function captureOutput(child: ChildProcess): () => string {
  let output = '';
  const append = (bytes: Buffer) => {
    output = (output + bytes.toString()).slice(-4000);
  };
  child.stdout!.on('data', append);
  child.stderr!.on('data', append);
  return () => output;
}

async function waitUntilReady(url: string, child: ChildProcess, recentOutput: () => string): Promise<void> {
  while (child.exitCode === null) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await wait(100);
  }
  throw new Error(`OpenSearch did not start:\n${recentOutput()}`);
}

/** The server ends when its input ends; it may write to its folder until then. */
async function end(child: ChildProcess, folder: string): Promise<void> {
  const ended = child.exitCode === null ? once(child, 'exit') : undefined;
  child.stdin!.end();
  await ended;
  await rm(folder, { recursive: true, force: true });
}
