import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/account-messages.ts';
import { contentPath, inView } from '../../paths.ts';

const pages = {
  sale: 'sales-terms-and-conditions',
  use: 'terms-conditions',
  returns: 'warranty-returns',
  privacy: 'privacy-policy',
};

/** Links to the terms, in a new tab so that typed text is not lost. */
export function TermsLinks({ of }: { of: readonly (keyof typeof pages)[] }) {
  const { t } = useText();
  return (
    <p className="text-sm">
      {t('terms.read')}
      <br />
      {of.map((term) => (
        <a
          key={term}
          href={inView(contentPath(pages[term]))}
          target="_blank"
          rel="noopener"
          className="mr-4 inline-flex min-h-11 items-center underline"
        >
          {t(`terms.${term}`)}
        </a>
      ))}
    </p>
  );
}
