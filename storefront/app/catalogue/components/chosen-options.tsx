import { useText } from '../../platform/i18n/text-context.tsx';

/** The options chosen for a product, on a line of the cart or of an order. */
export function ChosenOptions({ options }: { options: readonly { label: string; value: string }[] }) {
  const { label } = useText();
  if (options.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-2 font-normal text-muted text-sm">
      {options.map(({ label: name, value }) => (
        <div key={`${name} ${value}`} className="wrap-anywhere min-w-0">
          <dt className="inline">{label(name)}:</dt> <dd className="inline">{label(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
