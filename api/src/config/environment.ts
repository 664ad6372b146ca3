import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { editDistance } from '@fynbos/core/search/text/fuzzy.ts';
import { UserFacingError } from '../platform/errors/user-facing-error.ts';
import { variables } from './config.ts';
import type { Variable } from './config-variable.ts';

const project = join(import.meta.dirname, '../../..');
const standardFile = '.env';

/** Names of all settings, former ones included. */
const settingNames: ReadonlySet<string> = new Set(
  Object.values<Variable<unknown>>(variables).flatMap(({ name, formerName }) =>
    formerName ? [name, formerName] : [name],
  ),
);

/**
 * Completes the environment of this process, once, before its settings are read: variables that are not set
 * come from the file `.env` of the project, or the one that `ENV_FILE` names (`off` for none), and the value
 * of `NAME_FILE` is read from that file, as container platforms pass secrets.
 * @returns a warning for each variable that looks like a misspelt setting
 * @throws UserFacingError when a file cannot be read, or a setting has both a value and a file
 */
export function loadEnvironment(env: NodeJS.ProcessEnv = process.env, folder = project): string[] {
  const ofFile = readEnvFile(env, folder);
  for (const [name, value] of Object.entries(ofFile)) if (!env[name]?.trim()) env[name] = value;
  for (const name of settingNames) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (env[name]?.trim())
      throw new UserFacingError(`${name} and ${name}_FILE are both set: keep one of them.`);
    env[name] = readText(path, `${name}_FILE`).trim();
    // A child process, or a second call, finds the value itself.
    delete env[`${name}_FILE`];
  }
  return [
    ...Object.keys(ofFile).flatMap((name) => unknownInFile(name) ?? []),
    ...Object.keys(env).flatMap((name) => (name in ofFile ? [] : (misspelt(name) ?? []))),
  ];
}

/** The variables of the file `.env`; none if there is no such file. */
export function readEnvFile(env: NodeJS.ProcessEnv, folder = project): Record<string, string> {
  const requested = env.ENV_FILE?.trim();
  if (requested === 'off') return {};
  const path = join(folder, standardFile);
  if (!requested && !existsSync(path)) return {};
  const parsed = parseEnv(readText(requested ?? path, 'ENV_FILE'));
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, value ?? '']));
}

function readText(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new UserFacingError(`${name} names ${path}, which cannot be read.`, { cause });
  }
}

const isKnown = (name: string): boolean =>
  settingNames.has(name) || settingNames.has(name.replace(/_FILE$/, ''));

/** Every variable of the file is meant for the shop. */
function unknownInFile(name: string): string | undefined {
  if (isKnown(name) || name === 'NODE_ENV') return undefined;
  return misspelt(name) ?? `${name} in ${standardFile} is not a setting of the shop.`;
}

/** An environment has many variables for other programs, so only names close to a setting are reported. */
function misspelt(name: string): string | undefined {
  if (isKnown(name) || name.length < 6) return undefined;
  const near = [...settingNames].find((known) => editDistance(name, known, 2) <= 2);
  return near && `${name} is not a setting: did you mean ${near}?`;
}
