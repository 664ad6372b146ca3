import { ColumnsProvider } from '../catalogue/columns.tsx';
import { useText } from '../i18n/text-context.tsx';
import { NoticeList } from '../ui/notice-list.tsx';
import { NoticesProvider } from '../ui/notices-provider.tsx';
import { PageProgress } from '../ui/page-progress.tsx';
import { PanelsProvider } from '../ui/panels.tsx';
import { OfflineNavigation } from './offline-navigation.tsx';

/** The providers around every page: panels, notices, and the progress indicator. */
export function ShellProviders({ children }: { children: React.ReactNode }) {
  const { t } = useText();
  const messages = {
    region: t('notice.region'),
    close: t('notice.close'),
    kinds: {
      success: t('notice.success'),
      info: t('notice.info'),
      warning: t('notice.warning'),
      error: t('notice.error'),
    },
  };
  return (
    <NoticesProvider>
      <PanelsProvider>
        <ColumnsProvider>
          <PageProgress label={t('shop.opening')} />
          <OfflineNavigation />
          {children}
          <NoticeList labels={messages} />
        </ColumnsProvider>
      </PanelsProvider>
    </NoticesProvider>
  );
}
