import { isRecord } from '../../../platform/json/is-record.ts';
import { ImportError, quoted, readOptionalInstant, readWhole } from '../format/cells.ts';
import type { CsvRow } from '../format/csv.ts';
import type { Findings, Origin } from '../format/findings.ts';
import type { Entity } from '../format/json-lines.ts';
import type { TaxRateDraft, TaxRuleDraft } from './drafts.ts';
import { scalarText } from './entity-fields.ts';

const tableColumns = new Set(
  'tax_class product_tax_class_ids customer_tax_class_ids rate_code country region rate valid_from valid_to'.split(
    ' ',
  ),
);

/** Reads the rows of `taxes.csv`, one rate per row; rows of the same `tax_class` form one rule. */
export function readTaxRows(rows: readonly CsvRow[], findings: Findings): TaxRuleDraft[] {
  const rules = new Map<string, TaxRuleDraft>();
  for (const { at, cells } of rows) {
    for (const column of cells.keys())
      if (!tableColumns.has(column)) findings.problem(at, column, 'is no column of taxes');
    const code = cells.get('tax_class') ?? '';
    if (code === '') findings.problem(at, 'tax_class', 'the name of the tax class is missing');
    const rule = rules.get(code) ?? {
      at,
      code,
      product_tax_class_ids: readIds(
        cells.get('product_tax_class_ids'),
        at,
        'product_tax_class_ids',
        findings,
      ),
      customer_tax_class_ids: readIds(
        cells.get('customer_tax_class_ids') || '3',
        at,
        'customer_tax_class_ids',
        findings,
      ),
      rates: [],
    };
    rules.set(code, rule);
    const region = cells.get('region') ?? '';
    rule.rates.push(
      readRate(
        {
          code: cells.get('rate_code') || `${cells.get('country')}-${code}`,
          rate: cells.get('rate'),
          tax_country_id: cells.get('country'),
          tax_region_id: region === '' ? 0 : 1,
          region_name: region || null,
          valid_from: cells.get('valid_from') || null,
          valid_to: cells.get('valid_to') || null,
        },
        at,
        findings,
      ),
    );
  }
  return [...rules.values()];
}

/** Reads tax rules in the exchange format (wire contract 2.5). */
export function readTaxEntities(entities: readonly Entity[], findings: Findings): TaxRuleDraft[] {
  return entities.map(({ at, value }) => ({
    at,
    code: String(value.code ?? value.id ?? ''),
    product_tax_class_ids: readIds(
      joined(value.product_tax_class_ids),
      at,
      'product_tax_class_ids',
      findings,
    ),
    customer_tax_class_ids: readIds(
      joined(value.customer_tax_class_ids) || '3',
      at,
      'customer_tax_class_ids',
      findings,
    ),
    rates: (Array.isArray(value.rates) ? value.rates : [])
      .filter(isRecord)
      .map((rate) => readRate(rate, at, findings)),
  }));
}

function joined(list: unknown): string {
  return Array.isArray(list) ? list.join('|') : '';
}

function readIds(text: string | undefined, at: Origin, column: string, findings: Findings): number[] {
  const ids = (text ?? '').split('|').map((id) => readWhole(id.trim(), 1, 1_000_000));
  const error = ids.find((id) => id instanceof ImportError);
  if (error instanceof ImportError) findings.problem(at, column, error.reason);
  return ids.filter((id) => typeof id === 'number');
}

function readRate(fields: Record<string, unknown>, at: Origin, findings: Findings): TaxRateDraft {
  const country = String(fields.tax_country_id ?? '');
  if (!/^[A-Z]{2}$/.test(country))
    findings.problem(at, 'country', `${quoted(country)} is no country code: two capital letters, such as ZA`);
  const rate = String(fields.rate ?? '');
  const known = /^\d{1,3}(\.\d{1,3}0*)?$/.test(rate);
  if (!known)
    findings.problem(at, 'rate', `${quoted(rate)} is no rate in percent, with at most three decimals`);
  return {
    code: String(fields.code ?? `${country}-${rate}`),
    rate: known ? Number(rate) : 0,
    tax_country_id: country,
    tax_region_id: Number(fields.tax_region_id ?? 0) || 0,
    region_name: typeof fields.region_name === 'string' ? fields.region_name : null,
    valid_from: readDate(fields.valid_from, 'valid_from', at, findings),
    valid_to: readDate(fields.valid_to, 'valid_to', at, findings),
  };
}

function readDate(value: unknown, column: string, at: Origin, findings: Findings): string | null {
  const instant = readOptionalInstant(scalarText(value) ?? '', column === 'valid_to');
  if (instant instanceof ImportError) {
    findings.problem(at, column, instant.reason);
    return null;
  }
  return instant?.toISOString() ?? null;
}
