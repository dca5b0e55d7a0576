import { type ReactNode, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../controls/Button';
import { texts } from '../texts';
import styles from './ConflictDialog.module.css';
import { Dialog, DialogAnswers } from './Dialog';
import { laterTexts } from './texts';

interface Conflict<Key extends string> {
  readonly key: Key;
  /** What it is about. */
  readonly label: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
}

interface ChoicesProps<Key extends string> {
  readonly conflicts: readonly Conflict<Key>[];
  /** What else the user should know. */
  readonly line?: ReactNode;
  readonly onResolve: (mine: ReadonlySet<Key>) => void;
  readonly onClose: () => void;
}

const Side = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <span className={styles.words}>
    <strong>{name}</strong>
    <span className={styles.value}>{children}</span>
  </span>
);

function Choices<Key extends string>({ conflicts, line, onResolve, onClose }: ChoicesProps<Key>) {
  const t = useTexts(laterTexts);
  const u = useTexts(texts);
  const [mine, setMine] = useState<ReadonlySet<Key>>(() => new Set(conflicts.map(({ key }) => key)));
  const choose = (key: Key, isMine: boolean) =>
    setMine((now) => new Set(isMine ? [...now, key] : [...now].filter((one) => one !== key)));
  return (
    <>
      <p>{t('conflictLine')}</p>
      {line && <p>{line}</p>}
      <div className={styles.conflicts}>
        {conflicts.map((conflict) => (
          <fieldset key={conflict.key} className={styles.conflict}>
            <legend>{conflict.label}</legend>
            {(['mine', 'theirs'] as const).map((side) => (
              <label key={side} className={styles.side}>
                <input
                  type="radio"
                  name={conflict.key}
                  checked={mine.has(conflict.key) === (side === 'mine')}
                  onChange={() => choose(conflict.key, side === 'mine')}
                />
                <Side name={t(side)}>{conflict[side]}</Side>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <DialogAnswers>
        <QuietButton onClick={onClose}>{u('cancel')}</QuietButton>
        <FilledButton onClick={() => onResolve(mine)}>{t('saveChoice')}</FilledButton>
      </DialogAnswers>
    </>
  );
}

interface ConflictDialogProps<Key extends string> extends Omit<ChoicesProps<Key>, 'conflicts'> {
  /** Null: there are none, and the dialog is closed. */
  readonly conflicts: ChoicesProps<Key>['conflicts'] | null;
}

/** Somebody else has saved other values of the same: the user chooses for each. What does not conflict is merged before. */
export function ConflictDialog<Key extends string>({ conflicts, ...props }: ConflictDialogProps<Key>) {
  const t = useTexts(laterTexts);
  return (
    <Dialog
      isOpen={conflicts !== null}
      onClose={props.onClose}
      title={t('conflictTitle')}
      width={640}
      closeOnClickOutside={false}
    >
      {conflicts && <Choices conflicts={conflicts} {...props} />}
    </Dialog>
  );
}
