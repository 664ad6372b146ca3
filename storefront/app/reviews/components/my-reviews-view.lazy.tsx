import { listOwnReviews } from '@fynbos/core/content/contract.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/profile-messages.ts';
import '../../platform/i18n/parts/reviews-messages.ts';
import { Link } from 'react-router';
import { AccountPageFrame } from '../../accounts/components/account-page-frame.tsx';
import { homePath, productPath } from '../../paths.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useViewDate } from '../../platform/i18n/view-date.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { AsyncContent, useAsyncData } from '../../ui/loading/async-content.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { Stars } from './stars.tsx';

type Review = ResultOf<typeof listOwnReviews>[number];

const requestReviews = async (signal: AbortSignal): Promise<Review[]> =>
  (await callAsCustomer(listOwnReviews, { signal })).result;

/** The customer's product reviews with their approval state (spec D37). */
export default function MyReviewsView() {
  const { t } = useText();
  const { loaded, retry } = useAsyncData(requestReviews);
  return (
    <AccountPageFrame title={t('account.myReviews')}>
      <AsyncContent loaded={loaded} retry={retry}>
        {(reviews) => (reviews.length > 0 ? <List reviews={reviews} /> : <None />)}
      </AsyncContent>
    </AccountPageFrame>
  );
}

function None() {
  const { t } = useText();
  return (
    <InlineNotice title={t('myReviews.none')}>
      <ButtonLink to={homePath} className="justify-self-start">
        {t('account.shop')}
      </ButtonLink>
    </InlineNotice>
  );
}

/** By `review_status` of the wire (wire contract 2.8). */
const states: Record<number, MessageId> = {
  1: 'myReviews.approved',
  2: 'myReviews.pending',
  3: 'myReviews.rejected',
};

function List({ reviews }: { reviews: readonly Review[] }) {
  const { t } = useText();
  const date = useViewDate();
  return (
    <ul className="grid max-w-3xl gap-4">
      {reviews.map((review) => (
        <li key={review.id} className="grid gap-2 rounded-petal border border-divider bg-surface p-5">
          <div className="flex flex-wrap items-center gap-x-4">
            {review.rating > 0 && <Stars rating={review.rating} />}
            <span className="rounded-petal-small bg-surface-muted px-2 py-0.5 font-semibold text-sm">
              {t(states[review.review_status] ?? 'myReviews.pending')}
            </span>
          </div>
          {review.product && (
            <Link
              to={productPath(review.product)}
              className="inline-flex min-h-6 items-center justify-self-start text-accent underline underline-offset-4"
            >
              {review.product.name}
            </Link>
          )}
          <h2 className="font-bold text-lg">{review.title}</h2>
          <p className="whitespace-pre-line break-words">{review.detail}</p>
          <p className="text-muted text-sm">{date(review.created_at)}</p>
        </li>
      ))}
    </ul>
  );
}
