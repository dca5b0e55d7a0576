import type { ReactNode } from 'react';
import { ConflictDialog } from '../../ui/overlay/ConflictDialog';
import type { SettingsForm } from './use-settings-form';

/** How a field is named, and how its values are compared. */
interface Compared<Value> {
  readonly label: string;
  readonly show: (value: Value) => ReactNode;
}

export const asText = (value: string): ReactNode => value || '–';
export const asPicture = (url: string | null): ReactNode => (url === null ? '–' : <img src={url} alt="" />);

export type Fields<Values> = { readonly [Key in keyof Values & string]: Compared<Values[Key]> };

interface ConflictsProps<Values extends object> {
  readonly form: Pick<SettingsForm<Values>, 'conflicting' | 'resolve' | 'closeConflict'>;
  readonly fields: Fields<Values>;
}

/** Another admin has changed the same settings: the user chooses, field by field. */
export function SettingsConflicts<Values extends object>({ form, fields }: ConflictsProps<Values>) {
  const { conflicting, resolve, closeConflict } = form;
  const conflictOf = (key: keyof Values & string, { mine, stored }: NonNullable<typeof conflicting>) => ({
    key,
    label: fields[key].label,
    mine: fields[key].show(mine[key]),
    theirs: fields[key].show(stored[key]),
  });
  const conflicts = conflicting?.keys.map((key) => conflictOf(key as keyof Values & string, conflicting)) ?? null;
  return <ConflictDialog conflicts={conflicts} onResolve={resolve} onClose={closeConflict} />;
}
