import { lazy, Suspense } from 'react';
import { isNarrowed } from '../../listing/state/listing-path.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/content-messages.ts';
import { contactPath, contentPath } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PrefetchLink } from '../../ui/prefetch-link.tsx';
import type { Article, ContentPageData } from '../state/load-content.ts';
import { ContentFrame, useOtherLanguage } from './content-frame.tsx';
import { ContentText } from './content-html.tsx';
import { FaqList } from './faq-list.tsx';
import { TableOfContents } from './table-of-contents.tsx';

/** Loaded only with the pages that need them; the server announces their files (`contentParts`). */
const ContactPart = lazy(async () => ({ default: (await import('./contact-section.lazy.tsx')).ContactPart }));
const SalePart = lazy(async () => ({
  default: (await import('./specials-section.lazy.tsx')).SpecialsSection,
}));

const ProductsPart = lazy(async () => ({ default: (await import('./page-products.lazy.tsx')).PageProducts }));

/** From this number of headings on, a page has a table of contents. */
const longFrom = 5;

const beside = 'gap-16 lg:grid lg:grid-cols-[minmax(0,68ch)_17rem]';
const halves = 'grid gap-8 lg:grid-cols-2 lg:items-start lg:gap-12';

/** A content page of the shop (CMS-1): legal texts, help, articles. */
export function ContentView({ data }: { data: ContentPageData }) {
  const { page, faq, crumbs, articles, leads, listing, products } = data;
  const { t } = useText();
  const lang = useOtherLanguage(page.lang);
  const chapters = faq
    ? faq.groups.map(({ id, title }) => ({ id, text: title }))
    : page.headings.filter(({ level }) => level === 2);
  // The first paragraph stands above the list; the remaining text follows it.
  const [first, rest] = listing ? headAndRest(page.content) : [page.content, ''];
  const hasForm = contentPath(page.identifier) === contactPath;
  const isLong = chapters.length >= longFrom && !faq?.typed && !hasForm;
  return (
    <ContentFrame
      page={page}
      crumbs={crumbs}
      noIndex={Boolean(faq?.typed) || (listing && isNarrowed(listing.choice))}
    >
      <div className={isLong ? beside : hasForm ? halves : ''}>
        {isLong && <TableOfContents chapters={chapters} lang={lang} />}
        {hasForm && (
          <a href="#letter" className={buttonClass('plain', 'mt-5 justify-self-start lg:hidden')}>
            {t('contact.form')}
          </a>
        )}
        <article className="mt-5 max-w-[68ch] lg:col-start-1 lg:row-start-1">
          {faq ? <FaqList faq={faq} lang={lang} /> : <ContentText html={first} lang={lang} />}
          {leads && <Articles articles={articles} />}
          {products && (
            <Suspense>
              <ProductsPart products={products} />
            </Suspense>
          )}
          {!listing && <Updated day={page.updated} />}
          {!leads && articles.length > 0 && <MoreArticles articles={articles} />}
        </article>
        {hasForm && (
          <Suspense>
            <ContactPart />
          </Suspense>
        )}
      </div>
      {listing && (
        <Suspense>
          <SalePart data={data} listing={listing} />
        </Suspense>
      )}
      {rest !== '' && <ContentText html={rest} lang={lang} className="mt-8 max-w-[68ch]" />}
    </ContentFrame>
  );
}

function headAndRest(html: string): [string, string] {
  const end = html.includes('</p>') ? html.indexOf('</p>') + '</p>'.length : html.length;
  return [html.slice(0, end), html.slice(end).trim()];
}

/** The date is set to noon, so that it is the same day in every time zone. */
function Updated({ day }: { day: string }) {
  const { t, date } = useText();
  return (
    <p className="mt-8 text-muted text-sm">{t('content.updated', { date: date(`${day}T12:00:00Z`) })}</p>
  );
}

function MoreArticles({ articles }: { articles: readonly Article[] }) {
  const { t } = useText();
  return (
    <section aria-labelledby="more" className="mt-8 border-divider border-t pt-6">
      <h2 id="more" className="font-bold text-xl">
        {t('content.more')}
      </h2>
      <Articles articles={articles} below />
    </section>
  );
}

/** Links to articles, each with its description. */
function Articles({ articles, below = false }: { articles: readonly Article[]; below?: boolean }) {
  const Heading = below ? 'h3' : 'h2';
  return (
    <ul className="mt-6 grid gap-4 sm:grid-cols-2">
      {articles.map((article) => (
        <li
          key={article.identifier}
          className="group relative grid content-start gap-2 rounded-petal border border-divider bg-surface p-5 hover:border-accent"
        >
          <ArticleLink article={article} Heading={Heading} />
        </li>
      ))}
    </ul>
  );
}

function ArticleLink({ article, Heading }: { article: Article; Heading: 'h2' | 'h3' }) {
  const lang = useOtherLanguage(article.lang);
  return (
    <div lang={lang} className="grid gap-2">
      <Heading className="font-bold text-lg">
        <PrefetchLink
          to={contentPath(article.identifier)}
          className="after:absolute after:inset-0 group-hover:text-accent group-hover:underline"
        >
          {article.title}
        </PrefetchLink>
      </Heading>
      <p className="text-muted text-sm">{article.meta_description}</p>
    </div>
  );
}
