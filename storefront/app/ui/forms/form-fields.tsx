import { createContext, use, useState } from 'react';

interface FormFields {
  id: string;
  /** Error messages by field. */
  errors: Readonly<Record<string, string>>;
  /** The submitted values, when the server rendered the form again. */
  typed: Readonly<Record<string, string>>;
}

const FieldsContext = createContext<FormFields>({ id: '', errors: {}, typed: {} });

/** Context for the fields of a form: the form's id, error messages, and submitted values. */
export const FormFields = FieldsContext.Provider;

type InputProps = Omit<React.ComponentProps<'input'>, 'id'> & { label: string; name: string; hint?: string };

/** The id of a field's input, for links from an error summary. */
export const fieldId = (form: string, name: string) => `${form}-${name}`;

/** The same for a field of the form around it that has its own markup. */
export const useFieldId = (name: string): string => fieldId(use(FieldsContext).id, name);

const inputClass =
  'min-h-12 w-full rounded-petal-small border border-control bg-surface px-3 text-default aria-invalid:border-2 aria-invalid:border-danger';

/** A text input with its label above or for screen readers only, and the hint and error message below. */
export function Field({
  label,
  hint,
  warning,
  className = '',
  isLabelHidden = false,
  ...input
}: InputProps & {
  /** A doubt about the value, under the field. Given as an empty text, it may appear later. */
  warning?: React.ReactNode;
  isLabelHidden?: boolean;
}) {
  const { typed } = use(FieldsContext);
  const tied = useTied(input.name, hint, warning);
  return (
    <FieldFrame {...{ label, hint, warning, className, isLabelHidden }} name={input.name}>
      <input type="text" defaultValue={typed[input.name]} {...input} {...tied} className={inputClass} />
    </FieldFrame>
  );
}

/** A password input that can be shown on request and accepts pasted text. */
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
          className={`${inputClass} pr-24`}
        />
        <button
          type="button"
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 px-4 font-semibold text-accent text-sm noscript:hidden"
        >
          {shown ? hide : show}
        </button>
      </div>
    </FieldFrame>
  );
}

/** A select field. */
export function SelectField({
  label,
  hint,
  warning,
  children,
  ...select
}: Omit<React.ComponentProps<'select'>, 'id'> & {
  label: string;
  name: string;
  hint?: string;
  /** As `Field` has it. */
  warning?: React.ReactNode;
}) {
  const tied = useTied(select.name, hint, warning);
  return (
    <FieldFrame {...{ label, hint, warning }} name={select.name}>
      <select {...select} {...tied} className={inputClass}>
        {children}
      </select>
    </FieldFrame>
  );
}

/** A multi-line text input. */
export function AreaField({
  label,
  hint,
  ...area
}: Omit<React.ComponentProps<'textarea'>, 'id'> & { label: string; name: string; hint?: string }) {
  const { typed } = use(FieldsContext);
  const tied = useTied(area.name, hint);
  return (
    <FieldFrame label={label} hint={hint} name={area.name}>
      <textarea defaultValue={typed[area.name]} {...area} {...tied} className={`${inputClass} py-2`} />
    </FieldFrame>
  );
}

/** A radio group with all choices visible. */
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
            className="flex min-h-11 items-center gap-2 rounded-petal-small border border-control bg-surface px-3 has-checked:border-accent has-checked:bg-accent-subtle"
          >
            <input
              type="radio"
              // The error summary links to the first choice.
              id={index === 0 ? id : undefined}
              name={name}
              value={choice.value}
              defaultChecked={typed[name] === choice.value}
              required
              className="size-5 accent-accent"
            />
            {choice.label}
          </label>
        ))}
      </div>
      <FieldError name={name} />
    </fieldset>
  );
}

/** A checkbox with a label. */
export function CheckField({ label, ...input }: Omit<InputProps, 'hint'>) {
  const tied = useTied(input.name, undefined);
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" {...input} {...tied} className="size-5 shrink-0 accent-accent" />
        <span>{label}</span>
      </label>
      <FieldError name={input.name} />
    </div>
  );
}

function useTied(name: string, hint: string | undefined, warning?: React.ReactNode) {
  const { id, errors } = use(FieldsContext);
  const inputId = fieldId(id, name);
  const parts = { hint, warning, error: errors[name] };
  const described = Object.entries(parts)
    .flatMap(([part, text]) => (text ? `${inputId}-${part}` : []))
    .join(' ');
  return {
    id: inputId,
    'aria-invalid': errors[name] ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  };
}

function FieldFrame({
  label,
  hint,
  warning,
  name,
  className = '',
  isLabelHidden = false,
  children,
}: {
  label: string;
  hint: string | undefined;
  warning?: React.ReactNode;
  name: string;
  className?: string;
  isLabelHidden?: boolean;
  children: React.ReactNode;
}) {
  const { id } = use(FieldsContext);
  const inputId = fieldId(id, name);
  return (
    <div className={`grid content-start gap-1 ${className}`}>
      <label htmlFor={inputId} className={isLabelHidden ? 'sr-only' : 'font-semibold'}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${inputId}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
      {warning !== undefined && (
        <p id={`${inputId}-warning`} role="status" className="font-semibold text-sm empty:hidden">
          {warning}
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
    <p id={`${fieldId(id, name)}-error`} className="font-semibold text-danger text-sm">
      {errors[name]}
    </p>
  );
}
