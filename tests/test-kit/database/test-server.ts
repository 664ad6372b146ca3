import { spawn } from 'node:child_process';
import { connectDb } from '@fynbos/api/db.ts';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '@fynbos/api/platform/database/migrate.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { databaseAt, demoNameOf, onServer } from './database-server.ts';

interface TestServer {
  url: string;
  stop(): Promise<void>;
}

// Every project that needs a database calls this in the same process, so the server is started once.
const shared = globalThis as { fynbosTestServer?: Promise<TestServer> };

/**
 * Opens the server of this process for tests: one PostgreSQL, or the one in `TEST_DATABASE_URL`, with an empty
 * migrated database to copy.
 */
export async function openTestServer(): Promise<TestServer & { template: string }> {
  shared.fynbosTestServer ??= startServer();
  return { ...(await shared.fynbosTestServer), template };
}

const template = `fynbos_template_${process.pid}`;

async function startServer(): Promise<TestServer> {
  const server = process.env.TEST_DATABASE_URL
    ? givenServer(process.env.TEST_DATABASE_URL)
    : await ownServer();
  await onServer(server.url, `create database ${template}`);
  const db = connectDb(databaseAt(server.url, template), 1);
  await migrate(db).finally(() => db.destroy());
  return server;
}

function givenServer(url: string): TestServer {
  const stop = once(async () => {
    for (const name of [template, demoNameOf(template)])
      await onServer(url, `drop database if exists ${name} with (force)`);
  });
  return { url, stop };
}

async function ownServer(): Promise<TestServer> {
  const { folder, remove } = await temporaryFolder();
  const embedded = await startEmbedded(folder, {
    owner: 'the tests',
    // No data outlives the tests, so durability is not needed, and no table lives long enough for a vacuum.
    settings: {
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' },
      ...{ wal_level: 'minimal', max_wal_senders: '0', checkpoint_timeout: '1h', max_wal_size: '4GB' },
      max_connections: '100',
      // The kernel copies the files of a template, for half of the processor time.
      file_copy_method: 'clone',
    },
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
