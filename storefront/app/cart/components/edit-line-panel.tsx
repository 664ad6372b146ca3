import '../../platform/i18n/parts/options-messages.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import { quantityProblem } from '@fynbos/core/stock/quantity.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { BundleOptions } from '../../catalogue/components/bundle-options.tsx';
import { CustomOptions } from '../../catalogue/components/custom-options.tsx';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Price } from '../../pricing/price.tsx';
import { configuredPriceFields } from '../../pricing/unknown-price.ts';
import { QuantityField } from '../../stock/quantity-field.tsx';
import { Button } from '../../ui/button.tsx';
import { focusFirstProblem } from '../../ui/forms/focus-first-error.ts';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import { Panel } from '../../ui/panels/panel.tsx';
import { useOpenPanel, usePanels } from '../../ui/panels/panels-provider.tsx';
import { cart } from '../state/current-cart.ts';
import { choicesOfLine, type Edited, loadEdited } from '../state/load-edited-line.ts';
import { linesOf } from '../state/new-cart-line.ts';
import { useEditing } from '../state/use-line-editing.ts';
import type { CartViewLine } from '../sync/cart-view.ts';
import { EditVariant } from './edit-line-variant.tsx';

export const editPanel = 'cart-edit';

/** The edit mode of a line (CART-6): another variant, other options, or another quantity. */
export function EditPanel({ line }: { line: CartViewLine | undefined }) {
  const { t } = useText();
  const { close } = usePanels();
  const open = useOpenPanel();
  const isOpen = open === editPanel && line !== undefined;
  return (
    <Panel
      name={editPanel}
      title={line ? t('cart.editNamed', { name: line.name }) : t('cart.edit')}
      closeLabel={t('notice.close')}
      side="end"
    >
      {isOpen && <Loaded key={line.key} line={line} onDone={() => close(editPanel)} />}
    </Panel>
  );
}

function Loaded({ line: currentLine, onDone }: { line: CartViewLine; onDone: () => void }) {
  // The line as it was when opened: later server updates do not change the selection.
  const [line] = useState(currentLine);
  const load = useCallback((signal: AbortSignal) => loadEdited(line, signal), [line]);
  const { loaded, retry } = useAsyncData(load);
  return (
    <AsyncContent loaded={loaded} retry={retry} lines={2}>
      {(edited) => <EditForm line={line} edited={edited} onDone={onDone} />}
    </AsyncContent>
  );
}

function EditForm({
  line,
  edited: { product, parts },
  onDone,
}: {
  line: CartViewLine;
  edited: Edited;
  onDone: () => void;
}) {
  const { t } = useText();
  const [sku, setSku] = useState(line.sku);
  const variant = product.configurable_children.find((child) => child.sku === sku);
  const of = useMemo(() => ({ product, parts, variant }), [product, parts, variant]);
  const state = useEditing(
    of,
    useMemo(() => choicesOfLine(line), [line]),
  );
  const [typed, setTyped] = useState(String(line.qty));
  const form = useRef<HTMLFormElement>(null);
  const [{ line: next } = { line: undefined }] = linesOf(of, state.configured, undefined);
  const available = next?.inStock ? (next.available ?? undefined) : undefined;
  function save(): void {
    const fits = quantityProblem(typed, available, next?.minimum) === undefined;
    if (state.check() && next?.configured && fits) {
      void cart.replace(line.key, next, Number(typed));
      onDone();
    } else focusFirstProblem(form.current);
  }
  return (
    <form
      ref={form}
      data-offline="works"
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Price of={configuredPriceFields(state.configured.price)} size="page" />
      {product.type_id === 'configurable' && (
        <EditVariant product={product} variant={variant} choose={(child) => setSku(child.sku)} />
      )}
      {product.bundle_options && (
        <BundleOptions options={product.bundle_options} parts={parts} state={state} />
      )}
      {product.custom_options && <CustomOptions options={product.custom_options} base={of} state={state} />}
      <QuantityField value={typed} available={available} minimum={next?.minimum} onChange={setTyped} />
      <div className="flex gap-3">
        <Button type="submit" className="flex-1">
          {t('cart.editSave')}
        </Button>
        <Button variant="plain" onClick={onDone}>
          {t('cart.editCancel')}
        </Button>
      </div>
    </form>
  );
}
