import { cleanText } from '../../clean-text.ts';
import { decimalToCents } from '../../money.ts';
import type { ChosenValue } from '../../pricing/option-prices.ts';
import type { CustomOption } from '../entities.ts';
import type { OptionValue } from '../product-option.ts';
import { readChoice, type WrittenChoices } from './choice-query.ts';

/**
 * The choice for each custom option by its id: typed text, the id of a value, or ids separated by commas,
 * as in `option_value` (wire contract 1.1). An empty string means no choice.
 */
export type CustomChoices = Readonly<Record<number, string>>;

/** Input kind of an option, by its type (wire contract 2.2). File options are not supported. */
const inputKinds = {
  field: 'text',
  area: 'text',
  date: 'date',
  drop_down: 'one',
  select: 'one',
  radio: 'one',
  checkbox: 'several',
  multiple: 'several',
} as const;
export type InputKind = (typeof inputKinds)[keyof typeof inputKinds] | undefined;

/** @returns undefined for a type the shop does not offer, such as `file` */
export function inputKindOf({ type }: Pick<CustomOption, 'type'>): InputKind {
  // `Object.hasOwn` proves that the type is a key.
  return Object.hasOwn(inputKinds, type) ? inputKinds[type as keyof typeof inputKinds] : undefined;
}

/** Returns the options in display order; unsupported options only where they are required. */
export function offeredOptions(options: readonly CustomOption[]): CustomOption[] {
  return options
    .filter((option) => option.is_require || inputKindOf(option) !== undefined)
    .toSorted((a, b) => a.sort_order - b.sort_order);
}

/** Returns the preselected values (wire contract 8.4): the first value of radios, otherwise none. */
export function defaultCustomChoices(options: readonly CustomOption[]): CustomChoices {
  return Object.fromEntries(options.map((option) => [option.option_id, defaultOf(option)]));
}

function defaultOf({ type, values }: CustomOption): string {
  const [first] = values.toSorted((a, b) => a.sort_order - b.sort_order);
  return type === 'radio' && first ? String(first.option_type_id) : '';
}

export type CustomProblem = 'required' | 'too_long' | 'unknown_value' | 'not_a_date' | 'not_offered';

/** Returns the key of an option's problem (wire contract 8.4). */
export function customKey({ option_id }: Pick<CustomOption, 'option_id'>): string {
  return `custom_options_customOption_${option_id}`;
}

/**
 * Returns the problems that keep the product out of the cart, by option; empty when the configuration is
 * valid.
 */
export function customProblems(
  options: readonly CustomOption[],
  choices: CustomChoices,
): Record<string, CustomProblem> {
  const problems = options.flatMap((option) => {
    const problem = customProblem(option, choices[option.option_id] ?? '');
    return problem ? [[customKey(option), problem] as const] : [];
  });
  return Object.fromEntries(problems);
}

/** Whether a shopper can answer every required option: it is of a type that the shop offers, and has values to choose. */
export function canChooseAll(options: readonly CustomOption[]): boolean {
  return options.every((option) => {
    const kind = inputKindOf(option);
    const isTyped = kind === 'text' || kind === 'date';
    return !option.is_require || isTyped || (kind !== undefined && option.values.length > 0);
  });
}

function customProblem(option: CustomOption, chosen: string): CustomProblem | undefined {
  const kind = inputKindOf(option);
  if (!kind) return option.is_require || chosen !== '' ? 'not_offered' : undefined;
  if (kind === 'several' ? idsOf(chosen).length === 0 : cleanText(chosen) === '')
    return option.is_require ? 'required' : undefined;
  if (kind === 'text') return isTooLong(option, chosen) ? 'too_long' : undefined;
  if (kind === 'date') return isDate(chosen) ? undefined : 'not_a_date';
  const ids = kind === 'one' ? [chosen] : idsOf(chosen);
  // Each value counts once: a duplicate would be charged twice and shown once.
  const areKnown = new Set(ids).size === ids.length && ids.every((id) => valueWith(option, id));
  return areKnown ? undefined : 'unknown_value';
}

const defaultMaxCharacters = 2000;

