import { exportData } from '@fynbos/core/accounts/contract.ts';
import { useState } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { Button } from '../../ui/button.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { refusalNotice } from '../../ui/notices/problem-notice.ts';

/** Downloads all data that the shop stores about the customer, as a file. */
export function DownloadData() {
  const { t } = useText();
  const { notify } = useNotices();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const { result } = await callAsCustomer(exportData);
      saveFile('fynbos-my-data.json', JSON.stringify(result, undefined, 2));
    } catch (error) {
      notify(refusalNotice(error, t));
    }
    setBusy(false);
  };
  return (
    <div data-asks>
      <Button variant="plain" onClick={download} aria-disabled={busy || undefined}>
        {busy ? t('shop.loading') : t('profile.download')}
      </Button>
    </div>
  );
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
