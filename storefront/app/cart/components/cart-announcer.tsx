import { useEffect } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { clearAnnouncement, useAnnouncement } from '../state/cart-announcement.ts';

/** Announces cart changes to screen readers; problems are also visible. */
export function Announcer() {
  const { text, shown } = useAnnouncement();
  useEffect(() => clearAnnouncement, []);
  return (
    <div role="status">
      {shown ? (
        <p className="mb-4 flex gap-2 rounded-petal-small bg-danger-subtle p-3 font-semibold text-default">
          <Icon name="warning" className="size-5 text-danger" />
          {text}
        </p>
      ) : (
        <p className="sr-only">{text}</p>
      )}
    </div>
  );
}
