import { Icon } from '../ui/icons.tsx';
import { useSaid } from './said.ts';

/** What happens to the cart, read out when the reader pauses; what went wrong is shown as well. */
export function Announcer() {
  const { text, shown } = useSaid();
  return (
    <div role="status">
      {shown ? (
        <p className="mb-4 flex gap-2 rounded-petal-small bg-protea-tint p-3 font-semibold text-ink">
          <Icon name="warning" className="size-5 text-protea" />
          {text}
        </p>
      ) : (
        <p className="sr-only">{text}</p>
      )}
    </div>
  );
}
