import { createContext, use, useState } from 'react';

interface FormFields {
  id: string;
  /** What is wrong, by field. */
  errors: Readonly<Record<string, string>>;
  /** What was typed when the page came back from the server. */
  typed: Readonly<Record<string, string>>;
}

const FieldsContext = createContext<FormFields>({ id: '', errors: {}, typed: {} });

/** Around the fields of a form: which it is, what is wrong with them, and what was typed already. */
export const FormFields = FieldsContext.Provider;

type InputProps = Omit<React.ComponentProps<'input'>, 'id'> & { label: string; name: string; hint?: string };

/** The id of a field's input, so that a list of errors can lead there. */
export const fieldId = (form: string, name: string) => `${form}-${name}`;

const box =
  'min-h-12 w-full rounded-petal-small border border-edge bg-card px-3 text-ink aria-invalid:border-2 aria-invalid:border-protea';

/** A line to type in, with its name above, what helps below, and what is wrong beside it. */
export function Field({ label, hint, className = '', ...input }: InputProps) {
  const { typed } = use(FieldsContext);
  const tied = useTied(input.name, hint);
  return (
    <FieldFrame label={label} hint={hint} name={input.name} className={className}>
      <input type="text" defaultValue={typed[input.name]} {...input} {...tied} className={box} />
    </FieldFrame>
  );
}

/** A password: shown when asked to, pasted as one likes. */
export function PasswordField({
  label,
  hint,
  show,
  hide,
  ...input
}: InputProps & { show: string; hide: string }) {
  const [shown, setShown] = useState(false);
  const tied = useTied(input.name, hint);
  return (
    <FieldFrame label={label} hint={hint} name={input.name}>
      <div className="relative">
        <input
          {...input}
          {...tied}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${box} pr-24`}
        />
        <button
          type="button"
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 px-4 font-semibold text-leaf text-sm unscripted:hidden"
        >
          {shown ? hide : show}
        </button>
      </div>
    </FieldFrame>
  );
}

/** A choice out of a list. */
export function SelectField({
  label,
  hint,
  children,
  ...select
}: Omit<React.ComponentProps<'select'>, 'id'> & { label: string; name: string; hint?: string }) {
  const tied = useTied(select.name, hint);
  return (
    <FieldFrame label={label} hint={hint} name={select.name}>
      <select {...select} {...tied} className={box}>
        {children}
      </select>
    </FieldFrame>
  );
}

/** Several lines to type in. */
export function AreaField({
  label,
  hint,
  ...area
}: Omit<React.ComponentProps<'textarea'>, 'id'> & { label: string; name: string; hint?: string }) {
  const { typed } = use(FieldsContext);
  const tied = useTied(area.name, hint);
  return (
    <FieldFrame label={label} hint={hint} name={area.name}>
      <textarea defaultValue={typed[area.name]} {...area} {...tied} className={`${box} py-2`} />
    </FieldFrame>
  );
}

/** One of a few choices, all of them in sight. */
export function ChoiceField({
  label,
  name,
  choices,
}: {
  label: string;
  name: string;
  choices: readonly { value: string; label: string }[];
}) {
  const { typed } = use(FieldsContext);
  const { id, ...tied } = useTied(name, undefined);
  return (
    <fieldset aria-describedby={tied['aria-describedby']}>
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className="flex min-h-11 items-center gap-2 rounded-petal-small border border-edge bg-card px-3 has-checked:border-leaf has-checked:bg-leaf-tint"
          >
            <input
              type="radio"
              // A list of errors leads to the first.
              id={index === 0 ? id : undefined}
              name={name}
              value={choice.value}
              defaultChecked={typed[name] === choice.value}
              required
              className="size-5 accent-leaf"
            />
            {choice.label}
          </label>
        ))}
      </div>
      <FieldError name={name} />
    </fieldset>
  );
}

/** A tick with a sentence beside it. */
export function CheckField({ label, ...input }: Omit<InputProps, 'hint'>) {
  const tied = useTied(input.name, undefined);
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" {...input} {...tied} className="size-5 shrink-0 accent-leaf" />
        <span>{label}</span>
      </label>
      <FieldError name={input.name} />
    </div>
  );
}

function useTied(name: string, hint: string | undefined) {
  const { id, errors } = use(FieldsContext);
  const own = fieldId(id, name);
  const described = [hint && `${own}-hint`, errors[name] && `${own}-error`].filter(Boolean).join(' ');
  return {
    id: own,
    'aria-invalid': errors[name] ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  };
}

function FieldFrame({
  label,
  hint,
  name,
  className = '',
  children,
}: {
  label: string;
  hint: string | undefined;
  name: string;
  className?: string;
  children: React.ReactNode;
}) {
  const { id } = use(FieldsContext);
  const own = fieldId(id, name);
  return (
    <div className={`grid content-start gap-1 ${className}`}>
      <label htmlFor={own} className="font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${own}-hint`} className="text-soft text-sm">
          {hint}
        </p>
      )}
      <FieldError name={name} />
    </div>
  );
}

function FieldError({ name }: { name: string }) {
  const { id, errors } = use(FieldsContext);
  if (!errors[name]) return null;
  return (
    <p id={`${fieldId(id, name)}-error`} className="font-semibold text-protea text-sm">
      {errors[name]}
    </p>
  );
}
