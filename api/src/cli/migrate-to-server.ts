import { readConfig, withoutPassword } from '../config/config.ts';
import { address } from '../config/config-values.ts';
import { migrateToServer } from '../platform/backup/server-migration-service.ts';
import { startEmbedded } from '../platform/database/embedded/embedded-postgres.ts';
import { markMigrated, unmarkMigrated } from '../platform/database/embedded/migrated-to-server.ts';
import { messageOf, UserFacingError } from '../platform/errors/user-facing-error.ts';
import { command, print } from './command-runner.ts';
import { describeLoaded, oneWord, since } from './format/backup-format.ts';

const usage = 'npm run migrate-to-server -- postgres://user:password@host/database';

await command(async () => {
  const to = readAddress();
  const { databaseUrl, dataFolder } = readConfig(process.env);
  if (databaseUrl)
    throw new UserFacingError(
      'DATABASE_URL is set: this moves the embedded database of the data folder. Run it without DATABASE_URL.',
    );
  const begin = performance.now();
  const server = withoutPassword(to);
  const embedded = await startEmbedded(dataFolder, { owner: 'npm run migrate-to-server' });
  try {
    const moved = await migrateToServer(embedded.url, to, {
      write: () => markMigrated(dataFolder, server),
      remove: () => unmarkMigrated(dataFolder),
    });
    const [loaded, ...more] = describeLoaded(moved);
    print(`Moved to ${server} in ${since(begin)}: ${loaded}.`);
    for (const line of more) print(line);
    print(`Now set DATABASE_URL to it, with its password, and start. The old database stays as it is.`);
  } finally {
    await embedded.stop();
  }
});

function readAddress(): string {
  const word = oneWord(process.argv.slice(2), usage);
  try {
    return address('postgres:', 'postgresql:')(word);
  } catch (cause) {
    throw new UserFacingError(`The server must be ${messageOf(cause)}: ${usage}`, { cause });
  }
}
