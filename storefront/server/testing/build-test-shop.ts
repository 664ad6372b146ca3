import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const shop = path.join(import.meta.dirname, 'shop');
const reactRouter = path.join(import.meta.dirname, '../../../node_modules/@react-router/dev/bin.cjs');

/** Builds the test shop into its own folder, as `npm run build` builds the real one. */
export async function buildShop(): Promise<string> {
  const build = await mkdtemp(path.join(tmpdir(), 'fynbos-shop-'));
  const child = spawn(process.execPath, [reactRouter, 'build', shop], {
    env: { ...process.env, NODE_ENV: 'production', TEST_SHOP_BUILD: build },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The test shop did not build:\n${Buffer.concat(output)}`);
  return build;
}
