import { findAdminCommand } from './admin-runner.ts';
import { command } from './command-runner.ts';
import { openShopDatabase } from './shop-database.ts';

await command(async () => {
  const run = findAdminCommand(process.argv.slice(2));
  const { db, close } = await openShopDatabase('npm run admin');
  try {
    for (const line of await run(db)) console.log(line);
  } finally {
    await close();
  }
});
