import '../../platform/i18n/parts/food-messages.ts';
import type { FoodFacts } from '../../catalogue/state/food/food-facts.ts';
import { nutrients, perServing } from '../../catalogue/state/food/nutrition.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';

/** The word of a term in the shopper's language, with an icon: loaded apart, as a page has the label already. */
const FoodTerm = lazyComponent(
  async () => (await import('./food-term.lazy.tsx')).FoodTerm,
  ({ label }: { label: string }) => <span>{label}</span>,
);

/** The dietary values of a product page. */
export function DietTerms({ labels }: { labels: readonly string[] }) {
  const { t } = useText();
  return (
    <ul aria-label={t('food.diet')} className="flex flex-wrap gap-1">
      {labels.map((label) => (
        <li
          key={label}
          className="flex items-center gap-1 rounded-petal-small bg-accent-subtle px-2 py-0.5 font-medium text-accent-strong text-sm"
        >
          <FoodTerm label={label} fallback={<span>{label}</span>} />
        </li>
      ))}
    </ul>
  );
}

/** Food information: ingredients, allergens and a nutrition table. */
export function FoodPanel({ food }: { food: FoodFacts }) {
  const { t } = useText();
  return (
    <section
      aria-labelledby="food"
      className="mt-10 grid grid-cols-1 gap-x-12 gap-y-6 rounded-petal border border-divider bg-surface p-[min(1.25rem,6vw)] md:p-8 lg:grid-cols-2"
    >
      <div className="grid grid-cols-1 content-start gap-5">
        <h2 id="food" className="font-bold text-xl">
          {t('food.title')}
        </h2>
        {food.ingredients.length > 0 && (
          <div>
            <h3 className="font-semibold">{t('food.ingredients')}</h3>
            <p className="mt-1 text-pretty">
              {food.ingredients.map((segment, place) =>
                place % 2 === 1 ? <strong key={place}>{segment}</strong> : segment,
              )}
            </p>
          </div>
        )}
        {food.allergens.length > 0 && (
          <div>
            <h3 className="font-semibold">{t('food.allergens')}</h3>
            <ul className="mt-2 flex flex-wrap gap-2">
              {food.allergens.map((label) => (
                <li
                  key={label}
                  className="flex items-center gap-1 rounded-petal-small bg-danger-subtle px-3 py-1 font-semibold text-danger"
                >
                  <FoodTerm label={label} fallback={<span>{label}</span>} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="text-muted text-sm">{t('food.checkPack')}</p>
      </div>
      {food.nutrition.length > 0 && <NutritionTable food={food} />}
    </section>
  );
}

function NutritionTable({ food }: { food: FoodFacts }) {
  const { t, number } = useText();
  const { serving } = food;
  const amounts = new Map(food.nutrition.map(({ code, amount }) => [code, amount]));
  return (
    <table className="w-full self-start text-left">
      <caption className="mb-1 text-left font-semibold">{t('food.nutrition')}</caption>
      <thead>
        <tr className="border-default border-b-2">
          <th scope="col" className="py-2 font-medium text-muted">
            {t('food.typical')}
          </th>
          <th scope="col" className="py-2 text-right font-medium text-muted">
            {t('food.per100', { unit: food.per })}
          </th>
          {serving && (
            <th scope="col" className="py-2 pl-4 text-right font-medium text-muted">
              {t('food.perServing', { size: serving.label })}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {nutrients
          .map((nutrient) => ({ ...nutrient, amount: amounts.get(nutrient.code) }))
          .filter(({ amount }) => amount !== undefined)
          .map(({ code, unit, within, amount = 0 }) => (
            <tr key={code} className="border-divider border-b">
              <th
                scope="row"
                className={`wrap-anywhere py-2 hyphens-auto ${within ? 'pl-5 font-normal text-muted' : 'font-medium'}`}
              >
                {t(`food.${code}` satisfies MessageId)}
              </th>
              <td className="tabular-nums whitespace-nowrap py-2 text-right">
                {number(amount)} {unit}
              </td>
              {serving && (
                <td className="tabular-nums whitespace-nowrap py-2 pl-4 text-right">
                  {number(perServing(amount, serving.size))} {unit}
                </td>
              )}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
