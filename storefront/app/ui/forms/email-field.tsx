import { useState } from 'react';
import { setFieldValue } from '../../platform/browser/set-field-value.ts';
import { lazyComponent } from '../lazy-component.tsx';
import { Field } from './form-fields.tsx';

/** The address that was probably meant, as a button; its code is loaded when an address was typed. */
export const EmailSuggestion = lazyComponent(
  async () => (await import('./email-suggestion.lazy.tsx')).EmailSuggestionButton,
  () => null,
);

/** A field for an e-mail address. When the shopper leaves it, it suggests the domain that was probably meant. */
export function EmailField(props: Omit<React.ComponentProps<typeof Field>, 'type' | 'warning'>) {
  const [left, setLeft] = useState<{ field: HTMLInputElement; email: string }>();
  return (
    <Field
      inputMode="email"
      {...props}
      type="email"
      warning={left ? <EmailSuggestion email={left.email} onAccept={accept} /> : ''}
      onChange={() => setLeft(undefined)}
      onBlur={({ currentTarget: field, relatedTarget }) => {
        // A suggestion that appears under a press would move the button away.
        if (field.readOnly || relatedTarget?.matches('[type=submit]')) return;
        setLeft({ field, email: field.value });
      }}
    />
  );

  function accept(email: string): void {
    if (!left) return;
    setFieldValue(left.field, email);
    left.field.focus();
  }
}
