import { few } from '@fynbos/core/stock/quantity.ts';
import type { StockStatus } from '@fynbos/core/stock/status.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';

const styles: Record<StockStatus | 'checking', { icon: IconName; className: string }> = {
  ok: { icon: 'check', className: 'text-accent' },
  volatile: { icon: 'info', className: 'text-muted' },
  out_of_stock: { icon: 'close', className: 'text-danger' },
  checking: { icon: 'info', className: 'text-muted' },
};

/** The stock status as text, never as colour alone (PDP-6). */
export function StockStatusText({
  status,
  left,
  store,
}: {
  status: StockStatus | 'checking';
  /** How many are left, if known. */
  left: number | undefined;
  /** The name of the store whose stock this is, if the shopper chose one. */
  store?: string | undefined;
}) {
  const { t } = useText();
  const messages = {
    ok: t('stock.in'),
    volatile: t('stock.unsure'),
    out_of_stock: t('stock.out'),
    checking: t('stock.checking'),
  };
  return (
    <p className={`flex min-h-6 items-center gap-2 font-semibold ${styles[status].className}`}>
      <Icon name={styles[status].icon} className="size-5" />
      {messages[status]}
      {store && <span className="font-normal text-default">({store})</span>}
      {status === 'ok' && left !== undefined && left <= few && (
        <span className="font-normal text-default">{t('stock.low', { count: left })}</span>
      )}
    </p>
  );
}
