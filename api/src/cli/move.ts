import { move } from '../backup/move-service.ts';
import { readConfig, withoutPassword } from '../config.ts';
import { address } from '../config-values.ts';
import { startEmbedded } from '../database/embedded.ts';
import { noteMoved, unnoteMoved } from '../database/moved.ts';
import { UserFacingError } from '../database/start-problem.ts';
import { describeLoaded, oneWord, since } from './backup-text.ts';
import { command } from './command.ts';

const usage = 'npm run move -- postgres://user:password@host/database';

await command(async () => {
  const to = readAddress();
  const { databaseUrl, dataFolder } = readConfig(process.env);
  if (databaseUrl)
    throw new UserFacingError(
      'DATABASE_URL is set: this moves the embedded database of the data folder. Run it without DATABASE_URL.',
    );
  const begin = performance.now();
  const server = withoutPassword(to);
  const embedded = await startEmbedded(dataFolder, { owner: 'npm run move' });
  try {
    const moved = await move(embedded.url, to, {
      write: () => noteMoved(dataFolder, server),
      remove: () => unnoteMoved(dataFolder),
    });
    const [loaded, ...more] = describeLoaded(moved);
    console.log(`Moved to ${server} in ${since(begin)}: ${loaded}.`);
    for (const line of more) console.log(line);
    console.log(`Now set DATABASE_URL to it, with its password, and start. The old database stays as it is.`);
  } finally {
    await embedded.stop();
  }
});

function readAddress(): string {
  const word = oneWord(process.argv.slice(2), usage);
  try {
    return address('postgres:', 'postgresql:')(word);
  } catch (cause) {
    throw new UserFacingError(`The server must be ${(cause as Error).message}: ${usage}`, { cause });
  }
}
