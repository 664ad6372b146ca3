import { Icon, type IconName } from '../icons.tsx';

/** A permanent notice about the page, shown inline. */
export function InlineNotice({
  icon = 'info',
  title,
  children,
}: {
  icon?: IconName;
  title?: string;
  children: React.ReactNode;
}) {
  return (
    <div className="flex gap-4 rounded-petal border border-divider bg-surface-muted p-5">
      <Icon name={icon} className={`mt-0.5 size-6 ${icon === 'check' ? 'text-accent' : 'text-danger'}`} />
      <div className="wrap-anywhere grid min-w-0 gap-2">
        {title && <p className="font-bold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
