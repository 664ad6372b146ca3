/** A compiled message: plain text and placeholders. A plural has a message for each of its branches. */
export type Message = readonly Token[];
type Token = string | readonly [name: string, kind?: string, branches?: Branches];
type Branches = Readonly<Record<string, Message | number>>;

/** The messages of a language by id; a message that is only text is a string. */
export type Messages = Readonly<Record<string, Message | string>>;
export type MessageValues = Record<string, string | number>;

/** The number rules of a language. */
export interface NumberRules {
  /** Formats a number. */
  written(value: number): string;
  /** The plural branch of a number: one, few, many, other … */
  plural(value: number): string;
}

/** The message with its values; a missing value is left empty. */
export function formatMessage(message: Message | string, values: MessageValues, rules: NumberRules): string {
  if (typeof message === 'string') return message;
  return message.map((token) => written(token, values, rules)).join('');
}

function written(token: Token, values: MessageValues, rules: NumberRules): string {
  if (typeof token === 'string') return token;
  const [name, , branches] = token;
  const value = values[name];
  if (branches) return pluralOf(branches, Number(value), values, rules);
  return String(value ?? '');
}

/** An exact branch (`=0`) takes precedence over the plural categories; `#` is the number less the offset. */
function pluralOf(branches: Branches, value: number, values: MessageValues, rules: NumberRules): string {
  const { offset } = branches;
  const counted = value - (typeof offset === 'number' ? offset : 0);
  const branch = branches[value] ?? branches[rules.plural(counted)] ?? branches.other;
  if (typeof branch !== 'object') return '';
  const counting = branch.map((token) => (token === '#' ? rules.written(counted) : token));
  return formatMessage(counting, values, rules);
}
