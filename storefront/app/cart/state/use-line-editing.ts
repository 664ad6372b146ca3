import { useMemo, useState } from 'react';
import { type Choices, type Configurable, configured } from '../../catalogue/state/product-configuration.ts';
import type { ChoiceState } from '../../catalogue/state/use-choices.ts';

/** The choices of a line that is being edited: as on the product page, without its URL. */
export function useEditing(of: Configurable, start: Choices): ChoiceState {
  const [choices, setChoices] = useState(start);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [checked, setChecked] = useState(false);
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
  };
}
