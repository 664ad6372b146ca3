import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { LateIcon } from '../../ui/deferred-icon.tsx';
import { Icon } from '../../ui/icons.tsx';

/** Classes of the benefit icons. */
const iconClass = 'size-7 text-accent';
const benefits: { icon: React.ReactNode; title: MessageId; text: MessageId }[] = [
  { icon: <Icon name="tag" className={iconClass} />, title: 'promise.vat', text: 'promise.vatText' },
  { icon: <LateIcon name="scale" className={iconClass} />, title: 'promise.unit', text: 'promise.unitText' },
  {
    icon: <LateIcon name="shelf" className={iconClass} />,
    title: 'promise.stock',
    text: 'promise.stockText',
  },
  { icon: <LateIcon name="leaf" className={iconClass} />, title: 'promise.food', text: 'promise.foodText' },
];

/** The benefits of the shop, limited to existing features. */
export function ShopBenefits() {
  const { t } = useText();
  return (
    <section aria-labelledby="promises" className="rounded-petal bg-surface-muted p-5 md:p-8">
      <h2 id="promises" className="sr-only">
        {t('promise.title')}
      </h2>
      <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {benefits.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-4">
            {icon}
            <div>
              <p className="font-bold leading-snug">{t(title)}</p>
              <p className="text-muted text-sm">{t(text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
