import { useEffect } from 'react';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panels/panel.tsx';
import { useOpenPanel, usePanels } from '../../ui/panels/panels-provider.tsx';
import { type AuthDialog, closeDialog, openDialog, useAuthDialog } from '../state/auth-dialog-state.ts';
import { ForgottenForm } from './forgot-password-form.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

const panelName = 'account';

const titles: Record<AuthDialog, MessageId> = {
  login: 'account.logIn',
  register: 'account.register',
  forgotten: 'account.forgotten',
};

/** Login, registration and password reset in a dialog over the page (spec D36). */
export function AuthPanel() {
  const { t } = useText();
  const { show, close } = usePanels();
  const open = useOpenPanel();
  const dialog = useAuthDialog();
  useEffect(() => {
    if (dialog) show(panelName);
  }, [dialog, show]);
  const isOpen = open === panelName;
  useEffect(() => {
    if (isOpen) return closeDialog;
  }, [isOpen]);
  const done = () => close(panelName);
  return (
    <Panel name={panelName} title={t(titles[dialog ?? 'login'])} closeLabel={t('account.close')} side="end">
      {dialog === 'login' && <LoginForm onDone={done} go={openDialog} />}
      {dialog === 'register' && <RegisterForm onDone={done} />}
      {dialog === 'forgotten' && <ForgottenForm />}
      {dialog && (
        <p className="mt-6 grid gap-2 border-divider border-t pt-4">
          {t(dialog === 'login' ? 'account.noneYet' : 'account.haveOne')}
          <Button variant="plain" onClick={() => openDialog(dialog === 'login' ? 'register' : 'login')}>
            {t(dialog === 'login' ? 'account.register' : 'account.logIn')}
          </Button>
        </p>
      )}
    </Panel>
  );
}
