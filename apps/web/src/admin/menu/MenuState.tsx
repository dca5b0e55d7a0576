import { IconAlertCircle, IconArrowBackUp, IconCloudCheck, IconCloudUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useRequest } from '../../shared/use-request';
import { FilledButton, QuietButton, TextButton } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { Question } from '../../ui/overlay/Question';
import styles from './menu-page.module.css';
import type { EditorState, MenuEditor } from './model/menu-editor';
import { type Entry, missingIn } from './model/tree';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface StateProps {
  readonly editor: MenuEditor;
  readonly state: EditorState;
}

const hasUntitled = (items: readonly Entry[]): boolean =>
  items.some(({ title, items: below }) => (title.en + title.it).trim() === '' || hasUntitled(below));

/** Whether the draft is saved, what is missing in it, and what can be done with it. */
export function MenuState({ editor, state }: StateProps) {
  const t = useTexts(texts);
  const { ask, isBusy, problem } = useRequest();
  const [isDiscarding, setDiscarding] = useState(false);
  const { items, save, isDraft, past } = state;
  const hasChanges = isDraft || save !== 'saved';
  const missing = (['en', 'it'] as const).map((language) => ({ language, count: missingIn(items, language) }));
  return (
    <div className={styles.state}>
      <SaveLine state={state} onRetry={() => void ask(editor.save)} />
      <div className={styles.acts}>
        {past.length > 0 && (
          <IconButton label={t('undo')} icon={<IconArrowBackUp {...icon} />} isQuiet onClick={editor.undo} />
        )}
        {hasChanges && (
          <QuietButton disabled={isBusy} onClick={() => setDiscarding(true)}>
            {t('discard')}
          </QuietButton>
        )}
        <FilledButton
          disabled={!hasChanges || isBusy || hasUntitled(items)}
          onClick={() =>
            void ask(async () => {
              await editor.publish();
              showToast(t('published'));
            })
          }
        >
          {t('publish')}
        </FilledButton>
      </div>
      {hasUntitled(items) && <p className={styles.warning}>{t('noTitle')}</p>}
      {missing.map(
        ({ language, count }) =>
          count > 0 && (
            <p key={language} className={styles.warning}>
              {t('missing', { count, language: t(language === 'en' ? 'english' : 'italian') })}
            </p>
          ),
      )}
      {problem && save !== 'changed' && (
        <p role="alert" className={styles.problem}>
          {problem.words}
        </p>
      )}
      <Question
        isOpen={isDiscarding}
        title={t('discardTitle')}
        yes={t('discard')}
        isDanger
        onYes={() => {
          setDiscarding(false);
          void ask(editor.discard);
        }}
        onClose={() => setDiscarding(false)}
      >
        <p>{t('discardAsk')}</p>
      </Question>
      <Dialog
        title={t('changedTitle')}
        isOpen={save === 'changed'}
        closeOnClickOutside={false}
        // Either answer loses something: neither is given by Esc or a step back.
        onClose={() => undefined}
      >
        <p>{t('changedBody')}</p>
        <DialogAnswers>
          <QuietButton onClick={() => void ask(editor.takeTheirs)}>{t('takeTheirs')}</QuietButton>
          <FilledButton onClick={() => void ask(editor.keepMine)}>{t('keepMine')}</FilledButton>
        </DialogAnswers>
      </Dialog>
    </div>
  );
}

function SaveLine({ state, onRetry }: { readonly state: EditorState; readonly onRetry: () => void }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { save, isDraft, changedBy, changedAt } = state;
  if (save === 'failed')
    return (
      <p role="status" className={styles.problem}>
        <IconAlertCircle {...icon} /> {t('saveFailed')}
        <TextButton onClick={onRetry}>{t('tryAgain')}</TextButton>
      </p>
    );
  const date = changedAt === null ? null : new Date(changedAt);
  const when = date && `${formatDate(date, language)}, ${formatTime(date, language)}`;
  const isSaving = save === 'unsaved' || save === 'saving';
  return (
    <p role="status" className={styles.line}>
      {isSaving ? <IconCloudUpload {...icon} /> : <IconCloudCheck {...icon} />}
      <span className={styles.words}>
        {t(isSaving ? 'saving' : isDraft ? 'saved' : 'live')}
        {!isSaving && when !== null && (
          <span className={styles.by} dir="auto">
            {/* What an API token wrote is nobody's. */}
            {changedBy === null ? when : t('by', { name: changedBy, date: when })}
          </span>
        )}
      </span>
    </p>
  );
}
