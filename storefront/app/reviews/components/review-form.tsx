import { createReview } from '@fynbos/core/content/contract.ts';
import { maxDetailLength, maxNicknameLength, maxStars, maxTitleLength } from '@fynbos/core/content/review.ts';
import { useState } from 'react';
import { callApi } from '../../api-client.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { readProfile } from '../../platform/session/profile.ts';
import { SubmitForm } from '../../ui/forms/form.tsx';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/reviews-messages.ts';
import { reviewPath } from '../../paths.ts';
import { AreaField, ChoiceField, Field } from '../../ui/forms/form-fields.tsx';
import { checkReview, reviewOf } from '../state/review-validation.ts';
import { ReviewSent } from './review-sent.tsx';

/** The product to review. */
export interface Reviewed {
  id: number;
  sku: string;
}

/** The form of a product review: stars, title, text and nickname. A sent review waits for approval. */
export function ReviewForm({ product, refused }: { product: Reviewed; refused?: FormRefusal | undefined }) {
  const { t, locale } = useText();
  const [sent, setSent] = useState(false);
  if (sent) return <ReviewSent />;
  const stars = Array.from({ length: maxStars }, (_, index) => maxStars - index);
  return (
    <SubmitForm
      action={reviewPath(product.sku)}
      check={checkReview}
      send={async (values) => {
        const body = reviewOf(product.id, values, locale);
        // A logged-in customer finds it among their own reviews.
        await (readProfile() ? callAsCustomer(createReview, { body }) : callApi(createReview, { body }));
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
    </SubmitForm>
  );
}
