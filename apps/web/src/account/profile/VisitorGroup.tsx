import { useState } from 'react';
import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import {
  changeVisitorProfile,
  isBirthDate,
  useVisitorProfile,
  type VisitorProfile,
} from '../../platform/storage/visitor-profile';
import { QuietButton } from '../../ui/controls/Button';
import { DateField } from '../../ui/controls/DateField';
import { Segmented } from '../../ui/controls/Segmented';
import { showToast } from '../../shared/toast';
import { type Change, ConfirmChange } from './ConfirmChange';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';

/** A date is typed in parts, and applied when it is complete. */
function BirthDate({ date, onChange }: { readonly date: string; readonly onChange: (date: string) => void }) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState(date);
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      className={styles.line}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(!isBirthDate(typed));
        if (isBirthDate(typed)) onChange(typed);
      }}
    >
      <DateField
        label={t('birthDate')}
        type="date"
        autoComplete="bday"
        value={typed}
        problem={isWrong ? { text: 'birthDateWrong' } : null}
        say={t}
        onChange={setTyped}
      />
      <QuietButton type="submit" aria-disabled={typed === date}>
        {t('change')}
      </QuietButton>
    </form>
  );
}

/** The visitor's profile. It stays on this device. */
export function VisitorGroup() {
  const t = useTexts(texts);
  const language = useLanguage();
  const profile = useVisitorProfile();
  const [change, setChange] = useState<Change | null>(null);
  const ask = (part: Partial<VisitorProfile>, words: string) =>
    setChange({
      words,
      apply() {
        try {
          changeVisitorProfile(part);
        } catch {
          showToast(t('notKept'));
        }
      },
    });
  const { profileRole, birthDate } = profile;
  return (
    <Group title={t('visitor')} line={t('visitorLine')}>
      <Segmented
        label={t('visitor')}
        value={profileRole}
        options={[
          { value: 'tourist', label: t('tourist') },
          { value: 'citizen', label: t('citizen') },
        ]}
        onChange={(role) => ask({ profileRole: role }, t(role))}
      />
      <BirthDate
        key={birthDate}
        date={birthDate}
        onChange={(date) => {
          if (date !== birthDate) ask({ birthDate: date }, formatDate(new Date(`${date}T12:00`), language));
        }}
      />
      <ConfirmChange change={change} onClose={() => setChange(null)} />
    </Group>
  );
}
