import { saveValue } from '@fynbos/core/accounts/contract.ts';
import { callAsCustomer } from '../accounts/session/call-as-customer.ts';
import { useText } from '../i18n/text-context.tsx';
import { Button } from '../ui/button.tsx';
import { type Consents, consents, consentTextVersion, keepConsents } from './consents.ts';

/** The choice: what is needed, and two things that are not. All answers are one click away. */
export function ConsentForm({ onDone }: { onDone: () => void }) {
  const { t } = useText();
  const now = consents();
  const answer = (choice: Consents) => {
    keepConsents(choice);
    void tellAccount(choice).catch(() => {});
    onDone();
  };
  const onSubmit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    answer({ analytics: form.has('analytics'), marketing: form.has('marketing') });
  };
  return (
    <form data-offline="works" onSubmit={onSubmit} className="grid gap-3">
      <fieldset className="grid gap-1 md:flex md:flex-wrap md:gap-x-8">
        <legend className="sr-only">{t('consent.title')}</legend>
        <Purpose label={t('consent.necessary')} name="necessary" checked disabled />
        <Purpose label={t('consent.analytics')} name="analytics" defaultChecked={now.analytics} />
        <Purpose label={t('consent.marketing')} name="marketing" defaultChecked={now.marketing} />
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{t('consent.save')}</Button>
        <Button look="plain" onClick={() => answer({ analytics: false, marketing: false })}>
          {t('consent.none')}
        </Button>
        <Button look="plain" onClick={() => answer({ analytics: true, marketing: true })}>
          {t('consent.all')}
        </Button>
      </div>
    </form>
  );
}

function Purpose({ label, ...input }: React.ComponentProps<'input'> & { label: string }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" {...input} readOnly={input.disabled} className="size-5 shrink-0 accent-leaf" />
      {label}
    </label>
  );
}

/** Whoever is logged in has the choice kept on the account too, each purpose for itself. */
async function tellAccount({ analytics, marketing }: Consents): Promise<void> {
  const given = { analytics, marketing, chat: marketing };
  const value = Object.entries(given).map(([purpose, agreed]) => ({
    purpose,
    given: agreed,
    text_version: consentTextVersion,
  }));
  await callAsCustomer(saveValue, { params: { name: 'consents' }, body: { value } });
}
