import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';

/** One PostgreSQL for all runs, or the one in `TEST_DATABASE_URL`: its start takes longer than most tests. */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL) return { url: TEST_DATABASE_URL, stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-mutations-db-'));
  // PostgreSQL may run as another account.
  await chmod(folder, 0o755);
  const { url, stop } = await startEmbedded(folder, {
    owner: 'the mutation check',
    // No data outlives the check, so durability is not needed.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' },
  });
  return {
    url,
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
