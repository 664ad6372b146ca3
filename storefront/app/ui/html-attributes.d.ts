import 'react';

// The commands of buttons are in browsers, and not yet in the types.
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: string;
    commandfor?: string;
  }
}
