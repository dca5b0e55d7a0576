import type { ReactNode } from 'react';
import { Select } from '../../ui/controls/Select';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface ListedSelectProps {
  readonly label: string;
  /** The id of what describes it. */
  readonly describedBy: string;
  readonly value: string;
  readonly none: Option;
  readonly options: readonly Option[];
  /** Stands for a value that the list does not have (any more, or yet): it is kept until another one is chosen. */
  readonly unlisted: string;
  readonly onChange: (value: string) => void;
  readonly below: ReactNode;
}

/** One of the company's list, or none. */
export function ListedSelect({ value, none, options, unlisted, describedBy, ...select }: ListedSelectProps) {
  const known = [none, ...options];
  const isListed = known.some((one) => one.value === value);
  return (
    <Select
      {...select}
      value={value}
      aria-describedby={describedBy}
      options={[none, ...(isListed ? [] : [{ value, label: unlisted }]), ...options]}
    />
  );
}
