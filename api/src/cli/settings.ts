import { readConfig, variables, withoutPassword } from '../config/config.ts';
import { usedName, type Variable } from '../config/config-variable.ts';
import { readEnvFile } from '../config/environment.ts';
import { type AdminCommands, InvalidArgsError, takeCommandArgs } from './commands/admin-command.ts';

const settings: readonly Variable<unknown>[] = Object.values(variables);

/** `npm run admin -- settings …`. Settings are changed where they are set, not by a command. */
export const settingsCommands: AdminCommands = {
  list: {
    args: '[TEXT]',
    does: 'list the settings whose name contains the text: value, source and meaning',
    async run({ env }, args) {
      if (args.length > 1) throw new InvalidArgsError();
      // Throws if a setting is invalid.
      readConfig(env);
      const text = (args[0] ?? '').toUpperCase();
      const ofFile = readEnvFile(env);
      return settings
        .filter(({ name }) => name.includes(text))
        .flatMap((setting) => [`${setting.name}  ${describe(setting, env, ofFile)}`, `  ${setting.meaning}`]);
    },
  },
  example: {
    args: '',
    does: 'print a file .env with every setting, its default and its meaning',
    async run(_shop, args) {
      takeCommandArgs(args, 0);
      return [exampleFile().trimEnd()];
    },
  },
};

/** The value of a setting, and where it is set. */
function describe(
  setting: Variable<unknown>,
  env: NodeJS.ProcessEnv,
  ofFile: Readonly<Record<string, string>>,
): string {
  const name = usedName(setting, env);
  const value = env[name]?.trim();
  if (!value) return setting.standard ? `${setting.standard} (default)` : 'not set';
  const source = ofFile[name]?.trim() === value ? '.env' : 'environment';
  const former = name === setting.name ? '' : `, as ${name}`;
  return `${isSecret(name) ? '(hidden)' : withoutPassword(value)} (${source}${former})`;
}

const isSecret = (name: string): boolean => /_(KEY|SECRET|TOKEN)$/.test(name);

/** The content of `.env.example`. */
export function exampleFile(): string {
  const head =
    '# Settings of the shop. Copy this file to .env and set what you need; the environment has precedence.\n' +
    '# A secret can also be in a file: PAYPAL_SECRET_FILE=/run/secrets/paypal. See docs/operations/settings.md.\n';
  const entries = settings.map(({ name, standard, meaning }) => {
    const isQuoted = /[\s#"]/.test(standard);
    return `# ${meaning}\n# ${name}=${isQuoted ? `"${standard}"` : standard}\n`;
  });
  return [head, ...entries].join('\n');
}
