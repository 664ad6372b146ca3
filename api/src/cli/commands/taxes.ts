import type { TaxRate, TaxRule } from '@fynbos/core/pricing/tax.ts';
import type { RateChange } from '@fynbos/core/pricing/tax-rate-change.ts';
import { changeCatalogue } from '../../catalogue/catalogue-change.ts';
import type { Db } from '../../db.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { changeTaxRate, taxRules } from '../../pricing/pricing-service.ts';
import { during, readShopTime, shopTime } from '../format/shop-time.ts';
import {
  type AdminCommands,
  InvalidArgsError,
  takeCommandArgs,
  takeCommandOptions,
} from './admin-command.ts';

/** `npm run admin -- taxes …`. Tax rules are created by the import (docs/import.md). */
export const taxCommands: AdminCommands = {
  list: {
    args: '',
    does: 'list the tax rules in the order of evaluation, with their rates',
    async run({ db }, args) {
      takeCommandArgs(args, 0);
      return (await taxRules(db)).flatMap(describe);
    },
  },
  show: {
    args: 'CODE',
    does: 'show one tax rule with its rates and their dates',
    run: async ({ db }, args) => describe(await getRule(db, takeCommandArgs(args, 1)[0])),
  },
  'set-rate': {
    args: 'CODE PERCENT --from DATE [--country ZA]',
    does: 'change the rate of a rule on a day; the previous rate ends just before',
    async run({ db, config }, args) {
      const { plain, options } = takeCommandOptions(args, ['from', 'country']);
      const [code, percent] = takeCommandArgs(plain, 2);
      if (options.from === undefined) throw new InvalidArgsError();
      const from = readShopTime(options.from);
      const country = options.country ?? config.taxCountry;
      const rate = readPercent(percent);
      const before = await changeCatalogue(db, 'all', async (transaction) => {
        const rule = await getRule(transaction, code);
        const changed = await changeTaxRate(transaction, rule, { country, rate, from });
        if ('problem' in changed)
          throw new UserFacingError(`${refusal(changed, code, country)} Nothing was changed.`);
        return changed.before;
      });
      return [
        `${code} in ${country} is ${rate} % from ${shopTime(from)} on (before: ${before === undefined ? 'none' : `${before} %`}).`,
        'Prices are stored without tax, so shelf prices change with the rate: import a price list on that day to keep them.',
      ];
    },
  },
};

async function getRule(db: Db, code: string): Promise<TaxRule> {
  const rule = (await taxRules(db)).find((candidate) => candidate.code === code);
  if (!rule) throw new UserFacingError(`There is no tax rule ${code}.`);
  return rule;
}

function describe({ code, product_tax_class_ids, customer_tax_class_ids, rates }: TaxRule): string[] {
  return [
    `${code}  product classes ${product_tax_class_ids.join(', ')}, customer groups ${customer_tax_class_ids.join(', ')}`,
    ...rates.map(
      (rate) =>
        `  ${rate.tax_country_id}${rate.region_name ? ` ${rate.region_name}` : ''}  ${written(rate)}, ${rate.code}`,
    ),
  ];
}

const written = ({ rate, valid_from, valid_to }: Omit<TaxRate, 'id'>): string =>
  `${rate} %${during(valid_from, valid_to)}`;

function readPercent(text: string): number {
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(text))
    throw new UserFacingError(
      `"${text}" is no rate in percent, with at most three decimals. Nothing was changed.`,
    );
  return Number(text);
}

function refusal(change: Extract<RateChange, { problem: string }>, code: string, country: string): string {
  switch (change.problem) {
    case 'unknown_country':
      return `${code} has no rate for the whole of ${country}: rules and countries come by the import.`;
    case 'changes_later':
      return `${code} in ${country} changes at that time or later already: ${written(change.rate)}.`;
    case 'several':
      return `${code} in ${country} has several rates at that time: correct them with an import of taxes.csv.`;
    case 'same':
      return `${code} in ${country} is ${change.rate.rate} % at that time already.`;
  }
}
