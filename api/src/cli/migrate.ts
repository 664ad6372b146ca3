import { openDatabase } from '../platform/database/open-database.ts';
import { command } from './command-runner.ts';

await command(async () => {
  const { applied, close } = await openDatabase('npm run migrate');
  await close();
  console.log(
    applied.length > 0 ? `Schema brought up to ${applied.at(-1)}.` : 'The schema is up to date already.',
  );
});
