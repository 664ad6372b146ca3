import { openDatabase } from '../database/open.ts';
import { findCommand } from './administer.ts';
import { command } from './command.ts';

await command(async () => {
  const run = findCommand(process.argv.slice(2));
  const { db, close } = await openDatabase('npm run admin');
  try {
    for (const line of await run(db)) console.log(line);
  } finally {
    await close();
  }
});
