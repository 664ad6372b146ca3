// Runs a TypeScript file of the project: `node scripts/run.js server/main.ts`. Plain JavaScript, so that an older Node
// than the project's own can start that one, or say what is missing.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const oldest = 24;

/**
 * The path of the Node that npm installed from the lockfile (`scripts/node-runtime`); undefined when there is none, because
 * npm itself ran on a new enough one.
 */
function findPinnedNode() {
  const require = module.createRequire(import.meta.url);
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, 'node-runtime/pinned/package.json'), 'utf8'),
  );
  const platform = `-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const name = Object.keys(manifest.optionalDependencies).find((key) => key.endsWith(platform));
  try {
    const place = require.resolve(`${name}/package.json`);
    return join(place, '..', require(place).bin.node);
  } catch {
    return undefined;
  }
}

/** Runs the same command with another Node. This process only forwards signals, and ends as the other one ends. */
function runWith(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.removeAllListeners(signal ?? 'exit');
    // Without a listener, the same signal ends this process too.
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}

if (Number(process.versions.node.split('.')[0]) >= oldest) {
  // What was compiled once is read the next time: a third of the time before the first line of ours, and 20 MB less.
  module.enableCompileCache(join(import.meta.dirname, '../.cache/node'));
  const script = resolve(process.argv[2] ?? '');
  // The script sees its arguments as if it had been started itself.
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
} else {
  const pinned = findPinnedNode();
  if (pinned) runWith(pinned);
  else {
    console.error(
      `This needs Node ${oldest} and found ${process.versions.node}: run "npm ci" to install the project’s own, or install Node ${oldest} from https://nodejs.org.`,
    );
    process.exitCode = 1;
  }
}
