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

type Kind = 'filled' | 'danger' | 'quiet' | 'line' | 'text';

function Button({
  kind,
  icon,
  isField,
  isDanger,
  className,
  children,
  ...rest
}: ButtonProps & { readonly kind: Kind }) {
  const classes = [styles.button, styles[kind], isField && styles.field, isDanger && styles.dangerText, className];
  return (
    <button type="button" className={classes.filter(Boolean).join(' ')} {...rest}>
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
