/** The rows of a nutrition table in the legal order; `within` marks a sub-entry of the row before it. */
export const nutrients = [
  { code: 'energy_kj', unit: 'kJ', within: false },
  { code: 'protein_g', unit: 'g', within: false },
  { code: 'carbohydrate_g', unit: 'g', within: false },
  { code: 'sugars_g', unit: 'g', within: true },
  { code: 'fat_g', unit: 'g', within: false },
  { code: 'saturates_g', unit: 'g', within: true },
  { code: 'fibre_g', unit: 'g', within: false },
  { code: 'sodium_mg', unit: 'mg', within: false },
] as const;

export type NutrientCode = (typeof nutrients)[number]['code'];

/** An amount for one serving, rounded as on a label. */
export function perServing(amountPer100: number, serving: number): number {
  const amount = (amountPer100 * serving) / 100;
  return Number(amount.toPrecision(amount >= 100 ? 3 : 2));
}
