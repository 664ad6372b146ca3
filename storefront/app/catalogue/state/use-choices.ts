import {
  bundleKey,
  bundleParameterOf,
  quantityParameterOf,
} from '@fynbos/core/catalogue/choices/bundle-choices.ts';
import { withChoices } from '@fynbos/core/catalogue/choices/choice-query.ts';
import { customKey, customParameterOf } from '@fynbos/core/catalogue/choices/custom-choices.ts';
import { groupedKey, groupedParameterOf } from '@fynbos/core/catalogue/choices/grouped-choices.ts';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  type ChoiceProblem,
  type Choices,
  type Configurable,
  type Configured,
  choicesIn,
  choicesWritten,
  configured,
} from './product-configuration.ts';

/** A shopper's choices, and how they change. */
export interface ChoiceState {
  choices: Choices;
  configured: Configured;
  /** The problems of options the shopper has visited, keyed by option. */
  shown: Record<string, ChoiceProblem>;
  choose: (change: Partial<Choices>) => void;
  /** Marks an option as visited, so that its problem is shown. */
  leave: (key: string) => void;
  /**
   * Shows every problem.
   * @returns whether there is none
   */
  check: () => boolean;
}

/** The choices of a page and the form they are made in. */
export interface PageChoices extends ChoiceState {
  form: RefObject<HTMLFormElement | null>;
}

/**
 * The choices of a product, read from the address and written back in place. A refresh and a shared link
 * therefore give the same choices. `configured.lines` holds the cart lines when there are no problems.
 */
export function useChoices(of: Configurable): PageChoices {
  const { search } = useLocation();
  const [choices, setChoices] = useState(() => choicesIn(new URLSearchParams(search), of));
  const [left, setLeft] = useState(() => keysIn(new URLSearchParams(search), of));
  const [checked, setChecked] = useState(false);
  useAddress(of, choices, setChoices);
  const form = useBegun(of, (begun, keys) => {
    setChoices(begun);
    setLeft((before) => new Set([...before, ...keys]));
  });
  const result = useMemo(() => configured(of, choices), [of, choices]);
  const shown = Object.entries(result.problems).filter(([key]) => checked || left.has(key));
  return {
    choices,
    configured: result,
    shown: Object.fromEntries(shown),
    choose: (change) => setChoices((before) => ({ ...before, ...change })),
    leave: (key) => setLeft((before) => new Set([...before, key])),
    check: () => {
      setChecked(true);
      return Object.keys(result.problems).length === 0;
    },
    form,
  };
}

/**
 * Reads the form once. The browser retains choices made before the code had loaded.
 * @param onRead receives the choices, and the keys of the options that differ from their defaults
 */
function useBegun(of: Configurable, onRead: (begun: Choices, keys: ReadonlySet<string>) => void) {
  const form = useRef<HTMLFormElement>(null);
  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current || !form.current) return;
    isRead.current = true;
    const begun = choicesIn(fieldsOf(form.current), of);
    onRead(begun, keysIn(withChoices(new URLSearchParams(), choicesWritten(begun, of)), of));
  });
  return form;
}

/** The fields of a form as a query. */
function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const texts = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  return new URLSearchParams(texts);
}

/**
 * Milliseconds without a change before the address is updated, because browsers limit how often it may
 * change.
 */
const rest = 250;

/**
 * Synchronises address and choices: changes are written to the address, and a link with other choices is
 * applied.
 */
function useAddress(of: Configurable, choices: Choices, setChoices: (read: Choices) => void): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const before = useRef(search);
  /** Own changes of the address that have not arrived. Another choice may be made before they do. */
  const written = useRef<string[]>([]);
  useEffect(() => {
    const query = new URLSearchParams(search);
    const fromAddress = choicesIn(query, of);
    const place = written.current.indexOf(search);
    const isNewAddress = search !== before.current && place < 0;
    before.current = search;
    written.current = written.current.slice(place + 1);
    // A link to another variant names no options, so they stay as they are.
    if (isNewAddress && keysIn(query, of).size > 0) return setChoices(fromAddress);
    if (sameText(choicesWritten(fromAddress, of), choicesWritten(choices, of))) return undefined;
    const nextSearch = withChoices(query, choicesWritten(choices, of)).toString();
    const timer = setTimeout(() => {
      written.current.push(nextSearch && `?${nextSearch}`);
      navigate({ search: nextSearch }, { replace: true, preventScrollReset: true });
    }, rest);
    return () => clearTimeout(timer);
  }, [search, choices, of, navigate, setChoices]);
}

const sameText = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The keys of the options that the address names. */
function keysIn(query: URLSearchParams, { product, parts }: Configurable): ReadonlySet<string> {
  const custom = (product.custom_options ?? []).filter((option) => query.has(customParameterOf(option)));
  const bundle = (product.bundle_options ?? []).filter(
    (option) => query.has(bundleParameterOf(option)) || query.has(quantityParameterOf(option)),
  );
  const grouped = parts.filter((part) => query.has(groupedParameterOf(part)));
  return new Set([...custom.map(customKey), ...bundle.map(bundleKey), ...grouped.map(groupedKey)]);
}
