import { createContext, useContext, useMemo, useState } from 'react';
import { dismiss, type Notices, type NoticeText, noNotices, notify } from './notices.ts';

interface NoticeBoard extends Notices {
  /** Shows a notice; `undefined` shows none. */
  notify: (text: NoticeText | undefined) => void;
  dismiss: (id: number) => void;
}

const NoticesContext = createContext<NoticeBoard | undefined>(undefined);

export function NoticesProvider({ children }: { children: React.ReactNode }) {
  const [notices, setNotices] = useState(noNotices);
  const board = useMemo(
    () => ({
      ...notices,
      notify: (text: NoticeText | undefined) => text && setNotices((now) => notify(now, text)),
      dismiss: (id: number) => setNotices((now) => dismiss(now, id)),
    }),
    [notices],
  );
  return <NoticesContext value={board}>{children}</NoticesContext>;
}

/** The notices and their functions, in a component inside `NoticesProvider`. */
export const useNotices = (): NoticeBoard => useContext(NoticesContext)!;
