// Runs a TypeScript file of the project: `node scripts/run.js server/main.ts`. Plain JavaScript, so that an older Node
// than the project's own can still say what is missing.
import module from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This needs Node 24 and found ${process.versions.node}: run "npm rebuild node --ignore-scripts=false --foreground-scripts" to fetch the project’s own, or install Node 24 from https://nodejs.org.`,
  );
  process.exit(1);
}
// What was compiled once is read the next time: a third of the time before the first line of ours, and 20 MB less.
module.enableCompileCache(join(import.meta.dirname, '../.cache/node'));
const script = resolve(process.argv[2] ?? '');
// The script sees its arguments as if it had been started itself.
process.argv.splice(1, 2, script);
await import(pathToFileURL(script).href);
