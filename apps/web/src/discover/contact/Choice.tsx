import { useId } from 'react';
import { useTexts } from '../../shared/i18n';
import { ProblemLine } from '../../ui/controls/Field';
import { Select } from '../../ui/controls/Select';
import type { Problem } from './contact-draft';
import { texts } from './texts';

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly autoComplete?: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly problem: Problem | null;
  readonly onChange: (value: string) => void;
}

/** A native select that must be filled out. */
export function Choice({ options, problem, ...select }: ChoiceProps) {
  const t = useTexts(texts);
  const id = useId();
  return (
    <Select
      {...select}
      options={[{ value: '', label: t('choose') }, ...options]}
      aria-required="true"
      aria-invalid={problem !== null}
      aria-describedby={id}
      below={<ProblemLine id={id} problem={problem} say={t} />}
    />
  );
}
