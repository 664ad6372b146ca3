import type { MessageId } from '../i18n/text.ts';
import { useText } from '../i18n/text-context.tsx';
import { Icon } from '../ui/icons.tsx';
import { LateIcon } from '../ui/late-icon.tsx';

/** What a shopper gets here today, and nothing that is only planned. */
const look = 'size-7 text-leaf';
const promises: { icon: React.ReactNode; title: MessageId; text: MessageId }[] = [
  { icon: <Icon name="tag" className={look} />, title: 'promise.vat', text: 'promise.vatText' },
  { icon: <LateIcon name="scale" className={look} />, title: 'promise.unit', text: 'promise.unitText' },
  { icon: <LateIcon name="shelf" className={look} />, title: 'promise.stock', text: 'promise.stockText' },
  { icon: <LateIcon name="leaf" className={look} />, title: 'promise.food', text: 'promise.foodText' },
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
            {icon}
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
