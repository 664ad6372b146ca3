import { orderHistory } from '@fynbos/core/orders/contract.ts';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/orders-messages.ts';
import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router';
import { orderPath } from '../account-paths.ts';
import { useText } from '../i18n/text-context.tsx';
import { homePath } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { AccountPageFrame } from './account-page-frame.tsx';
import { AskedView, useAsked } from './asked.tsx';
import { readOrder } from './order-line.ts';
import { callAsCustomer } from './session/call-as-customer.ts';

/** Accounts 9: how many orders a page of the history has. */
const pageSize = 20;

/** The order history, newest first. */
export default function OrdersView() {
  const { t, date, price } = useText();
  const [query] = useSearchParams();
  const currentPage = Math.max(1, Math.floor(Number(query.get('page')) || 1));
  const ask = useCallback(
    async (signal: AbortSignal) =>
      (await callAsCustomer(orderHistory, { query: { pageSize, currentPage }, signal })).result,
    [currentPage],
  );
  const { asked, again } = useAsked(ask);
  return (
    <AccountPageFrame title={t('orders.title')}>
      <AskedView asked={asked} again={again}>
        {({ items, total_count }) => (
          <>
            {items.length === 0 && (
              <NoticeBox icon="basket" title={t('orders.none')}>
                <p>{t('orders.noneText')}</p>
                <ButtonLink to={homePath} className="justify-self-start">
                  {t('account.shop')}
                </ButtonLink>
              </NoticeBox>
            )}
            <ul className="grid gap-3">
              {items.map(readOrder).map((order) => (
                <li key={order.id}>
                  <Link
                    to={orderPath(order.id)}
                    className="flex flex-wrap items-baseline gap-x-6 gap-y-1 rounded-petal border border-line bg-card p-5 hover:border-leaf"
                  >
                    <span className="font-bold">{t('orders.number', { number: order.number })}</span>
                    <span className="text-soft">{date(order.at)}</span>
                    <span className="figures ml-auto font-bold">{price(order.total)}</span>
                  </Link>
                </li>
              ))}
            </ul>
            <Pages page={currentPage} pages={Math.ceil(total_count / pageSize)} />
          </>
        )}
      </AskedView>
    </AccountPageFrame>
  );
}

function Pages({ page, pages }: { page: number; pages: number }) {
  const { t } = useText();
  if (pages < 2) return null;
  return (
    <nav aria-label={t('orders.pages')} className="flex gap-3">
      {page > 1 && (
        <ButtonLink look="plain" to={`?page=${page - 1}`}>
          {t('orders.newer')}
        </ButtonLink>
      )}
      {page < pages && (
        <ButtonLink look="plain" to={`?page=${page + 1}`}>
          {t('orders.older')}
        </ButtonLink>
      )}
    </nav>
  );
}
