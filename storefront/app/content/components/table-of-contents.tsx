import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/content-messages.ts';
import { Icon } from '../../ui/icons.tsx';

interface Chapter {
  id: string;
  text: string;
}

/** The table of contents of a long page: collapsible above it on a phone, sticky beside it on a wide screen. */
export function TableOfContents({
  chapters,
  lang,
}: {
  chapters: readonly Chapter[];
  lang: string | undefined;
}) {
  const { t } = useText();
  const list = (
    <ul lang={lang} className="grid">
      {chapters.map(({ id, text }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center leading-tight underline-offset-4 hover:text-accent hover:underline"
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="mt-5 lg:col-start-2">
      <details className="group rounded-petal border border-divider bg-surface px-4 lg:hidden">
        <summary className="flex min-h-12 items-center justify-between font-semibold">
          {t('content.onThisPage')}
          <Icon name="down" className="size-5 text-accent group-open:rotate-180" />
        </summary>
        <nav aria-label={t('content.onThisPage')} className="pb-2">
          {list}
        </nav>
      </details>
      <nav
        aria-labelledby="on-this-page"
        className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] overflow-y-auto border-divider border-l pl-5 lg:block"
      >
        <p id="on-this-page" className="font-semibold">
          {t('content.onThisPage')}
        </p>
        {list}
      </nav>
    </div>
  );
}
