import { openDatabase } from '../platform/database/open-database.ts';
import { findCommand } from './admin-runner.ts';
import { command } from './command-runner.ts';

await command(async () => {
  const run = findCommand(process.argv.slice(2));
  const { db, close } = await openDatabase('npm run admin');
  try {
    for (const line of await run(db)) console.log(line);
  } finally {
    await close();
  }
});
