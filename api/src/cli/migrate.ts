import { command } from './command-runner.ts';
import { openShopDatabase } from './shop-database.ts';

await command(async () => {
  const { applied, close } = await openShopDatabase('npm run migrate');
  await close();
  console.log(
    applied.length > 0 ? `Schema brought up to ${applied.at(-1)}.` : 'The schema is up to date already.',
  );
});
