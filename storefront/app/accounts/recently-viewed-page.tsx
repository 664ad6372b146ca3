import '../i18n/needs/account-messages.ts';
import type { CardProduct } from '../catalogue/card-fields.ts';
import { ProductCard } from '../catalogue/product-card.tsx';
import { useText } from '../i18n/text-context.tsx';
import { useKept } from '../lists/kept-list.ts';
import { recentlyViewed } from '../lists/product-lists.ts';
import { homePath } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { AccountPageFrame } from './account-page-frame.tsx';
import { privateHeaders } from './private-headers.ts';

export const headers = privateHeaders;

/** What this browser showed last, newest first; twenty at most (PDP-7). */
export default function RecentlyViewedPage() {
  const { t } = useText();
  const products = useKept(recentlyViewed);
  return (
    <AccountPageFrame title={t('account.recentlyViewed')}>
      {products.length === 0 ? (
        <NoticeBox icon="search" title={t('viewed.none')}>
          <ButtonLink to={homePath} className="justify-self-start">
            {t('account.shop')}
          </ButtonLink>
        </NoticeBox>
      ) : (
        <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 xl:grid-cols-4">
          {products.map((product) => (
            <li key={product.sku}>
              <ProductCard product={product as unknown as CardProduct} />
            </li>
          ))}
        </ul>
      )}
    </AccountPageFrame>
  );
}