/** The maximum length of the text of an option, also where the product names none (T32). */
export function maxCharactersOf({ max_characters: max }: Pick<CustomOption, 'max_characters'>): number {
  return max !== undefined && max > 0 ? max : defaultMaxCharacters;
}

/** Counts characters as people do: an emoji is one. */
function isTooLong(option: CustomOption, text: string): boolean {
  return [...text].length > maxCharactersOf(option);
}

/** Whether the text is a date that exists, such as `2026-11-20`. */
function isDate(text: string): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

function valueWith({ values }: CustomOption, id: string) {
  return values.find((value) => String(value.option_type_id) === id);
}

/** The value that an address names, by its id in the product or in the catalogue. */
const valueNamed = (option: CustomOption, id: string) =>
  option.values.find(({ source_id }) => String(source_id) === id) ?? valueWith(option, id);

/** Splits a choice of several values into ids. */
export function idsOf(chosen: string): string[] {
  return chosen.split(',').filter((id) => id !== '');
}

/**
 * Returns the chosen values with their prices (spec commerce 4); a text option has its price once text is
 * entered.
 */
export function chosenValues(options: readonly CustomOption[], choices: CustomChoices): ChosenValue[] {
  return options.flatMap((option) => {
    const chosen = choices[option.option_id] ?? '';
    const kind = inputKindOf(option);
    if (!kind || cleanText(chosen) === '') return [];
    if (kind === 'text' || kind === 'date') return priceOfText(option);
    return idsOf(chosen).flatMap((id) => valueWith(option, id) ?? []);
  });
}

function priceOfText({ option_id, price = 0, price_type = 'fixed' }: CustomOption): ChosenValue[] {
  return decimalToCents(price) ? [{ option_type_id: option_id, price, price_type }] : [];
}

/** Converts choices to the form the cart stores; empty ones are left out. */
export function customOptionValues(options: readonly CustomOption[], choices: CustomChoices): OptionValue[] {
  return options.flatMap(({ option_id }) => {
    const option_value = cleanText(choices[option_id] ?? '');
    return option_value === '' ? [] : [{ option_id: String(option_id), option_value }];
  });
}

/** Restores the choices from a cart line; the inverse of `customOptionValues`. */
export function customChoicesOf(values: readonly OptionValue[]): CustomChoices {
  return Object.fromEntries(values.map(({ option_id, option_value }) => [option_id, option_value]));
}

/** Reads the choices from a query string; options without a valid value have their default. */
export function readCustomChoices(options: readonly CustomOption[], query: URLSearchParams): CustomChoices {
  const read = options.map((option): [number, string] => {
    const written = readChoice(query, customParameterOf(option));
    return [option.option_id, written ? known(option, written) : defaultOf(option)];
  });
  return Object.fromEntries(read);
}

function known(option: CustomOption, written: readonly string[]): string {
  const kind = inputKindOf(option);
  if (kind === 'text') return written.join('\n');
  const [first = ''] = written;
  if (kind === 'date') return isDate(first) ? first : '';
  const named = written.flatMap((id) => valueNamed(option, id) ?? []);
  const ids = [...new Set(named.map(({ option_type_id }) => String(option_type_id)))];
  if (kind === 'several') return ids.join(',');
  return ids[0] ?? (written.length > 0 ? defaultOf(option) : '');
}

/** Returns the parameters for choices that differ from the default. */
export function writeCustomChoices(options: readonly CustomOption[], choices: CustomChoices): WrittenChoices {
  return options.flatMap((option) => {
    const chosen = choices[option.option_id] ?? '';
    if (chosen === defaultOf(option)) return [];
    const several = inputKindOf(option) === 'several' ? idsOf(chosen) : [chosen];
    return several.map(
      (value) => [customParameterOf(option), String(valueWith(option, value)?.source_id ?? value)] as const,
    );
  });
}

/** `o3`: the parameter of an option in a URL and in a form, by its id in the product. */
export function customParameterOf({
  option_id,
  source_id = option_id,
}: Pick<CustomOption, 'option_id' | 'source_id'>): string {
  return `o${source_id}`;
}
