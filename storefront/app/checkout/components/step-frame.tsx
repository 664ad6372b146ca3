import type { CheckoutStep } from '@fynbos/core/checkout/checkout-steps.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import { Icon } from '../../ui/icons.tsx';

const stepNames: Record<CheckoutStep, MessageId> = {
  'personal-details': 'checkout.personal',
  shipping: 'checkout.shipping',
  payment: 'checkout.payment',
};

/** One step: open, finished with a summary and a link to change it, or only its name if it is still ahead. */
export function StepFrame({
  step,
  number,
  count,
  open,
  done,
  managesFocus = false,
  summary,
  children,
}: {
  step: CheckoutStep;
  number: number;
  count: number;
  open: boolean;
  done: boolean;
  /** A control inside the step takes the focus when it opens. */
  managesFocus?: boolean;
  summary?: React.ReactNode;
  children: React.ReactNode;
}) {
  const { t } = useText();
  const name = t(stepNames[step]);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (open && !wasOpen.current && !managesFocus) heading.current?.focus();
    wasOpen.current = open;
  }, [open, managesFocus]);
  return (
    <section
      id={step}
      aria-labelledby={`${step}-title`}
      className="scroll-mt-4 border-divider border-b py-5 last:border-b-0"
    >
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={`tabular-nums flex size-8 shrink-0 items-center justify-center rounded-full font-bold ${open || done ? 'bg-accent text-on-accent' : 'bg-surface-muted text-muted'}`}
        >
          {done && !open ? <Icon name="check" className="size-5" /> : number}
        </span>
        <h2
          ref={heading}
          id={`${step}-title`}
          tabIndex={-1}
          className={`min-w-0 flex-1 font-bold text-xl ${open || done ? '' : 'text-muted'}`}
        >
          {name} <span className="sr-only">{t('checkout.stepOf', { number, count })}</span>
        </h2>
        {done && !open && (
          <Link
            to={`#${step}`}
            aria-label={t('checkout.changeNamed', { step: name })}
            className="inline-flex min-h-11 items-center px-2 font-semibold text-accent underline underline-offset-4"
          >
            {t('checkout.change')}
          </Link>
        )}
      </div>
      {open ? (
        <div className="pt-4 sm:pl-11">{children}</div>
      ) : (
        done && summary && <div className="pt-1 pl-11">{summary}</div>
      )}
    </section>
  );
}
