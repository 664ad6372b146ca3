import '../platform/i18n/parts/push-messages.ts';
import { useState } from 'react';
import { useText } from '../platform/i18n/text-context.tsx';
import { readText, writeText } from '../platform/storage/browser-storage.ts';
import { Button } from '../ui/button.tsx';
import { LateIcon } from '../ui/deferred-icon.tsx';
import { heldInstallPrompt, type InstallPrompt } from './install-prompt.ts';

const key = 'install-declined';

/** The offer; a shopper who declines is not asked again. */
export function InstallOfferView() {
  const { t } = useText();
  const [prompt, setPrompt] = useState(() => (readText(key) === null ? heldInstallPrompt() : undefined));
  if (!prompt) return null;
  async function install(offered: InstallPrompt): Promise<void> {
    setPrompt(undefined);
    const { outcome } = await offered.prompt();
    if (outcome === 'dismissed') writeText(key, new Date().toISOString());
  }
  return (
    <section
      aria-labelledby="install"
      className="grid gap-3 rounded-petal border border-divider bg-surface p-5"
    >
      <h2 id="install" className="flex items-center gap-3 font-bold text-xl">
        <LateIcon name="home" className="size-6 text-accent" />
        {t('install.title')}
      </h2>
      <p>{t('install.text')}</p>
      <Button variant="plain" className="justify-self-start" onClick={() => void install(prompt)}>
        {t('install.install')}
      </Button>
    </section>
  );
}
