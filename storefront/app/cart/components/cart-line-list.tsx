import { useEffect, useRef, useState } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { Button } from '../../ui/button.tsx';
import { announceText } from '../state/cart-announcement.ts';
import { prunePrices } from '../state/previous-prices.ts';
import type { CartViewLine } from '../sync/cart-view.ts';
import { LineView } from './cart-line-view.tsx';
import type { Undo } from './quantity-stepper.tsx';

/** The line removed last, and its position in the list. */
interface LastRemoved {
  name: string;
  place: number;
  undo: Undo;
}

/** Lists the lines in the order they were added. The line removed last can be restored in its place. */
export function LineList({
  lines,
  onEdit,
}: {
  lines: readonly CartViewLine[];
  onEdit?: (line: CartViewLine) => void;
}) {
  const [lastRemoved, setLastRemoved] = useState<LastRemoved>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => prunePrices(lines), [lines]);
  const done = () => {
    setLastRemoved(undefined);
    list.current?.focus();
  };
  const rows = lines.map((line, place) => (
    <li key={line.key}>
      <LineView
        line={line}
        onEdit={onEdit}
        onRemoved={(undo) => setLastRemoved({ name: line.name, place, undo })}
      />
    </li>
  ));
  if (lastRemoved)
    rows.splice(
      lastRemoved.place,
      0,
      <li key="gone">
        <RemovedLine key={lastRemoved.name + lastRemoved.place} removed={lastRemoved} onDone={done} />
      </li>,
    );
  if (rows.length === 0) return null;
  return (
    <ul ref={list} tabIndex={-1} className="divide-y divide-divider">
      {rows}
    </ul>
  );
}

function RemovedLine({ removed: { name, undo }, onDone }: { removed: LastRemoved; onDone: () => void }) {
  const { t } = useText();
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="flex items-center justify-between gap-x-2 py-2">
      <p className="min-w-0 text-muted">{t('cart.removed', { name })}</p>
      <Button
        ref={back}
        variant="quiet"
        onClick={() => {
          void undo();
          announceText(t('cart.putBack', { name }));
          onDone();
        }}
      >
        {t('cart.undo')}
      </Button>
    </div>
  );
}
