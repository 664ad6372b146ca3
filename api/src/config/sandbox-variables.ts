import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserFacingError } from '../platform/errors/user-facing-error.ts';
import { isRecord } from '../platform/json/is-record.ts';
import { type Config, readConfig } from './config.ts';

/** The payment sandbox of a running shop: its address, and the variables an operator would set to use it. */
export interface StoredSandbox {
  url: string;
  variables: Readonly<Record<string, string>>;
}

/**
 * `npm start` runs the sandbox and chooses its port. It stores the address and the keys in this file, where
 * other commands find them. The keys are valid only for this sandbox.
 */
const fileIn = (dataFolder: string) => join(dataFolder, 'payment-sandbox.json');

export async function storeSandbox(dataFolder: string, sandbox: StoredSandbox): Promise<void> {
  await writeFile(fileIn(dataFolder), `${JSON.stringify(sandbox, null, 2)}\n`, { mode: 0o600 });
}

export const forgetSandbox = (dataFolder: string): Promise<void> => rm(fileIn(dataFolder), { force: true });

/** The sandbox that the shop in this folder runs, or last ran. */
async function readSandbox(dataFolder: string): Promise<StoredSandbox | undefined> {
  const text = await readFile(fileIn(dataFolder), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parseSandbox(text);
}

/** @throws UserFacingError when the file is damaged */
function parseSandbox(text: string): StoredSandbox {
  const stored = parseJson(text);
  if (isRecord(stored) && typeof stored.url === 'string' && isTexts(stored.variables))
    return { url: stored.url, variables: stored.variables };
  throw new UserFacingError(
    'payment-sandbox.json in the data folder is damaged: start the shop again, which rewrites it.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

/** The operator's settings; the sandbox fills in provider settings that are unset. */
export function withSandbox(env: NodeJS.ProcessEnv, variables: Readonly<Record<string, string>>): Config {
  const configured = Object.entries(env).filter(([, value]) => value?.trim());
  return readConfig({ ...variables, ...Object.fromEntries(configured) });
}

/** The configuration of the shop that a command works on, and the address of its sandbox, if it has one. */
export async function readShopConfig(
  env: NodeJS.ProcessEnv,
): Promise<{ config: Config; sandboxUrl: string | undefined }> {
  const config = readConfig(env);
  const sandbox = config.payments === 'test' ? await readSandbox(config.dataFolder) : undefined;
  if (!sandbox) return { config, sandboxUrl: undefined };
  return { config: withSandbox(env, sandbox.variables), sandboxUrl: sandbox.url };
}
