import { useEffect, useId, useRef, useState } from 'react';
import { ApiProblem, type ApiProblemCode, type ProblemView } from '../../platform/api/api-problem.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/problem-messages.ts';
import { inView } from '../../paths.ts';
import { acting } from '../../platform/updates/shop-update.ts';
import { Button } from '../button.tsx';
import { problemMessage } from '../notices/problem-notice.ts';
import { useHydrated } from '../use-hydrated.ts';
import { type FormRefusal, refusalOf, useFieldErrorText } from './form-errors.ts';
import { FormFields, fieldId } from './form-fields.tsx';
import type { FieldErrors, Values } from './form-values.ts';

interface SubmitFormProps {
  /** The page that accepts the form before hydration; omitted when a form needs scripts. */
  action?: string;
  check?: (values: Values) => FieldErrors;
  send: (values: Values) => Promise<void>;
  submit: string;
  /** The message shown instead of sending while offline. */
  offline?: MessageId;
  /** The form can be sent while offline as well. */
  offlineToo?: boolean;
  /** The server's response to the posted form. */
  refused?: FormRefusal;
  /** Labels of the fields in order, for the summary. Empty where the error message is enough. */
  labels: Readonly<Record<string, string>>;
  /** Messages that replace the shop's general ones, by problem code. */
  sentences?: Partial<Record<ApiProblemCode, MessageId>>;
  /** Receives the values of the form whenever a field loses focus. */
  onLeave?: (values: Values) => void;
  /** The button text before hydration, for a form that needs scripts. */
  unready?: string;
  /** Class of the button. */
  className?: string;
  /** Whether the fields and the button are in one row. */
  isRow?: boolean;
  children: React.ReactNode;
  variant?: 'strong' | 'plain';
}

/**
 * A form that is validated and sent here, and posted to its page before hydration. Errors are shown beside
 * each field and summarised above, where the focus goes.
 */
export function SubmitForm({
  action,
  check = () => ({}),
  send,
  submit,
  offline = 'account.offline',
  offlineToo = false,
  refused,
  labels,
  sentences = {},
  onLeave,
  unready,
  isRow = false,
  className = isRow ? '' : 'max-sm:w-full',
  children,
  variant,
}: SubmitFormProps) {
  const { t } = useText();
  const id = useId();
  const summary = useRef<HTMLDivElement>(null);
  const offlineText = offlineToo ? undefined : t(offline);
  const { refusal, busy, onSubmit } = useSubmission({ check, send, refused, offlineText });
  const errorOf = useFieldErrorText();
  const errors = Object.fromEntries(
    Object.entries(refusal?.fieldErrors ?? {}).map(([name, code]) => [name, errorOf(code)]),
  );
  const alive = useHydrated();
  useEffect(() => {
    if (!refusal) return;
    const field = refusal.focus && document.getElementById(fieldId(id, refusal.focus));
    (field || summary.current)?.focus();
  }, [refusal, id]);

  return (
    <form
      method="post"
      action={action && inView(action)}
      data-offline={offlineText ?? 'works'}
      noValidate={alive}
      onSubmit={onSubmit}
      onBlur={onLeave && ((event) => onLeave(valuesOf(new FormData(event.currentTarget))))}
      className={isRow ? 'flex flex-wrap gap-2' : 'grid gap-4'}
    >
      <FormFields value={{ id, errors, typed: refused?.typed ?? {} }}>
        {refusal && (
          <Summary
            ref={summary}
            form={id}
            errors={errors}
            labels={labels}
            sentence={refusal.sentence ?? sentenceOf(t, refusal.problem, sentences)}
          />
        )}
        {children}
        <Button
          type="submit"
          variant={variant}
          aria-disabled={busy || undefined}
          disabled={unready !== undefined && !alive}
          className={`min-h-12 justify-self-start ${isRow ? '' : 'px-7'} ${className}`}
        >
          {busy ? t('account.sending') : alive ? submit : (unready ?? submit)}
        </Button>
      </FormFields>
    </form>
  );
}

/**
 * Validates and sends a form, once at a time.
 * @param offlineText shown instead of sending while offline; undefined when it is sent anyway
 */
function useSubmission({
  check,
  send,
  refused,
  offlineText,
}: Required<Pick<SubmitFormProps, 'check' | 'send'>> & {
  refused: FormRefusal | undefined;
  offlineText: string | undefined;
}) {
  const [refusal, setRefusal] = useState(refused);
  const [busy, setBusy] = useState(false);
  const onSubmit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const values = valuesOf(new FormData(event.currentTarget));
    const fieldErrors = check(values);
    if (Object.keys(fieldErrors).length > 0) return setRefusal({ fieldErrors });
    if (!navigator.onLine && offlineText !== undefined)
      return setRefusal({ fieldErrors: {}, sentence: offlineText });
    setBusy(true);
    setRefusal(undefined);
    await acting(submitterOf(event), () => send(values)).catch((error: unknown) =>
      setRefusal(refusalOf(error)),
    );
    setBusy(false);
  };
  return { refusal, busy, onSubmit };
}

/** The button that was pressed, or the first one when a key submitted the form. */
const submitterOf = ({ nativeEvent, currentTarget }: React.FormEvent<HTMLFormElement>): Element | undefined =>
  (nativeEvent as SubmitEvent).submitter ?? currentTarget.querySelector('[type=submit]') ?? undefined;

/** The values of a form, as text. */
function valuesOf(form: FormData): Values {
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
}

function Summary({
  ref,
  form,
  sentence,
  errors,
  labels,
}: {
  ref: React.Ref<HTMLDivElement>;
  form: string;
  /** Shown when no field is invalid. */
  sentence: string;
  errors: Readonly<Record<string, string>>;
  labels: Readonly<Record<string, string>>;
}) {
  const { t } = useText();
  const wrong = Object.keys(labels).filter((name) => errors[name]);
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="grid w-full gap-1 rounded-petal-small border-2 border-danger bg-danger-subtle p-4"
    >
      <p className="font-bold">{wrong.length > 0 ? t('account.checkFields') : sentence}</p>
      {wrong.map((name) => (
        <a key={name} href={`#${fieldId(form, name)}`} className="justify-self-start underline">
          {labels[name] ? `${labels[name]}: ${errors[name]}` : errors[name]}
        </a>
      ))}
    </div>
  );
}

function sentenceOf(
  t: ReturnType<typeof useText>['t'],
  problem: ProblemView | undefined,
  sentences: Partial<Record<ApiProblemCode, MessageId>>,
): string {
  const { view } = problem ? { view: problem } : new ApiProblem('internal');
  const messageId = sentences[view.code];
  return messageId ? t(messageId, view.values) : problemMessage(view, t);
}
