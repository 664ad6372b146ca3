/** A compiled message: plain text between values. A plural holds a message for each of its branches. */
export type Message = readonly Token[];
type Token = string | readonly [name: string, kind?: string, branches?: Branches];
type Branches = Readonly<Record<string, Message | number>>;

/** What a language says, by id; what is nothing but text stands as that. */
export type Messages = Readonly<Record<string, Message | string>>;
export type MessageValues = Record<string, string | number>;

/** What a language decides about a number in a text. */
export interface NumberWords {
  /** The number as the language writes it. */
  written(value: number): string;
  /** Which branch of a plural it takes: one, few, many, other … */
  plural(value: number): string;
}

/** The message with its values filled in; a value that was not given stays empty. */
export function fillIn(message: Message | string, values: MessageValues, words: NumberWords): string {
  if (typeof message === 'string') return message;
  return message.map((token) => written(token, values, words)).join('');
}

function written(token: Token, values: MessageValues, words: NumberWords): string {
  if (typeof token === 'string') return token;
  const [name, , branches] = token;
  const value = values[name];
  if (branches) return pluralOf(branches, Number(value), values, words);
  return String(value ?? '');
}

/** An exact branch (`=0`) goes before the language's own; `#` is the number less the offset. */
function pluralOf(branches: Branches, value: number, values: MessageValues, words: NumberWords): string {
  const counted = value - ((branches.offset as number | undefined) ?? 0);
  const branch = branches[value] ?? branches[words.plural(counted)] ?? branches.other;
  if (!Array.isArray(branch)) return '';
  const counting = (branch as Message).map((token) => (token === '#' ? words.written(counted) : token));
  return fillIn(counting, values, words);
}
