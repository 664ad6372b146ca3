import { disabledFrom } from '@fynbos/core/catalogue/entities.ts';
import { createReview } from '@fynbos/core/content/contract.ts';
import { shop } from '@fynbos/core/shop.ts';
import { type ActionFunctionArgs, data, Link, type LoaderFunctionArgs, useActionData } from 'react-router';
import { callApi } from '../api-client.ts';
import { BreadcrumbTrail } from '../catalogue/components/breadcrumbs.tsx';
import { findProduct } from '../catalogue/state/find-product.ts';
import { localeOf } from '../platform/i18n/locale.ts';
import { notFound } from '../platform/pages/not-found.ts';
import { privateHeaders } from '../platform/pages/private-headers.ts';
import { handlePostedForm, postedValues } from '../ui/forms/posted-form.ts';
import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/reviews-messages.ts';
import { imagePath, productPath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ReviewForm } from './components/review-form.tsx';
import { ReviewSent } from './components/review-sent.tsx';
import { checkReview, reviewOf } from './state/review-validation.ts';

export const headers = privateHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { id, sku, name, url_path, image } = await getReviewed(params.sku, request);
  return data({ reviewed: { id, sku, name, url_path, image } });
}

/** Handles the form as a browser posts it without scripts. */
export async function action({ request, params }: ActionFunctionArgs) {
  const values = await postedValues(request);
  const { id } = await getReviewed(params.sku, request);
  return handlePostedForm(values, checkReview, async () => {
    await callApi(createReview, { body: reviewOf(id, values, localeOf(request)), request });
    return { refused: undefined };
  });
}

/**
 * The product of the address.
 * @throws 404 if the product does not exist or is not sold
 */
async function getReviewed(sku: string | undefined, request: Request) {
  const product = await findProduct('sku', sku ?? '', { request });
  if (!product || product.status >= disabledFrom) throw notFound('product', 'Product not found');
  return product;
}

interface ReviewPageData {
  reviewed: { id: number; sku: string; name: string; url_path: string; image: string };
}

/** The review form for browsers without scripts; the product page has the same form. */
export default function ReviewPage({ loaderData: { reviewed } }: { loaderData: ReviewPageData }) {
  const { t } = useText();
  const posted = useActionData<typeof action>();
  return (
    <div className="page-width pb-16">
      <PageHead title={t('shop.pageTitle', { page: t('review.write'), shop: shop.name })} noIndex />
      <BreadcrumbTrail crumbs={[]} current={t('review.write')} />
      <PageTitle>{t('review.write')}</PageTitle>
      <Link
        to={productPath(reviewed)}
        className="my-6 inline-flex items-center gap-4 font-semibold hover:underline"
      >
        <img
          src={imagePath([150, 150], reviewed.image)}
          alt=""
          width={150}
          height={150}
          className="size-20 rounded-petal-small bg-picture object-contain"
        />
        {reviewed.name}
      </Link>
      <div className="max-w-2xl">
        {posted && !posted.refused ? (
          <ReviewSent />
        ) : (
          <ReviewForm key={posted ? 'posted' : 'new'} product={reviewed} refused={posted?.refused} />
        )}
      </div>
    </div>
  );
}
