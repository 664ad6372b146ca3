import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { enginePrograms } from '@fynbos/api/testing/opensearch.ts';

const run = promisify(execFile);
const source = join(import.meta.dirname, 'opensearch');

/**
 * Fetches a real OpenSearch from Maven Central into `.cache/engines`, once: 53 MB, with Maven and Java 17 or newer.
 *
 * @returns why there is none, in a sentence; undefined when it is there
 */
export async function fetchOpenSearch(): Promise<string | undefined> {
  if (process.env.OPENSEARCH_URL || existsSync(join(enginePrograms, 'Engine.class'))) return undefined;
  const half = `${enginePrograms.replace(/\/$/, '')}.part`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { recursive: true });
  try {
    await run('mvn', ['-q', '-B', '-f', join(source, 'pom.xml'), copy, `-DoutputDirectory=${half}`]);
    await run('javac', ['-cp', `${half}/*`, '-d', half, join(source, 'Engine.java')]);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    return whyNot(error as NodeJS.ErrnoException & { stdout?: string; stderr?: string });
  }
  // What is there is whole: a fetch that breaks off leaves nothing that looks like it.
  await rename(half, enginePrograms);
  return undefined;
}

const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

function whyNot({
  code,
  path,
  stdout,
  stderr,
  message,
}: {
  code?: string | number;
  path?: string;
  stdout?: string;
  stderr?: string;
  message: string;
}): string {
  if (code === 'ENOENT') return `no OpenSearch could be fetched: there is no ${path} on this machine`;
  const said = `${stdout ?? ''}${stderr ?? ''}`.split('\n').find((line) => /error/i.test(line));
  return `no OpenSearch could be fetched: ${said ?? message}`;
}
