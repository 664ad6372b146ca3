import { spawn } from 'node:child_process';
import { connect } from '@fynbos/api/db.ts';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '@fynbos/api/platform/database/migrate.ts';
import type { TestProject } from 'vitest/node';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { databaseAt, onServer } from './test-database.ts';

interface TestServer {
  url: string;
  stop(): Promise<void>;
}

// Every project that needs a database calls this in the same process, so the server is started once.
const shared = globalThis as { fynbosTestServer?: Promise<TestServer> };

/**
 * Vitest's global set-up: one PostgreSQL for all tests, or the one in `TEST_DATABASE_URL`, with a template
 * to copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.fynbosTestServer ??= startServer();
  const { url, stop } = await shared.fynbosTestServer;
  project.provide('testDatabase', { server: url, template });
  return stop;
}

const template = `fynbos_template_${process.pid}`;

async function startServer(): Promise<TestServer> {
  const server = process.env.TEST_DATABASE_URL
    ? givenServer(process.env.TEST_DATABASE_URL)
    : await ownServer();
  await onServer(server.url, `create database ${template}`);
  const db = connect(databaseAt(server.url, template), 1);
  await migrate(db).finally(() => db.destroy());
  return server;
}

function givenServer(url: string): TestServer {
  return { url, stop: once(() => onServer(url, `drop database if exists ${template} with (force)`)) };
}

async function ownServer(): Promise<TestServer> {
  const { folder, remove } = await temporaryFolder();
  const embedded = await startEmbedded(folder, {
    owner: 'the tests',
    // No data outlives the tests, so durability is not needed.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' },
  });
  const watchdog = watchOver(embedded.folder, folder);
  const stop = once(async () => {
    watchdog.kill();
    await embedded.stop();
    await remove();
  });
  return { url: embedded.url, stop };
}

/**
 * A killed test run cannot stop its server. This watchdog reads from a pipe that closes with the run, then
 * stops the server and removes its files.
 */
function watchOver(cluster: string, folder: string) {
  const script = 'read -r _; kill -INT "$(head -n 1 "$0/postmaster.pid")" && sleep 2; rm -rf "$1"';
  const watchdog = spawn('sh', ['-c', script, cluster, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.on('error', () => {});
  watchdog.unref();
  return watchdog;
}

function once(step: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= step());
}
