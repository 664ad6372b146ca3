import { formatByPattern } from '@fynbos/core/date-pattern.ts';
import { shop } from '@fynbos/core/shop.ts';
import { storeView } from '../api/api-settings.ts';
import type { Text } from './text.ts';
import { useText } from './text-context.tsx';

/**
 * Formats dates of orders and reviews: in the format of the store view, or as the language does where the view has
 * none (spec accounts 9).
 */
export function useViewDate(): Text['date'] {
  const { date } = useText();
  const { dateFormat } = storeView();
  return dateFormat ? (value) => formatByPattern(value, dateFormat, shop.timeZone) : date;
}
