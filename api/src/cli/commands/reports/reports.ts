import { centsToText } from '@fynbos/core/money.ts';
import type { Db } from '../../../db.ts';
import type { Period } from '../../../orders/records/sales-read-store.ts';
import { shopDay } from '../../../payments/reconciliation/shop-day.ts';
import { UserFacingError } from '../../../platform/errors/user-facing-error.ts';
import { writeCsvFile } from '../../../reports/csv-file.ts';
import {
  customerExport,
  type ExportTable,
  orderExport,
  stockMovementExport,
} from '../../../reports/export-service.ts';
import { type SalesLine, salesReport } from '../../../reports/sales-report-service.ts';
import { shopTime } from '../../format/shop-time.ts';
import {
  type AdminCommands,
  InvalidArgsError,
  takeCommandArgs,
  takeCommandOptions,
} from '../admin-command.ts';

/** `npm run admin -- report …` */
export const reportCommands: AdminCommands = {
  sales: {
    args: '--from DAY --to DAY [--csv FILE]',
    does: 'sales, VAT by rate, refunds, delivery fees and payment methods of a period',
    async run({ db }, args) {
      const { plain, options } = takeCommandOptions(args, ['from', 'to', 'csv']);
      takeCommandArgs(plain, 0);
      const lines = await salesReport(db, readPeriod(options));
      if (options.csv === undefined)
        return [`Sales from ${options.from} to ${options.to}`, ...lines.map(describe)];
      const rows = await writeCsvFile(options.csv, salesHeader, lines.map(salesCells));
      return [writtenLine(rows, options.csv)];
    },
  },
};

/** `npm run admin -- export …` */
export const exportCommands: AdminCommands = {
  orders: exportCommand('orders that were placed', orderExport),
  customers: exportCommand('customers who registered', customerExport),
  'stock-movements': exportCommand('changes of stock by you and by orders', stockMovementExport),
};

function exportCommand(
  subject: string,
  table: (db: Db, period: Period, time: (at: Date) => string) => ExportTable,
): AdminCommands[string] {
  return {
    args: '--from DAY --to DAY FILE',
    does: `write the ${subject} in a period, as a CSV file`,
    async run({ db }, args) {
      const { plain, options } = takeCommandOptions(args, ['from', 'to']);
      const [file] = takeCommandArgs(plain, 1);
      const { header, rows } = table(db, readPeriod(options), shopTime);
      return [writtenLine(await writeCsvFile(file, header, rows), file)];
    },
  };
}

const writtenLine = (rows: number, file: string) => `${rows === 1 ? '1 row' : `${rows} rows`} in ${file}`;

/** Reads the first and the last day of a period, in the shop's time zone. */
function readPeriod({ from, to }: { from?: string; to?: string }): Period {
  if (from === undefined || to === undefined) throw new InvalidArgsError('--from and --to are needed');
  const [first, last] = [readDay(from), readDay(to)];
  if (first.from > last.from) throw new UserFacingError(`${from} is after ${to}.`);
  return { from: first.from, to: last.to };
}

function readDay(text: string) {
  const day = shopDay(text);
  if (!day) throw new UserFacingError(`"${text}" is no day: write 2026-11-20.`);
  return day;
}

const salesHeader = [
  ...['section', 'currency', 'vat_rate', 'payment_method'],
  ...['orders', 'net', 'vat', 'total'],
];

const optionalCents = (cents: number | undefined) => (cents === undefined ? '' : centsToText(cents));

const salesCells = ({ section, currency, rate, method, orders, net, vat, total }: SalesLine): string[] => [
  ...[section, currency, String(rate ?? ''), method ?? '', String(orders ?? '')],
  ...[optionalCents(net), optionalCents(vat), centsToText(total)],
];

const labels: Readonly<Record<SalesLine['section'], string>> = {
  sales: 'sales',
  delivery: 'of this, delivery',
  credits: 'canceled and refunded',
  total: 'total',
  orders: 'orders',
  received: 'money received',
  refunded: 'money refunded',
};

function describe({ section, currency, rate, method, orders, net, vat, total }: SalesLine): string {
  const about = rate === undefined ? (method ?? '') : `at ${rate} %`;
  const label = `${orders === undefined ? '' : `${orders} `}${orders === 1 ? 'order' : labels[section]} ${about}`;
  const tax =
    net === undefined ? '' : `net ${optionalCents(net).padStart(12)}  VAT ${optionalCents(vat).padStart(11)}`;
  return `  ${label.padEnd(32)} ${tax.padEnd(33)}  ${currency} ${centsToText(total).padStart(12)}`;
}
