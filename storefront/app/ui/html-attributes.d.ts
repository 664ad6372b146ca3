import 'react';

// Browsers support the `command` attributes of buttons, but the types do not have them yet.
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: string;
    commandfor?: string;
  }
}
