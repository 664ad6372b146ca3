import { Link, useLocation } from 'react-router';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/content-messages.ts';
import { contactPath, inView } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import type { FaqGroup, FaqSearchResult } from '../state/faq.ts';
import { ContentText } from './content-html.tsx';

/** Questions that expand, and a native search form: the list works without scripts. */
export function FaqList({ faq, lang }: { faq: FaqSearchResult; lang: string | undefined }) {
  const { t } = useText();
  return (
    <>
      {faq.lead !== '' && <ContentText html={faq.lead} lang={lang} />}
      <FaqSearchForm typed={faq.typed} count={faq.count} />
      {faq.typed !== '' && faq.count === 0 && (
        <div className="mt-6">
          <InlineNotice title={t('questions.none', { typed: faq.typed })}>
            <Link to={contactPath} className="inline-flex min-h-11 items-center text-accent underline">
              {t('questions.write')}
            </Link>
          </InlineNotice>
        </div>
      )}
      <div lang={lang} className="mt-6 grid gap-8">
        {faq.groups.map((group) => (
          <Group key={group.id} group={group} open={faq.typed !== ''} />
        ))}
      </div>
    </>
  );
}

function FaqSearchForm({ typed, count }: { typed: string; count: number }) {
  const { t } = useText();
  const { pathname } = useLocation();
  return (
    <search className="mt-5 grid gap-2">
      <form method="get" action={inView(pathname)} className="flex flex-wrap items-end gap-2">
        <label className="grid min-w-0 flex-1 basis-48 gap-1 font-semibold">
          {t('questions.search')}
          <input
            type="search"
            name="q"
            defaultValue={typed}
            maxLength={100}
            className="min-h-12 w-full rounded-petal-small border border-control bg-surface px-3 font-normal"
          />
        </label>
        <Button type="submit" className="min-h-12">
          {t('questions.find')}
        </Button>
      </form>
      {typed !== '' && (
        <p role="status">
          {t('questions.found', { count, typed })}{' '}
          <Link to={pathname} className="inline-flex min-h-11 items-center text-accent underline">
            {t('questions.all')}
          </Link>
        </p>
      )}
    </search>
  );
}

function Group({ group, open }: { group: FaqGroup; open: boolean }) {
  return (
    <section aria-labelledby={group.id}>
      <h2 id={group.id} className="font-bold text-xl md:text-2xl">
        {group.title}
      </h2>
      {group.lead !== '' && <ContentText html={group.lead} />}
      <div className="mt-3 border-divider border-t">
        {group.questions.map(({ id, question, answer }) => (
          <details key={id} open={open} className="group border-divider border-b">
            <summary className="flex min-h-12 items-center justify-between gap-4 py-2 hover:text-accent">
              <h3 id={id} className="font-semibold text-base">
                {question}
              </h3>
              <Icon name="down" className="size-5 text-accent group-open:rotate-180" />
            </summary>
            <ContentText html={answer} className="pb-4" />
          </details>
        ))}
      </div>
    </section>
  );
}
