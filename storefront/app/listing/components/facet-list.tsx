import { type ListingChoice, toggleFilter } from '@fynbos/core/catalogue/listing.ts';
import { pageSize } from '@fynbos/core/shop.ts';
import type { MessageId, Text } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { chosenOptions, type Facet, type FacetOption } from '../state/facets.ts';
import { listingAddress } from '../state/listing-path.ts';
import type { Listing } from '../state/load-listing.ts';

/** How many values of a facet are shown before the shopper expands it. */
const shownAtOnce = 8;

/** The filters of the list. Every value is a link, so it works before scripts load. */
export function FacetList({ listing }: { listing: Listing }) {
  const { t } = useText();
  return (
    <div className="grid gap-6">
      {listing.facets.map((facet) => (
        <section key={facet.code} aria-labelledby={`facet-${facet.code}`}>
          <h3 id={`facet-${facet.code}`} className="mb-1 font-bold">
            {t(nameOfFacet(facet.code))}
          </h3>
          <FacetValues facet={facet} listing={listing} />
        </section>
      ))}
    </div>
  );
}

function nameOfFacet(code: string): MessageId {
  // Every filter of a listing has a message.
  return `filter.${code}` as MessageId;
}

function FacetValues({ facet, listing }: { facet: Facet; listing: Listing }) {
  const { t, label } = useText();
  const options = inOrder(facet.options, label);
  const early = options.filter((option, index) => index < shownAtOnce || option.chosen);
  const late = options.filter((option) => !early.includes(option));
  return (
    <>
      <ul>
        {early.map((option) => (
          <FacetValue key={option.value} code={facet.code} option={option} listing={listing} />
        ))}
      </ul>
      {late.length > 0 && (
        <details className="group/more">
          <summary className="flex min-h-11 list-none items-center gap-2 font-semibold text-accent">
            <span className="group-open/more:hidden">
              {t('filter.showMore')} ({late.length})
            </span>
            <span className="hidden group-open/more:inline">{t('filter.showLess')}</span>
            <Icon name="down" className="size-4 group-open/more:rotate-180" />
          </summary>
          <ul>
            {late.map((option) => (
              <FacetValue key={option.value} code={facet.code} option={option} listing={listing} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Translated values are sorted again, alike on server and browser; others have the order of the list. */
function inOrder(options: readonly FacetOption[], label: Text['label']): readonly FacetOption[] {
  const isTranslated = options.some((option) => label(option.label) !== option.label);
  if (!isTranslated) return options;
  const compare = (a: string, b: string) => Number(a > b) - Number(a < b);
  return options.toSorted((a, b) => compare(label(a.label), label(b.label)));
}

/** The markup is short, because a page may hold hundreds of these. They are styled by `.facet` in app.css. */
function FacetValue({ code, option, listing }: { code: string; option: FacetOption; listing: Listing }) {
  const { label, number } = useText();
  return (
    <li>
      <PageLink
        to={toggled(listing, code, option.value)}
        preventScrollReset
        rel="nofollow"
        aria-current={option.chosen ? 'true' : undefined}
        className="facet"
      >
        <span>{label(option.label)}</span> <small>{number(option.count)}</small>
      </PageLink>
    </li>
  );
}

function toggled(listing: Listing, code: string, value: string): string {
  return listingAddress(listing.scope, toggleFilter(listing.choice, code, value, pageSize));
}

function withoutFilters(choice: ListingChoice): ListingChoice {
  return { ...choice, filters: {}, shown: pageSize };
}

/** The active filters, each with a link to remove it, and a link to remove all. */
export function ChosenFilters({ listing }: { listing: Listing }) {
  const { t, label } = useText();
  const chosen = chosenOptions(listing.facets);
  if (chosen.length === 0) return null;
  // The name of an allergen alone would mean the opposite of this filter.
  const labelOf = ({ code, option }: (typeof chosen)[number]) =>
    code === 'allergens' ? `${t('filter.allergens')}: ${label(option.label)}` : label(option.label);
  return (
    <ul aria-label={t('filter.active')} className="flex flex-wrap gap-2">
      {chosen.map(({ code, option }) => (
        <li key={`${code} ${option.value}`}>
          <PageLink
            to={toggled(listing, code, option.value)}
            preventScrollReset
            rel="nofollow"
            aria-label={t('filter.remove', { name: labelOf({ code, option }) })}
            className="inline-flex min-h-11 items-center gap-2 rounded-petal-small bg-accent-subtle px-4 font-semibold text-accent-strong hover:underline"
          >
            {labelOf({ code, option })}
            <Icon name="close" className="size-4" />
          </PageLink>
        </li>
      ))}
      <li>
        <PageLink
          to={listingAddress(listing.scope, withoutFilters(listing.choice))}
          preventScrollReset
          className="inline-flex min-h-11 items-center px-2 underline underline-offset-4 hover:text-accent"
        >
          {t('filter.clear')}
        </PageLink>
      </li>
    </ul>
  );
}
