import { IconUsers } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useStoredDraft } from '../../shared/use-edit-draft';
import { type Edited, useEditing } from '../../shared/use-editing';
import { TextButton } from '../controls/Button';
import { texts } from '../texts';
import styles from './EditNotices.module.css';
import { SkeletonRows } from './Skeleton';

/** What the user of an editor should know, with an icon of 20 px. */
export const EditNotice = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <p className={styles.notice}>
    {icon}
    <span>{children}</span>
  </p>
);

/** Who else is editing the same; nothing if nobody is. */
export function OthersHere({ names }: { readonly names: readonly string[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    names.length > 0 && (
      <EditNotice icon={<IconUsers size={20} stroke={1.75} aria-hidden="true" />}>
        {t('othersHere', { count: names.length, names: new Intl.ListFormat(language).format(names) })}
      </EditNotice>
    )
  );
}

/** Reports that the user is editing, and shows who else is. */
export function EditorsHere({ edited }: { readonly edited: Edited }) {
  const editing = useEditing(edited);
  return (
    <div role="status" className={styles.notices}>
      <OthersHere names={editing?.others ?? []} />
    </div>
  );
}

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Moves the focus to the first field after an element that is about to go, so that it does not fall to the page. */
function focusFieldAfter(notice: Element) {
  const fields = [...(notice.parentElement?.querySelectorAll<FormField>('input, select, textarea') ?? [])];
  const isAfter = (field: FormField) =>
    (notice.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  fields.find((field) => isAfter(field) && !field.disabled && field.type !== 'file')?.focus();
}

/** That a draft of this device is shown. */
export function Restored({ onDiscard }: { readonly onDiscard: () => void }) {
  const t = useTexts(texts);
  const notice = useRef<HTMLDivElement>(null);
  return (
    <div ref={notice} role="status" className={styles.notice}>
      <p className={styles.words}>{t('restored')}</p>
      <TextButton
        onClick={() => {
          if (notice.current) focusFieldAfter(notice.current);
          onDiscard();
        }}
      >
        {t('discardRestored')}
      </TextButton>
    </div>
  );
}

interface DraftProps<Draft> {
  /** The name of the draft on this device. */
  readonly name: string;
  readonly children: (draft: Draft | null) => ReactNode;
}

/** A form with what was not saved the last time; until that is read, its place. */
export function StoredDraft<Draft>({ name, children }: DraftProps<Draft>) {
  const stored = useStoredDraft<Draft>(name);
  return stored ? children(stored.draft) : <SkeletonRows count={4} picture={0} />;
}
