import { IconAlertCircle } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import type { Values } from '@earth/contracts';
import styles from './Field.module.css';
import { useTooLong } from './TooLong';

interface ProblemProps<Text extends string> {
  /** The validation error: a text of the app, or the server's message. */
  readonly problem: { readonly text: Text; readonly values?: Values } | { readonly words: string } | null;
  readonly say: (text: Text, values?: Values) => string;
}

interface ProblemLineProps<Text extends string> extends ProblemProps<Text> {
  readonly id: string;
}

/** A live region: announced when its content changes, so it must exist before. */
export function ProblemLine<Text extends string>({ id, problem, say }: ProblemLineProps<Text>) {
  return (
    <div id={id} role="alert">
      {problem && (
        <p className={styles.problem}>
          <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
          {'text' in problem ? say(problem.text, problem.values) : problem.words}
        </p>
      )}
    </div>
  );
}

interface LabelledProps {
  /** Of the control. */
  readonly id: string;
  readonly label: string;
  readonly isLarge?: boolean;
  readonly children: ReactNode;
}

/** A control with its label above. */
export const Labelled = ({ id, label, isLarge = false, children }: LabelledProps) => (
  <div className={isLarge ? `${styles.field} ${styles.large}` : styles.field}>
    <label htmlFor={id}>{label}</label>
    {children}
  </div>
);

export const TextArea = ({ className = '', ...area }: ComponentProps<'textarea'>) => (
  <textarea dir="auto" className={`${styles.input} ${className}`} {...area} />
);

export interface FieldProps<Text extends string> extends ProblemProps<Text>, Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** On a page of its own, not in a dialog. */
  readonly isLarge?: boolean;
  /** Whether it takes the focus when an error appears: of several with an error, only the first does. */
  readonly takesFocus?: boolean;
}

/** A field with its label above and its error below. */
export function Field<Text extends string>(props: FieldProps<Text>) {
  const { label, problem, say, onChange, isLarge = false, takesFocus = true, ...rest } = props;
  const { maxLength = Number.POSITIVE_INFINITY, ...input } = rest;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem && takesFocus) field.current?.focus();
  }, [problem, takesFocus]);
  const words = useTooLong({ text: props.value, most: maxLength });
  const isOver = words !== null;
  // Custom validity: a text that is too long is kept, but the form cannot be submitted until it is shorter.
  useEffect(() => {
    const form = field.current?.form;
    if (!isOver || !form) return;
    const hold = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      field.current?.focus();
    };
    form.addEventListener('submit', hold, true);
    return () => form.removeEventListener('submit', hold, true);
  }, [isOver]);
  return (
    <Labelled id={id} label={label} isLarge={isLarge}>
      <input
        dir="auto"
        {...input}
        ref={field}
        id={id}
        className={styles.input}
        aria-invalid={problem !== null || isOver}
        aria-describedby={`${id}-problem`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <ProblemLine id={`${id}-problem`} problem={words === null ? problem : { words }} say={say} />
    </Labelled>
  );
}
