import {
  bundleKey,
  parameterOf as bundleParameterOf,
  quantityParameterOf,
} from '@fynbos/core/catalogue/bundle-choices.ts';
import { withChoices } from '@fynbos/core/catalogue/choice-query.ts';
import { customKey, parameterOf } from '@fynbos/core/catalogue/custom-choices.ts';
import { groupedKey, parameterOf as groupedParameterOf } from '@fynbos/core/catalogue/grouped-choices.ts';
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
} from './configured.ts';

/** A shopper's choices, and how they change. */
export interface ChoiceState {
  choices: Choices;
  configured: Configured;
  /** What is wrong where the shopper has been, by the names of the options. */
  shown: Record<string, ChoiceProblem>;
  choose: (change: Partial<Choices>) => void;
  /** Lets the problem of this option be said: the shopper has been there. */
  leave: (key: string) => void;
  /** Lets every problem be said. @returns whether there is none */
  check: () => boolean;
}

/** The choices of a page, which are made in a form. */
export interface PageChoices extends ChoiceState {
  form: RefObject<HTMLFormElement | null>;
}

/**
 * What is chosen of a product: read from the address, so that a refresh and a shared link give the same,
 * and written back to it in place. `configured.lines` is what a cart would take, when nothing is wrong.
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
 * Reads the form once: what was chosen in it before its code was here, the browser kept.
 *
 * @param take is given what stands there, and the names of the options where it is not what stood there first
 */
function useBegun(of: Configurable, take: (begun: Choices, keys: ReadonlySet<string>) => void) {
  const form = useRef<HTMLFormElement>(null);
  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current || !form.current) return;
    isRead.current = true;
    const begun = choicesIn(fieldsOf(form.current), of);
    take(begun, keysIn(withChoices(new URLSearchParams(), choicesWritten(begun, of)), of));
  });
  return form;
}

/** A form as its address would say it. */
function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const texts = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  return new URLSearchParams(texts);
}

/** How long a shopper rests before the address follows, in milliseconds: browsers limit how often it may. */
const rest = 250;

/** Keeps address and choices together: what was chosen is written, a link that says another choice is followed. */
function useAddress(of: Configurable, choices: Choices, setChoices: (read: Choices) => void): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const known = useRef(search);
  useEffect(() => {
    const query = new URLSearchParams(search);
    const there = choicesIn(query, of);
    const isNews = search !== known.current;
    known.current = search;
    // A link to another variant says nothing of the options: they stay as they are.
    if (isNews && keysIn(query, of).size > 0) return setChoices(there);
    if (sameText(choicesWritten(there, of), choicesWritten(choices, of))) return undefined;
    const wanted = withChoices(query, choicesWritten(choices, of)).toString();
    const timer = setTimeout(() => {
      known.current = wanted && `?${wanted}`;
      navigate({ search: wanted }, { replace: true, preventScrollReset: true });
    }, rest);
    return () => clearTimeout(timer);
  }, [search, choices, of, navigate, setChoices]);
}

const sameText = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The names of the options of which an address says something. */
function keysIn(query: URLSearchParams, { product, parts }: Configurable): ReadonlySet<string> {
  const custom = (product.custom_options ?? []).filter((option) => query.has(parameterOf(option)));
  const bundle = (product.bundle_options ?? []).filter(
    (option) => query.has(bundleParameterOf(option)) || query.has(quantityParameterOf(option)),
  );
  const grouped = parts.filter((part) => query.has(groupedParameterOf(part)));
  return new Set([...custom.map(customKey), ...bundle.map(bundleKey), ...grouped.map(groupedKey)]);
}
