import { sendEmailConfirmation } from '@fynbos/core/accounts/contract.ts';
import { useState } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { Button } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { refusalNotice } from '../../ui/notices/problem-notice.ts';

/** Asks a customer to confirm the address of the account, and mails the link again. */
export function UnprovenAddress() {
  const { t } = useText();
  const { notify } = useNotices();
  const profile = useProfile();
  const [busy, setBusy] = useState(false);
  // A profile that an earlier version stored does not say it.
  if (profile?.email_proven !== false) return null;
  const { email } = profile;
  const send = async () => {
    setBusy(true);
    try {
      await callAsCustomer(sendEmailConfirmation);
      notify({ kind: 'success', message: t('confirmEmail.sent', { email }) });
    } catch (error) {
      notify(refusalNotice(error, t));
    }
    setBusy(false);
  };
  return (
    <div className="max-w-2xl">
      <InlineNotice title={t('confirmEmail.waits')}>
        <p className="wrap-anywhere">{t('confirmEmail.waitsText', { email })}</p>
        <Button
          variant="plain"
          onClick={send}
          aria-disabled={busy || undefined}
          className="justify-self-start"
        >
          {t('confirmEmail.sendAgain')}
        </Button>
      </InlineNotice>
    </div>
  );
}
