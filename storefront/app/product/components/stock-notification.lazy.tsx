import { requestStockNotification } from '@fynbos/core/stock/contract.ts';
import { useEffect, useRef, useState } from 'react';
import { useActionData, useLocation } from 'react-router';
import { checkEmail } from '../../accounts/state/account-form-validation.ts';
import { callApi } from '../../api-client.ts';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/newsletter-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { addressKey } from '../../platform/session/personal-data.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { readText, writeText } from '../../platform/storage/browser-storage.ts';
import { writeStock } from '../../stock/stock-state.ts';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { SubmitForm } from '../../ui/forms/form.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import type { PostedStockNotification } from '../state/accept-stock-notification.ts';

/**
 * Requests one mail once a sold-out product is back in stock (spec D75): a customer with one tap, a guest with an e-mail
 * address.
 */
export function StockNotification({ sku }: { sku: string }) {
  const { t, locale } = useText();
  const { pathname, search } = useLocation();
  const posted = useActionData<PostedStockNotification>();
  const profile = useProfile();
  const [state, setState] = useState<'posted' | 'requested' | undefined>(
    posted?.isRequested ? 'posted' : undefined,
  );
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current?.value === '') field.current.value = readText(addressKey) ?? '';
  }, [profile]);
  if (state) return <Requested isFocused={state === 'requested'} />;
  return (
    <SubmitForm
      // Before the profile is known, the form has the field of a guest.
      key={profile?.email}
      action={pathname + search}
      refused={posted?.refused}
      labels={{ email: t('account.email') }}
      submit={t('notify.me')}
      className="w-full text-lg sm:max-w-md"
      check={(values) => (profile ? {} : checkEmail(values))}
      send={async ({ email = '' }) => {
        const body = { sku, locale, ...(!profile && { email: email.trim() }) };
        const call = profile ? callAsCustomer : callApi;
        const { result } = await call(requestStockNotification, { body });
        if (!profile) writeText(addressKey, email.trim());
        // The page then offers to add it to the cart.
        if (result === 'in_stock') writeStock(new Map([[sku, { is_in_stock: true }]]));
        else setState('requested');
      }}
    >
      <input type="hidden" name="sku" value={sku} />
      {profile ? (
        <p className="wrap-anywhere">{t('notify.to', { email: profile.email })}</p>
      ) : (
        <EmailField
          ref={field}
          label={t('account.email')}
          hint={t('notify.once')}
          name="email"
          autoComplete="email"
          required
        />
      )}
    </SubmitForm>
  );
}

/** Confirms the request and receives the focus of the button. */
function Requested({ isFocused }: { isFocused: boolean }) {
  const { t } = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) place.current?.focus();
  }, [isFocused]);
  return (
    <div ref={place} role="status" tabIndex={-1}>
      <InlineNotice icon="check">
        <p className="font-bold">{t('notify.done')}</p>
      </InlineNotice>
    </div>
  );
}
