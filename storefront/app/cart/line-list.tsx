import { useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/cart-messages.ts';
import { Button } from '../ui/button.tsx';
import type { CartViewLine } from './cart-view.ts';
import { LineView } from './line-view.tsx';
import { say } from './said.ts';
import { keepPricesOf } from './seen-prices.ts';
import type { Undo } from './stepper.tsx';

/** A line that has just been removed, and where it stood. */
interface Gone {
  name: string;
  place: number;
  undo: Undo;
}

/** The lines in the order they were added; the one removed last can be put back from its place. */
export function LineList({
  lines,
  onEdit,
}: {
  lines: readonly CartViewLine[];
  onEdit?: (line: CartViewLine) => void;
}) {
  const [gone, setGone] = useState<Gone>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => keepPricesOf(lines), [lines]);
  const done = () => {
    setGone(undefined);
    list.current?.focus();
  };
  const rows = lines.map((line, place) => (
    <li key={line.key}>
      <LineView line={line} onEdit={onEdit} onRemoved={(undo) => setGone({ name: line.name, place, undo })} />
    </li>
  ));
  if (gone)
    rows.splice(
      gone.place,
      0,
      <li key="gone">
        <GoneLine key={gone.name + gone.place} gone={gone} onDone={done} />
      </li>,
    );
  if (rows.length === 0) return null;
  return (
    <ul ref={list} tabIndex={-1} className="divide-y divide-line">
      {rows}
    </ul>
  );
}

function GoneLine({ gone: { name, undo }, onDone }: { gone: Gone; onDone: () => void }) {
  const { t } = useText();
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="flex items-center justify-between gap-x-2 py-2">
      <p className="min-w-0 text-soft">{t('cart.removed', { name })}</p>
      <Button
        ref={back}
        look="quiet"
        onClick={() => {
          void undo();
          say(t('cart.putBack', { name }));
          onDone();
        }}
      >
        {t('cart.undo')}
      </Button>
    </div>
  );
}
