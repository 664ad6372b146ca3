import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { enginePrograms } from '@fynbos/test-kit/search/opensearch-server.ts';

const run = promisify(execFile);
const source = join(import.meta.dirname, 'opensearch');

/**
 * Fetches OpenSearch from Maven Central into `.cache/engines`, once: 53 MB, with Maven and Java 17 or
 * newer.
 * @returns the reason as a sentence when it is not available, otherwise undefined
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
  // The folder is renamed when complete, so an interrupted fetch leaves no usable-looking folder.
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
  if (code === 'ENOENT') return `OpenSearch could not be fetched: ${path} is not installed`;
  const reason = `${stdout ?? ''}${stderr ?? ''}`.split('\n').find((outputLine) => /error/i.test(outputLine));
  return `OpenSearch could not be fetched: ${reason ?? message}`;
}
