import type { MessageId } from '../i18n/text.ts';
import { useText } from '../i18n/text-context.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';

/** What a shopper gets here today, and nothing that is only planned. */
const promises: { icon: IconName; title: MessageId; text: MessageId }[] = [
  { icon: 'tag', title: 'promise.vat', text: 'promise.vatText' },
  { icon: 'scale', title: 'promise.unit', text: 'promise.unitText' },
  { icon: 'shelf', title: 'promise.stock', text: 'promise.stockText' },
  { icon: 'leaf', title: 'promise.food', text: 'promise.foodText' },
];

/** Why to shop here, in four lines. */
export function Promises() {
  const { t } = useText();
  return (
    <section aria-labelledby="promises" className="rounded-petal bg-sunken p-5 md:p-8">
      <h2 id="promises" className="sr-only">
        {t('promise.title')}
      </h2>
      <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {promises.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <Icon name={icon} className="size-7 text-leaf" />
            <div>
              <p className="font-bold leading-snug">{t(title)}</p>
              <p className="text-soft text-sm">{t(text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
