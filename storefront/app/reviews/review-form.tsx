import { createReview } from '@fynbos/core/content/contract.ts';
import { maxDetailLength, maxNicknameLength, maxTitleLength, maxStars } from '@fynbos/core/content/review.ts';
import { useState } from 'react';
import { AccountForm } from '../accounts/account-form.tsx';
import type { Refusal } from '../accounts/form-refusal.ts';
import { callAsCustomer } from '../accounts/session/call-as-customer.ts';
import { readProfile } from '../accounts/session/profile.ts';
import { call } from '../api.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/reviews-messages.ts';
import { reviewPath } from '../paths.ts';
import { AreaField, ChoiceField, Field } from '../ui/form-fields.tsx';
import { ReviewSent } from './review-sent.tsx';
import { checkReview, reviewOf } from './review-values.ts';

/** The product to review. */
export interface Reviewed {
  id: number;
  sku: string;
}

/** The form of a product review: stars, title, text and nickname. A sent review waits for approval. */
export function ReviewForm({ product, refused }: { product: Reviewed; refused?: Refusal | undefined }) {
  const { t, locale } = useText();
  const [sent, setSent] = useState(false);
  if (sent) return <ReviewSent />;
  const stars = Array.from({ length: maxStars }, (_, index) => maxStars - index);
  return (
    <AccountForm
      action={reviewPath(product.sku)}
      check={checkReview}
      send={async (values) => {
        const body = reviewOf(product.id, values, locale);
        // A logged-in customer finds it among their own reviews.
        await (readProfile() ? callAsCustomer(createReview, { body }) : call(createReview, { body }));
        setSent(true);
      }}
      submit={t('review.send')}
      refused={refused}
      labels={{
        rating: t('review.rating'),
        title: t('review.heading'),
        detail: t('review.text'),
        nickname: t('review.nickname'),
      }}
    >
      <ChoiceField
        name="rating"
        label={t('review.rating')}
        choices={stars.map((count) => ({ value: String(count), label: t('review.stars', { count }) }))}
      />
      <Field name="title" label={t('review.heading')} required maxLength={maxTitleLength} />
      <AreaField name="detail" label={t('review.text')} required rows={5} maxLength={maxDetailLength} />
      <Field
        name="nickname"
        label={t('review.nickname')}
        hint={t('review.nicknameHint')}
        required
        autoComplete="nickname"
        maxLength={maxNicknameLength}
      />
    </AccountForm>
  );
}
