import { storedValue } from '../storage/browser-storage.ts';
import { isLike } from '../storage/stored-shape.ts';

/** A field or a control of the page, found again after a reload by its name and its position among equal names. */
export interface Place {
  name: string;
  index: number;
}

export interface TypedField extends Place {
  value: string;
  checked: boolean;
}

/** What the shopper typed and was about to do when a part of the page was missing. */
export interface UnfinishedWork {
  path: string;
  /** In milliseconds since 1970. */
  at: number;
  fields: readonly TypedField[];
  pressed?: Place | undefined;
  /** The address of a page whose code was missing. */
  next?: string | undefined;
}

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isWork = (value: unknown): value is UnfinishedWork =>
  isLike(value, { path: 'string', at: 'number', fields: 'list' });

/** Lasts until the next document of this tab. */
export const storedWork = storedValue('fynbos-unfinished', isWork, 'session');

/** Passwords, card data and files are never stored. */
const fieldSelector =
  'input:not([type=password],[type=hidden],[type=file],[autocomplete^=cc-],[autocomplete$=password]),select,textarea';

export const fieldsOnPage = (): Field[] => [...document.querySelectorAll<Field>(fieldSelector)];
export const controlsOnPage = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('button,a[data-waits]'),
];

/** Generated ids differ between versions. Radio buttons of a group differ by their value. */
export const nameOfField = (field: Field): string => {
  const name = field.name || field.ariaLabel || field.labels?.[0]?.textContent || field.id;
  return `${name} ${field.type === 'radio' ? field.value : ''}`;
};

/** What a control is called on the page. Where it shows an amount, another amount is another control. */
export const nameOfControl = (control: Element): string =>
  (control.getAttribute('aria-label') ?? control.textContent).trim();

export const placeOfControl = (control: Element): Place => placeOf(control, controlsOnPage(), nameOfControl);

function placeOf<Item extends Element>(
  item: Item,
  all: readonly Item[],
  nameOf: (item: Item) => string,
): Place {
  const name = nameOf(item);
  return { name, index: all.filter((each) => nameOf(each) === name).indexOf(item) };
}

/** The state of all fields. */
export function typedFields(): TypedField[] {
  const fields = fieldsOnPage();
  return fields.map((field) => ({
    ...placeOf(field, fields, nameOfField),
    value: field.value,
    checked: 'checked' in field && field.checked,
  }));
}
