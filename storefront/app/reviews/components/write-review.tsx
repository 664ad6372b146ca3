import { type ComponentType, useState } from 'react';
import { useNavigate } from 'react-router';
import { opensElsewhere } from '../../platform/browser/opens-elsewhere.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/reviews-messages.ts';
import { reviewPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Reviewed } from './review-form.tsx';

/** A link to the review page; with scripts it opens the form in place. */
export function ReviewWriter({ product }: { product: Reviewed }) {
  const { t } = useText();
  const navigate = useNavigate();
  const [Form, setForm] = useState<ComponentType<{ product: Reviewed }>>();
  const to = reviewPath(product.sku);
  const open = () =>
    import('./review-form.tsx').then(
      ({ ReviewForm }) => setForm(() => ReviewForm),
      () => navigate(to),
    );
  if (Form) {
    return (
      <div className="mt-6 max-w-2xl rounded-petal border border-divider bg-surface p-5">
        <h3 className="mb-4 font-bold text-xl">{t('review.write')}</h3>
        <Form product={product} />
      </div>
    );
  }
  return (
    <ButtonLink
      to={to}
      variant="plain"
      className="mt-5"
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        void open();
      }}
    >
      {t('review.write')}
    </ButtonLink>
  );
}
