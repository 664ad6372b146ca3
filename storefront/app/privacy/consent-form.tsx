import { saveValue } from '@fynbos/core/accounts/contract.ts';
import { type Consents, consents, consentTextVersion, storeConsents } from '../platform/consent/consents.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/consent-messages.ts';
import { callAsCustomer } from '../platform/session/call-as-customer.ts';
import { Button } from '../ui/button.tsx';

/** The consent choice: necessary storage, and two optional purposes. Every choice takes one click. */
export function ConsentForm({ onDone }: { onDone: () => void }) {
  const { t } = useText();
  const now = consents();
  const choose = (choice: Consents) => {
    storeConsents(choice);
    void saveToAccount(choice).catch(() => {});
    onDone();
  };
  const onSubmit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    choose({ analytics: form.has('analytics'), marketing: form.has('marketing') });
  };
  return (
    <form data-offline="works" onSubmit={onSubmit} className="grid gap-3">
      <fieldset className="grid gap-1 md:flex md:flex-wrap md:gap-x-8">
        <legend className="sr-only">{t('consent.title')}</legend>
        <Purpose label={t('consent.necessary')} name="necessary" defaultChecked disabled />
        <Purpose label={t('consent.analytics')} name="analytics" defaultChecked={now.analytics} />
        <Purpose label={t('consent.marketing')} name="marketing" defaultChecked={now.marketing} />
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{t('consent.save')}</Button>
        <Button variant="plain" onClick={() => choose({ analytics: false, marketing: false })}>
          {t('consent.none')}
        </Button>
        <Button variant="plain" onClick={() => choose({ analytics: true, marketing: true })}>
          {t('consent.all')}
        </Button>
      </div>
    </form>
  );
}

function Purpose({ label, ...input }: React.ComponentProps<'input'> & { label: string }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" {...input} className="size-5 shrink-0 accent-accent" />
      {label}
    </label>
  );
}

/** For a logged-in customer the choice is stored on the account too, as one entry per purpose. */
async function saveToAccount({ analytics, marketing }: Consents): Promise<void> {
  const purposes = { analytics, marketing, chat: marketing };
  const value = Object.entries(purposes).map(([purpose, agreed]) => ({
    purpose,
    given: agreed,
    text_version: consentTextVersion,
  }));
  await callAsCustomer(saveValue, { params: { name: 'consents' }, body: { value } });
}
