/** A setting that the operator can change. */
export interface Variable<Value> {
  /** The environment variable. */
  name: string;
  /** The default as the operator would write it; empty when there is none. */
  standard: string;
  /** One sentence for the operator's page. */
  meaning: string;
  /** @throws an error whose message completes "PORT must be …" */
  read: (text: string) => Value;
  /** The name in the previous version. It still works and prints a notice. */
  formerName?: string;
}

/** The values of settings, once they are read. */
export type ValuesOf<Variables extends Record<string, { read: (text: string) => unknown }>> = {
  [Key in keyof Variables]: ReturnType<Variables[Key]['read']>;
};

export function variable<Value>(
  name: string,
  standard: string,
  meaning: string,
  read: (text: string) => Value,
): Variable<Value> {
  return { name, standard, meaning, read };
}

/** The same setting, which the previous version read from `formerName`. */
export const renamed = <Value>(formerName: string, setting: Variable<Value>): Variable<Value> => ({
  ...setting,
  formerName,
});

/** The variable that sets this setting. The new name wins if both are set. */
export function usedName({ name, formerName }: Variable<unknown>, env: NodeJS.ProcessEnv): string {
  return formerName && !env[name]?.trim() && env[formerName]?.trim() ? formerName : name;
}
