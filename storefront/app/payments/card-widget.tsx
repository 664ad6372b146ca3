import { useEffect, useRef, useState } from 'react';
import type { HandOff } from '../checkout/hand-off.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/payments-messages.ts';

/** How long the fields may take to come. */
const patienceMs = 15_000;
const brands = 'VISA MASTER AMEX';

/**
 * The fields of the card provider: its script finds the form, and puts them in. The form is made by hand, as what becomes of
 * it is the script's matter.
 */
export function CardWidget({
  handOff,
  cardOrigin,
  failed,
}: {
  handOff: HandOff;
  cardOrigin: string;
  failed: React.ReactNode;
}) {
  const { locale } = useText();
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'coming' | 'there' | 'failed'>('coming');
  useEffect(() => {
    const place = box.current;
    if (!place) return;
    const ends: (() => void)[] = [];
    const settle = (next: 'there' | 'failed') => {
      for (const end of ends.splice(0)) end();
      setState(next);
    };
    if (URL.parse(handOff.url)?.origin !== cardOrigin) return settle('failed');
    const onReady = () => settle('there');
    Object.assign(window, { wpwlOptions: { locale: locale.slice(0, 2), onReady } });
    const form = cardForm(handOff);
    place.replaceChildren(form);
    const late = setTimeout(() => settle('failed'), patienceMs);
    const seen = new MutationObserver(() => hasFields(place) && settle('there'));
    seen.observe(place, { childList: true, subtree: true });
    ends.push(
      () => clearTimeout(late),
      () => seen.disconnect(),
    );
    const script = document.createElement('script');
    script.src = handOff.url;
    script.async = true;
    script.onerror = () => settle('failed');
    document.head.append(script);
    return () => {
      for (const end of ends.splice(0)) end();
      script.remove();
    };
  }, [handOff, cardOrigin, locale]);
  return (
    <>
      {state === 'coming' && <CardShape />}
      {state === 'failed' && failed}
      <div ref={box} className={state === 'there' ? '' : 'sr-only'} />
    </>
  );
}

function cardForm({ returnUrl }: HandOff): HTMLFormElement {
  const form = document.createElement('form');
  form.className = 'paymentWidgets';
  form.action = returnUrl;
  form.dataset.brands = brands;
  return form;
}

/** Something to type in, or the frame that has it. */
const hasFields = (place: Element): boolean =>
  place.querySelector('input:not([type=hidden]), iframe') !== null;

/** Where the fields will be. */
export function CardShape() {
  const { t } = useText();
  return (
    <div role="status" className="grid gap-3">
      <p>{t('payments.cardLoading')}</p>
      {['number', 'dates', 'button'].map((part) => (
        <div key={part} className="h-12 rounded-petal-small bg-sunken" />
      ))}
    </div>
  );
}
