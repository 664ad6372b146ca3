import { savingField } from '../../catalogue/listing.ts';
import type { Filter } from '../search-request.ts';
import { analyseText, isFiller } from '../text/analysis.ts';

const termsOf = (text: string): ReadonlySet<string> => new Set(analyseText(text).map((token) => token.text));

/** Words for offers in the languages of the shop. Words of goods are not among them: `sale` is salt in Italian. */
const offerTerms = termsOf(`
  deal deals special specials offer offers promotion promotions promo promos bargain bargains discount discounts
  aanbieding aanbiedinge aanbiedings winskopie winskopies spesiale spesiaal afslag
  isaphulelo izaphulelo ispeshali amaspeshali amaxabiso akhethekileyo
  angebot angebote sonderangebot sonderangebote rabatt rabatte offerta offerte sconto sconti promozione promozioni
  aanbiedingen korting kortingen oferta ofertas descuento descuentos desconto descontos promoción promociones
  promoção promoções remise remises promocja promocje okazja okazje akce sleva slevy акция акции скидка скидки
  お買い得品 お買い得 特価 セール
`);

/** «for» of `3 for R60`, in languages that write it as a word of its own. */
const forTerms = termsOf('for vir für per voor pour por za за');
const priceTerms = termsOf('price prys preis prezzo prijs prix precio preço');

/**
 * The filters that a search for offers means, such as `specials`, `deals` or `3 for` (spec D74). Undefined for every
 * other text, also one that has more words: `special diets` is no search for offers.
 */
export function offerFiltersOf(text: string): Filter[] | undefined {
  const tokens = analyseText(text);
  const quantity = dealQuantity(tokens.map((token) => token.text));
  if (quantity)
    return [{ ...plainFilter, field: 'deal_quantities', condition: { is: 'in', values: [quantity] } }];
  const words = tokens.filter((token) => !isFiller(token.text));
  if (words.length === 0 || !words.every((word) => offerTerms.has(word.text))) return undefined;
  return [
    { ...plainFilter, any: true, field: savingField, condition: { is: 'range', gt: 0 } },
    { ...plainFilter, any: true, field: 'deals', condition: { is: 'present' } },
  ];
}

const plainFilter = { scope: 'default', any: false } as const;

/** The 3 of `3 for`, `3 for R60` and `3 for the price of 2`. */
function dealQuantity([first = '', second = '', ...rest]: string[]): number | undefined {
  const isDeal =
    /^\d{1,2}$/.test(first) &&
    forTerms.has(second) &&
    rest.every((word) => isFiller(word) || priceTerms.has(word) || /^[a-z]?\d+$/.test(word));
  return isDeal ? Number(first) : undefined;
}
