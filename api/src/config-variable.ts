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
}

export function variable<Value>(
  name: string,
  standard: string,
  meaning: string,
  read: (text: string) => Value,
): Variable<Value> {
  return { name, standard, meaning, read };
}
