import { decimalToCents } from '../money.ts';
import type { ChosenValue } from '../pricing/options.ts';
import { readChoice, type WrittenChoices } from './choice-query.ts';
import type { CustomOption } from './entities.ts';
import type { OptionValue } from './product-option.ts';

/**
 * What was chosen of each custom option, by its id: the text that was typed, the id of the value, or ids with
 * commas between, as `option_value` says it (wire contract 1.1). Empty is nothing chosen.
 */
export type CustomChoices = Readonly<Record<number, string>>;

/** How an option is answered, by its type (wire contract 2.2). A file cannot be given here. */
export const answers = {
  field: 'text',
  area: 'text',
  date: 'date',
  drop_down: 'one',
  select: 'one',
  radio: 'one',
  checkbox: 'several',
  multiple: 'several',
} as const;
export type Answer = (typeof answers)[keyof typeof answers] | undefined;

/** @returns undefined for a type the shop does not offer, such as `file` */
export function answerOf({ type }: Pick<CustomOption, 'type'>): Answer {
  return Object.hasOwn(answers, type) ? answers[type as keyof typeof answers] : undefined;
}

/** The options in the order a shopper meets them; those that cannot be answered only where they are required. */
export function offeredOptions(options: readonly CustomOption[]): CustomOption[] {
  return options
    .filter((option) => option.is_require || answerOf(option) !== undefined)
    .toSorted((one, other) => one.sort_order - other.sort_order);
}

/** What stands there first (wire contract 8.4): of radios the first value, otherwise nothing. */
export function defaultCustomChoices(options: readonly CustomOption[]): CustomChoices {
  return Object.fromEntries(options.map((option) => [option.option_id, defaultOf(option)]));
}

function defaultOf({ type, values }: CustomOption): string {
  const [first] = values.toSorted((one, other) => one.sort_order - other.sort_order);
  return type === 'radio' && first ? String(first.option_type_id) : '';
}

export type CustomProblem = 'required' | 'too_long' | 'unknown_value' | 'not_a_date' | 'not_offered';

/** The name of an option's problem (wire contract 8.4). */
export function customKey({ option_id }: Pick<CustomOption, 'option_id'>): string {
  return `custom_options_customOption_${option_id}`;
}

/** What keeps the product out of the cart, by option; empty when everything is chosen as it must be. */
export function customProblems(
  options: readonly CustomOption[],
  choices: CustomChoices,
): Record<string, CustomProblem> {
  const found = options.flatMap((option) => {
    const problem = customProblem(option, choices[option.option_id] ?? '');
    return problem ? [[customKey(option), problem] as const] : [];
  });
  return Object.fromEntries(found);
}

function customProblem(option: CustomOption, chosen: string): CustomProblem | undefined {
  const answer = answerOf(option);
  if (!answer) return option.is_require || chosen !== '' ? 'not_offered' : undefined;
  if (answer === 'several' ? idsOf(chosen).length === 0 : chosen.trim() === '')
    return option.is_require ? 'required' : undefined;
  if (answer === 'text') return isTooLong(option, chosen) ? 'too_long' : undefined;
  if (answer === 'date') return isDate(chosen) ? undefined : 'not_a_date';
  const ids = answer === 'one' ? [chosen] : idsOf(chosen);
  // A value is taken once: it would cost twice, and be said once.
  const areKnown = new Set(ids).size === ids.length && ids.every((id) => valueWith(option, id));
  return areKnown ? undefined : 'unknown_value';
}

/** Characters as people count them: an emoji is one. */
function isTooLong({ max_characters: most }: CustomOption, text: string): boolean {
  return most !== undefined && most > 0 && [...text].length > most;
}

/** `2026-11-20`, a day that exists. */
function isDate(text: string): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

function valueWith({ values }: CustomOption, id: string) {
  return values.find((value) => String(value.option_type_id) === id);
}

/** The ids of an answer that may hold several. */
export function idsOf(chosen: string): string[] {
  return chosen.split(',').filter((id) => id !== '');
}

/** What the chosen values cost (commerce 4); a text has the price of its option once it is given. */
export function chosenValues(options: readonly CustomOption[], choices: CustomChoices): ChosenValue[] {
  return options.flatMap((option) => {
    const chosen = choices[option.option_id] ?? '';
    const answer = answerOf(option);
    if (!answer || chosen.trim() === '') return [];
    if (answer === 'text' || answer === 'date') return priceOfText(option);
    return idsOf(chosen).flatMap((id) => valueWith(option, id) ?? []);
  });
}

function priceOfText({ option_id, price = 0, price_type = 'fixed' }: CustomOption): ChosenValue[] {
  return decimalToCents(price) ? [{ option_type_id: option_id, price, price_type }] : [];
}

/** The choice as the cart keeps it; what was left empty is left out. */
export function customOptionValues(options: readonly CustomOption[], choices: CustomChoices): OptionValue[] {
  return options.flatMap(({ option_id }) => {
    const option_value = (choices[option_id] ?? '').trim();
    return option_value === '' ? [] : [{ option_id: String(option_id), option_value }];
  });
}

/** The choice that a line of the cart stands for; the inverse of `customOptionValues`. */
export function customChoicesOf(values: readonly OptionValue[]): CustomChoices {
  return Object.fromEntries(values.map(({ option_id, option_value }) => [option_id, option_value]));
}

/** What an address says of each option, in the place of what stands there first. Values nobody knows say nothing. */
export function readCustomChoices(options: readonly CustomOption[], query: URLSearchParams): CustomChoices {
  const read = options.map((option): [number, string] => {
    const written = readChoice(query, parameterOf(option));
    return [option.option_id, written ? known(option, written) : defaultOf(option)];
  });
  return Object.fromEntries(read);
}

function known(option: CustomOption, written: readonly string[]): string {
  const answer = answerOf(option);
  if (answer === 'text') return written.join('\n');
  if (answer === 'date') return isDate(written[0] ?? '') ? written[0]! : '';
  const ids = [...new Set(written)].filter((id) => valueWith(option, id));
  if (answer === 'several') return ids.join(',');
  return ids[0] ?? (written.length > 0 ? defaultOf(option) : '');
}

/** What differs from what stands there first, for the address. */
export function writeCustomChoices(options: readonly CustomOption[], choices: CustomChoices): WrittenChoices {
  return options.flatMap((option) => {
    const chosen = choices[option.option_id] ?? '';
    if (chosen === defaultOf(option)) return [];
    const several = answerOf(option) === 'several' ? idsOf(chosen) : [chosen];
    return several.map((one) => [parameterOf(option), one] as const);
  });
}

/** `o3`: the parameter an option has in an address and in a form. */
export function parameterOf({ option_id }: Pick<CustomOption, 'option_id'>): string {
  return `o${option_id}`;
}
