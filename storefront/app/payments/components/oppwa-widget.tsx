import { useEffect, useRef, useState } from 'react';
import type { RedirectTarget } from '../../checkout/state/payment-redirect.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/payments-messages.ts';

/** Time limit for loading the card fields, in milliseconds. */
const timeoutMs = 15_000;
const brands = 'VISA MASTER AMEX';

/**
 * The fields of the card provider: its script finds the form and inserts them. The form is created outside
 * React, because the script controls its content.
 */
export function CardWidget({
  redirect,
  cardOrigin,
  failed,
}: {
  redirect: RedirectTarget;
  cardOrigin: string;
  failed: React.ReactNode;
}) {
  const { locale } = useText();
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'coming' | 'there' | 'failed'>('coming');
  useEffect(() => {
    const place = container.current;
    if (!place) return;
    const ends: (() => void)[] = [];
    const settle = (next: 'there' | 'failed') => {
      for (const end of ends.splice(0)) end();
      setState(next);
    };
    if (URL.parse(redirect.url)?.origin !== cardOrigin) return settle('failed');
    const onReady = () => settle('there');
    Object.assign(window, { wpwlOptions: { locale: locale.slice(0, 2), onReady } });
    const form = cardForm(redirect);
    place.replaceChildren(form);
    const late = setTimeout(() => settle('failed'), timeoutMs);
    const seen = new MutationObserver(() => hasFields(place) && settle('there'));
    seen.observe(place, { childList: true, subtree: true });
    ends.push(
      () => clearTimeout(late),
      () => seen.disconnect(),
    );
    const script = document.createElement('script');
    script.src = redirect.url;
    script.async = true;
    script.onerror = () => settle('failed');
    document.head.append(script);
    return () => {
      for (const end of ends.splice(0)) end();
      script.remove();
    };
  }, [redirect, cardOrigin, locale]);
  return (
    <>
      {state === 'coming' && <CardShape />}
      {state === 'failed' && failed}
      <div ref={container} className={state === 'there' ? '' : 'sr-only'} />
    </>
  );
}

function cardForm({ returnUrl }: RedirectTarget): HTMLFormElement {
  const form = document.createElement('form');
  form.className = 'paymentWidgets';
  form.action = returnUrl;
  form.dataset.brands = brands;
  return form;
}

/** Whether there is an input, or the frame that contains it. */
const hasFields = (place: Element): boolean =>
  place.querySelector('input:not([type=hidden]), iframe') !== null;

/** Placeholder of the card fields. */
export function CardShape() {
  const { t } = useText();
  return (
    <div role="status" className="grid gap-3">
      <p>{t('payments.cardLoading')}</p>
      {['number', 'dates', 'button'].map((part) => (
        <div key={part} className="h-12 rounded-petal-small bg-surface-muted" />
      ))}
    </div>
  );
}
