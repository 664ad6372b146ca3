import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from './config.ts';

/** The payment sandbox of a running shop: where it is, and what an operator would set to use it. */
export interface KeptSandbox {
  url: string;
  variables: Readonly<Record<string, string>>;
}

/**
 * `npm start` runs the sandbox and chooses its port, so it leaves its address and its keys, which open nothing
 * anywhere else, where commands beside it find them.
 */
const fileIn = (dataFolder: string) => join(dataFolder, 'payment-sandbox.json');

export async function keepSandbox(dataFolder: string, sandbox: KeptSandbox): Promise<void> {
  await writeFile(fileIn(dataFolder), `${JSON.stringify(sandbox, null, 2)}\n`, { mode: 0o600 });
}

export const forgetSandbox = (dataFolder: string): Promise<void> => rm(fileIn(dataFolder), { force: true });

/** The sandbox that the shop in this folder runs, or ran last. */
async function readSandbox(dataFolder: string): Promise<KeptSandbox | undefined> {
  const text = await readFile(fileIn(dataFolder), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as KeptSandbox);
}

/** What an operator set, and for pretend money what the sandbox has instead of what is not set. */
export function withSandbox(env: NodeJS.ProcessEnv, variables: Readonly<Record<string, string>>): Config {
  const own = Object.entries(env).filter(([, value]) => value?.trim());
  return readConfig({ ...variables, ...Object.fromEntries(own) });
}

/** The configuration of the shop beside which a command runs, and its sandbox, if it has one. */
export async function readShopConfig(
  env: NodeJS.ProcessEnv,
): Promise<{ config: Config; sandboxUrl: string | undefined }> {
  const config = readConfig(env);
  const sandbox = config.payments === 'test' ? await readSandbox(config.dataFolder) : undefined;
  if (!sandbox) return { config, sandboxUrl: undefined };
  return { config: withSandbox(env, sandbox.variables), sandboxUrl: sandbox.url };
}
