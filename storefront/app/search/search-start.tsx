import { popularSearches } from '@fynbos/core/search/contract.ts';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { callApi } from '../api-client.ts';
import { useStoredList } from '../lists/stored-list.ts';
import { categoryPath, searchPathFor } from '../paths.ts';
import '../platform/i18n/parts/search-messages.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/menu-messages.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { forgetSearch, popularTexts, recentSearches, rememberSearch } from './recent-searches.ts';
import { RoundPicture } from './round-picture.tsx';

/** A category at the top of the menu. */
export interface MainCategory {
  name: string;
  url_path: string;
  slug?: string;
  image?: string;
}

/** What the panel shows before anything is typed: recent and popular searches, and the main categories. */
export function SearchStart({ categories }: { categories: readonly MainCategory[] }) {
  return (
    <div className="grid gap-4 px-2 pb-4">
      <RecentSearches />
      <PopularSearches />
      <MainCategories categories={categories} />
    </div>
  );
}

const chip =
  'inline-flex min-h-11 items-center rounded-petal-small border border-control bg-surface px-4 hover:border-accent hover:text-accent';

function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: React.ReactNode;
  children: React.ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-11 items-center justify-between gap-2 px-2">
        <h2 id={id} className="font-bold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** The searches of this browser, each of which can be removed. */
function RecentSearches() {
  const { t } = useText();
  const texts = useStoredList(recentSearches);
  const list = useRef<HTMLUListElement>(null);
  if (texts.length === 0) return null;
  // The pressed button disappears: the focus goes to a neighbour, or to the field.
  const moveFocus = (position: number) =>
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button') ?? [];
      (buttons[position] ?? buttons[position - 1] ?? document.querySelector<HTMLElement>(field))?.focus();
    });
  return (
    <Section
      title={t('search.recent')}
      action={
        <button
          type="button"
          onClick={() => {
            recentSearches.set([]);
            moveFocus(0);
          }}
          className="min-h-11 px-2 text-accent underline underline-offset-4"
        >
          {t('search.forgetAll')}
        </button>
      }
    >
      <ul ref={list}>
        {texts.map((text, position) => (
          <li key={text} className="flex items-center">
            <Link
              to={searchPathFor(text)}
              onClick={() => rememberSearch(text)}
              className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-petal-small px-2 hover:bg-accent-subtle"
            >
              <Icon name="search" className="size-5 text-muted" />
              <span className="truncate">{text}</span>
            </Link>
            <IconButton
              icon="close"
              label={t('search.forget', { text })}
              onClick={() => {
                forgetSearch(text);
                moveFocus(position);
              }}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const field = 'dialog[open] [role="combobox"]';

/** What many shoppers search for; nothing where the shop knows none. Without a response the last one is shown. */
function PopularSearches() {
  const { t } = useText();
  const texts = useStoredList(popularTexts);
  useEffect(() => {
    // An addition to the panel: if the request fails, the rest is enough.
    if (navigator.onLine)
      callApi(popularSearches, { query: {} }).then(
        ({ result }) => popularTexts.set(result.words),
        () => {},
      );
  }, []);
  if (texts.length === 0) return null;
  return (
    <Section title={t('search.popular')}>
      <ul className="flex flex-wrap gap-2 px-2">
        {texts.map((text) => (
          <li key={text}>
            <Link to={searchPathFor(text)} onClick={() => rememberSearch(text)} className={chip}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function MainCategories({ categories }: { categories: readonly MainCategory[] }) {
  const { t, label } = useText();
  if (categories.length === 0) return null;
  return (
    <Section title={t('nav.categories')}>
      {/* Three in a row, or fewer if a word is longer. */}
      <ul className="flex flex-wrap gap-2">
        {categories.map((category) => (
          <li key={category.url_path} className="max-w-full grow basis-1/4 sm:basis-1/5">
            <Link
              to={categoryPath(category)}
              className="flex h-full flex-col items-center gap-2 rounded-petal-small p-1 text-center hover:bg-accent-subtle hover:text-accent"
            >
              <RoundPicture image={category.image} size="size-14" />
              <span className="max-w-full font-semibold text-sm leading-tight">{label(category.name)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
