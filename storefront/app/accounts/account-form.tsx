import { useEffect, useId, useRef, useState } from 'react';
import { ApiProblem, type ApiProblemCode, type ProblemView } from '../api-problem.ts';
import type { MessageId } from '../i18n/text.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/problem-messages.ts';
import { inView } from '../paths.ts';
import { problemWords } from '../refusal-notice.ts';
import { Button } from '../ui/button.tsx';
import { FormFields, fieldId } from '../ui/form-fields.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import type { Faults, Values } from './form-checks.ts';
import { type Refusal, refusalOf, useFaultText } from './form-refusal.ts';

/**
 * A form of accounts. Before scripts it is posted to its page; then it is checked and sent here. What is wrong
 * stands beside each field and is summed up above, where the focus goes.
 */
export function AccountForm({
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
  className = 'max-sm:w-full',
  children,
  look,
}: {
  /** The page that takes the form before scripts do; left out where a form needs them. */
  action?: string;
  check?: (values: Values) => Faults;
  send: (values: Values) => Promise<void>;
  submit: string;
  /** Said instead of sending without a network. */
  offline?: MessageId;
  /** It is taken without a network as well. */
  offlineToo?: boolean;
  /** What the server made of the form when it was posted to it. */
  refused?: Refusal;
  /** The names of the fields, in their order: for the summary. Empty where the sentence says it all. */
  labels: Readonly<Record<string, string>>;
  /** What this form says better than the shop in general, by the code of the problem. */
  sentences?: Partial<Record<ApiProblemCode, MessageId>>;
  /** Told what the form holds whenever a field of it is left. */
  onLeave?: (values: Values) => void;
  /** What the button says until scripts are there, for a form that nothing takes before. */
  unready?: string;
  /** Of the button. */
  className?: string;
  children: React.ReactNode;
  look?: 'strong' | 'plain';
}) {
  const { t } = useText();
  const id = useId();
  const summary = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState(refused);
  const [busy, setBusy] = useState(false);
  const errorOf = useFaultText();
  const errors = Object.fromEntries(
    Object.entries(refusal?.faults ?? {}).map(([name, fault]) => [name, errorOf(fault)]),
  );
  const alive = useHydrated();
  useEffect(() => {
    if (!refusal) return;
    const field = refusal.focus && document.getElementById(fieldId(id, refusal.focus));
    (field || summary.current)?.focus();
  }, [refusal, id]);

  const onSubmit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const values = valuesOf(new FormData(event.currentTarget));
    const faults = check(values);
    if (Object.keys(faults).length > 0) return setRefusal({ faults });
    if (!navigator.onLine && !offlineToo) return setRefusal({ faults: {}, sentence: t(offline) });
    setBusy(true);
    setRefusal(undefined);
    await send(values).catch((error: unknown) => setRefusal(refusalOf(error)));
    setBusy(false);
  };

  return (
    <form
      method="post"
      action={action && inView(action)}
      data-offline={offlineToo ? 'works' : t(offline)}
      noValidate={alive}
      onSubmit={onSubmit}
      onBlur={onLeave && ((event) => onLeave(valuesOf(new FormData(event.currentTarget))))}
      className="grid gap-4"
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
          look={look}
          aria-disabled={busy || undefined}
          disabled={unready !== undefined && !alive}
          className={`min-h-12 justify-self-start px-7 ${className}`}
        >
          {busy ? t('account.sending') : alive ? submit : (unready ?? submit)}
        </Button>
      </FormFields>
    </form>
  );
}

/** What a form holds, as text. */
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
  /** Said where no field is wrong. */
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
      className="grid gap-1 rounded-petal-small border-2 border-protea bg-protea-tint p-4"
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
  const own = sentences[view.code];
  return own ? t(own, view.values) : problemWords(view, t);
}
