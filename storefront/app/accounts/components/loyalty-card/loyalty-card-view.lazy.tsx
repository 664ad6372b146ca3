import { saveValue, showValue } from '@fynbos/core/accounts/contract.ts';
import { cleanNumber } from '@fynbos/core/clean-text.ts';
import '../../../platform/i18n/parts/account-messages.ts';
import '../../../platform/i18n/parts/profile-messages.ts';
import { useEffect, useState } from 'react';
import { useText } from '../../../platform/i18n/text-context.tsx';
import { callAsCustomer } from '../../../platform/session/call-as-customer.ts';
import { Button } from '../../../ui/button.tsx';
import { SubmitForm } from '../../../ui/forms/form.tsx';
import { Field } from '../../../ui/forms/form-fields.tsx';
import { useNotices } from '../../../ui/notices/notices-provider.tsx';
import { refusalNotice } from '../../../ui/notices/problem-notice.ts';
import { checkCard } from '../../state/account-form-validation.ts';
import { code128 } from '../../state/code128.ts';
import { readCard, storeCard, useLoyaltyCard } from '../../state/loyalty-card.ts';
import { AccountPageFrame } from '../account-page-frame.tsx';

const params = { name: 'loyalty-card' };

/** The loyalty card for the checkout counter: number and barcode, also offline. */
export default function LoyaltyCardView() {
  const { t } = useText();
  const card = useLoyaltyCard();
  const [editing, setEditing] = useState(false);
  useCardOfAccount();
  return (
    <AccountPageFrame title={t('loyalty.title')}>
      {card && !editing ? (
        <>
          <figure className="grid max-w-md gap-3 rounded-petal bg-white p-6 text-[#1d2a21] shadow-lift">
            <Barcode text={card.number.replace(/[ -]/g, '')} />
            <figcaption className="tabular-nums text-center font-bold text-xl tracking-widest">
              {card.number}
            </figcaption>
          </figure>
          <p>{t('loyalty.show')}</p>
          <Button variant="plain" onClick={() => setEditing(true)} className="justify-self-start">
            {t('account.edit')}
          </Button>
        </>
      ) : (
        <CardForm number={card?.number} onDone={() => setEditing(false)} />
      )}
    </AccountPageFrame>
  );
}

function CardForm({ number, onDone }: { number: string | undefined; onDone: () => void }) {
  const { t } = useText();
  const { notify } = useNotices();
  return (
    <div className="grid max-w-md gap-4">
      <p>{t('loyalty.text')}</p>
      <SubmitForm
        labels={{ number: t('loyalty.number') }}
        check={checkCard}
        submit={t('account.save')}
        send={async (values) => {
          const card = { number: cleanNumber(values.number ?? '') };
          await callAsCustomer(saveValue, { params, body: { value: card } });
          storeCard(card);
          notify({ kind: 'success', message: t('loyalty.saved') });
          onDone();
        }}
      >
        <Field
          label={t('loyalty.number')}
          name="number"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={number}
          required
        />
      </SubmitForm>
      {number && (
        <div data-asks>
          <Button
            variant="quiet"
            onClick={async () => {
              try {
                await callAsCustomer(saveValue, { params, body: { value: null } });
              } catch (error) {
                const notice = refusalNotice(error, t);
                return notice && notify(notice);
              }
              storeCard(undefined);
              notify({ kind: 'success', message: t('profile.updated') });
              onDone();
            }}
          >
            {t('account.remove')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The account's card takes precedence over the stored one, which is shown while offline. */
function useCardOfAccount(): void {
  useEffect(() => {
    callAsCustomer(showValue, { params }).then(
      ({ result }) => {
        const card = readCard(result);
        if (card) storeCard(card);
      },
      () => {},
    );
  }, []);
}

/** Width in modules of the quiet zone that a scanner needs on both sides. */
const quiet = 10;

/** A text as an SVG barcode; renders nothing when the text cannot be encoded. The number is shown beside it. */
function Barcode({ text }: { text: string }) {
  const widths = code128(text);
  if (!widths) return null;
  const total = widths.reduce((sum, width) => sum + width, 2 * quiet);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${total} 40`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className="h-28 w-full"
    >
      <path d={barsOf(widths)} fill="#000" />
    </svg>
  );
}

/** Every other width is a bar. */
function barsOf(widths: readonly number[]): string {
  let at = quiet;
  return widths
    .map((width, index) => {
      const bar = index % 2 === 0 ? `M${at} 0h${width}v40h-${width}z` : '';
      at += width;
      return bar;
    })
    .join('');
}
