import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import styles from './IconButton.module.css';
import { Tip, type TipProps } from '../overlay/Tip';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name, and the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly keyName?: string;
  readonly tipPosition?: TipProps['position'];
  /** False: its icon says enough. */
  readonly hasTip?: boolean;
  /** The primary button. */
  readonly isFilled?: boolean;
  /** With a background of its own. */
  readonly isQuiet?: boolean;
  /** A toggle button that is pressed. */
  readonly isOn?: boolean;
  /** 56 px, for the field user. */
  readonly isField?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, keyName, tipPosition = 'bottom', hasTip = true, className, ...own } = props;
  const { isFilled, isQuiet, isOn, isField, ...rest } = own;
  const classes = [
    styles.button,
    isFilled && styles.filled,
    isQuiet && styles.quiet,
    isOn && styles.on,
    isField && styles.field,
    className,
  ];
  const button = (
    <button type="button" aria-label={label} className={classes.filter(Boolean).join(' ')} {...rest}>
      {icon}
    </button>
  );
  if (!hasTip) return button;
  return (
    <Tip words={label} keyName={keyName} position={tipPosition}>
      {button}
    </Tip>
  );
}

export interface IconAnchorProps extends Omit<ComponentProps<'a'>, 'children'> {
  readonly label: string;
  readonly icon: ReactNode;
}

export const IconAnchor = ({ label, icon, className, ...rest }: IconAnchorProps) => (
  <a aria-label={label} className={[styles.button, className].filter(Boolean).join(' ')} {...rest}>
    {icon}
  </a>
);

/** A link within the app that looks like an icon button, without a tooltip. */
export const IconLink = createLink(IconAnchor);
