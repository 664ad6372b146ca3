import type { ReactNode } from 'react';
import { inView } from '../../paths.ts';

/** The form whose button follows a mailed link: by a script, or by posting the link to its page. */
export function LinkForm({
  action,
  link,
  onFollow,
  className,
  children,
}: {
  /** The path of the page. */
  action: string;
  link: string;
  onFollow: () => void;
  className: string;
  children: ReactNode;
}) {
  return (
    <form
      method="post"
      action={inView(action)}
      onSubmit={(event) => {
        event.preventDefault();
        onFollow();
      }}
      className={className}
    >
      <input type="hidden" name="link" value={link} />
      {children}
    </form>
  );
}
