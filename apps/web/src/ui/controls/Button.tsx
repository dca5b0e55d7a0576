import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** A Tabler icon of 20 px, before the label. */
  readonly icon?: ReactNode;
  /** For the field user: 56 px high and full width. */
  readonly isField?: boolean;
  /** The colour of destructive actions: end, decline, delete. */
  readonly isDanger?: boolean;
}

interface Look {
  readonly kind: 'filled' | 'danger' | 'quiet' | 'line' | 'text';
  readonly icon?: ReactNode;
  readonly isField?: boolean | undefined;
  readonly isDanger?: boolean | undefined;
  readonly className?: string | undefined;
}

const classesOf = ({ kind, isField, isDanger, className }: Look) =>
  [styles.button, styles[kind], isField && styles.field, isDanger && styles.dangerText, className]
    .filter(Boolean)
    .join(' ');

function Button({ kind, icon, isField, isDanger, className, children, ...rest }: ButtonProps & Look) {
  return (
    <button type="button" className={classesOf({ kind, isField, isDanger, className })} {...rest}>
      {icon}
      {children}
    </button>
  );
}

/** The primary action of a view. */
export const FilledButton = ({ isDanger, ...props }: ButtonProps) => (
  <Button kind={isDanger ? 'danger' : 'filled'} {...props} />
);
export const QuietButton = (props: ButtonProps) => <Button kind="quiet" {...props} />;
export const LineButton = (props: ButtonProps) => <Button kind="line" {...props} />;
export const TextButton = (props: ButtonProps) => <Button kind="text" {...props} />;

/** A link to elsewhere that looks like a button. */
export function ButtonAnchor({ kind, icon, isField, className, children, ...rest }: ComponentProps<'a'> & Look) {
  return (
    <a className={classesOf({ kind, isField, className })} {...rest}>
      {icon}
      {children}
    </a>
  );
}

/** A link within the app that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);
