import '../../platform/i18n/parts/food-terms-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { type FoodTerm as Term, termOf } from '../state/food-terms.ts';

const wheat =
  'M12 21V9M12 9c-2-2-2-4 0-6 2 2 2 4 0 6ZM12 14c-3 0-5-1.5-5-4.5 3 0 5 1.5 5 4.5ZM12 14c3 0 5-1.5 5-4.5-3 0-5 1.5-5 4.5ZM12 19c-3 0-5-1.5-5-4.5 3 0 5 1.5 5 4.5ZM12 19c3 0 5-1.5 5-4.5-3 0-5 1.5-5 4.5Z';
const milk = 'M9 3h6M10 3v4l-2.5 4v10h9V11L14 7V3M7.5 14h9';
const without = 'M4 4l16 16';

/** Line icons of 24 by 24 for dietary values and allergens. They stand beside the word and never replace it. */
const drawings: Record<Term, string> = {
  vegan: 'M5 19C4 9.5 10 4.5 20 4.5 20 14.5 15 20 5 19ZM5 19c2.5-5 6-8 10.5-10',
  vegetarian: 'M4.5 19.5 12.5 8a3.2 3.2 0 0 1 4 4L4.5 19.5ZM15 8.5 16 3.5M16.5 9.5l4.5-1.5M9 13l2 2',
  glutenFree: wheat + without,
  dairyFree: milk + without,
  lactoseFree: milk + without,
  sugarFree: `M12 4l7 4v8l-7 4-7-4V8l7-4ZM5 8l7 4 7-4M12 12v8${without}`,
  lowCarb: 'M7 20v-9c-3-1-3-6 1-6.5h8c4 .5 4 5.5 1 6.5v9H7ZM12 9v7M9.5 13.5 12 16l2.5-2.5',
  organic: 'M12 21v-9M12 12c0-4-3-6-8-6 0 4 3 6 8 6ZM12 15c0-4 3-6 8-6 0 4-3 6-8 6Z',
  milk,
  egg: 'M12 3.5c4 0 6.5 6 6.5 10a6.5 6.5 0 0 1-13 0c0-4 2.5-10 6.5-10Z',
  gluten: wheat,
  wheat,
  soya: 'M4 17C4 9 10 4 20 4c0 9-5 15-13 15-2 0-3-1-3-2ZM8.5 15v.2M12 11.5v.2M15.5 8v.2',
  peanuts:
    'M12 3a4.5 4.5 0 0 1 3.5 7.5c-.7.9-.7 2.1 0 3a4.5 4.5 0 1 1-7 0c.7-.9.7-2.1 0-3A4.5 4.5 0 0 1 12 3ZM11 7v.2M13 17v.2',
  treeNuts: 'M5 10.5C5 7 8 5 12 5s7 2 7 5.5H5ZM6.5 10.5c0 5 2.5 8 5.5 10 3-2 5.5-5 5.5-10M12 5V3',
  fish: 'M3 12c3-5 9-6 13-2l5-4v12l-5-4c-4 4-10 3-13-2ZM7.5 11v.2',
  shellfish: 'M12 20 4 9a8.5 8.5 0 0 1 16 0l-8 11ZM12 20V4M12 20 8 5M12 20l4-15M9.5 20h5',
  mustard: 'M8 4h8v3H8ZM7 7h10v13H7ZM7 11h10M7 16h10',
  sesame:
    'M8 4c2 2.5 2 5 0 6-2-1-2-3.5 0-6ZM16 7c2 2.5 2 5 0 6-2-1-2-3.5 0-6ZM9 14c2 2.5 2 5 0 6-2-1-2-3.5 0-6Z',
  sulphites: 'M7.5 3h9c0 5-1.5 8-4.5 8S7.5 8 7.5 3ZM12 11v9M8.5 20h7M8 6.5h8',
};

/** A dietary value or an allergen: its word in the shopper's language and an icon, or the label alone if the shop has none. */
export function FoodTerm({ label }: { label: string }) {
  const { t } = useText();
  const term = termOf(label, (each) => t(`term.${each}`));
  if (!term) return <span>{label}</span>;
  return (
    <>
      <FoodIcon of={term} />
      <span>{t(`term.${term}`)}</span>
    </>
  );
}

function FoodIcon({ of }: { of: Term }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="icon size-4">
      <path d={drawings[of]} />
    </svg>
  );
}
