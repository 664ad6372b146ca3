import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import { contentPath, inView } from '../paths.ts';

const pages = {
  sale: 'sales-terms-and-conditions',
  use: 'terms-conditions',
  returns: 'warranty-returns',
  privacy: 'privacy-policy',
};

/** What is agreed to, to be read: in a tab of its own, so that nothing that was typed is lost. */
export function TermsLinks({ of }: { of: readonly (keyof typeof pages)[] }) {
  const { t } = useText();
  return (
    <p className="text-sm">
      {t('terms.read')}
      <br />
      {of.map((one) => (
        <a
          key={one}
          href={inView(contentPath(pages[one]))}
          target="_blank"
          rel="noopener"
          className="mr-4 inline-flex min-h-11 items-center underline"
        >
          {t(`terms.${one}`)}
        </a>
      ))}
    </p>
  );
}
