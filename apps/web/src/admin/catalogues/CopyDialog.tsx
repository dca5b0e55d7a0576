import type { OwnCatalogue } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { categoryPaths } from '../../discover/lists/model/category-paths';
import { menuQuery } from '../../discover/lists/model/content-queries';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { Select } from '../../ui/controls/Select';
import { Progress } from '../../ui/feedback/Progress';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './catalogues.module.css';
import { texts } from './texts';
import { type Counts, useCopying } from './use-copying';

/** What has been copied so far, and what was not. */
function Outcome({ counts, isBusy }: { readonly counts: Counts; readonly isBusy: boolean }) {
  const t = useTexts(texts);
  const { copied, skipped, withoutPicture } = counts;
  return (
    <div role="status" className={styles.words}>
      {isBusy && <Progress label={t('copying')} value={null} />}
      <p>{t('copied', { count: copied })}</p>
      {skipped > 0 && <p className={styles.line}>{t('skipped', { count: skipped })}</p>}
      {withoutPicture > 0 && <p className={styles.line}>{t('leftOut', { count: withoutPicture })}</p>}
    </div>
  );
}

interface DialogProps {
  readonly catalogue: OwnCatalogue;
  readonly onClose: () => void;
}

/** Makes products of the contents of another entry of the menu. */
export function CopyDialog({ catalogue, onClose }: DialogProps) {
  const t = useTexts(texts);
  const { categoryId, title } = catalogue;
  const { data: menu = [] } = useQuery(menuQuery(useContentLanguage()));
  const entries = categoryPaths(menu).filter(({ value }) => value !== String(categoryId));
  const [chosen, choose] = useState('');
  const entry = chosen || (entries.at(0)?.value ?? '');
  const { counts, isBusy, problem, start, stop } = useCopying(categoryId);
  return (
    <Dialog isOpen onClose={onClose} title={t('copyTitle', { title })} width={480} closeOnClickOutside={false}>
      <div className={styles.form}>
        <p className={styles.line}>{t('copyLine')}</p>
        {entries.length > 0 ? (
          <Select label={t('copyFrom')} value={entry} options={entries} disabled={isBusy} onChange={choose} />
        ) : (
          <p>{t('nothingToCopy')}</p>
        )}
        {counts && <Outcome counts={counts} isBusy={isBusy} />}
        <ProblemLine id="copy-problem" problem={problem} say={t} />
      </div>
      <DialogAnswers>
        <QuietButton onClick={isBusy ? stop : onClose}>{t(isBusy ? 'stop' : 'close')}</QuietButton>
        <FilledButton disabled={entry === ''} aria-disabled={isBusy} onClick={() => void start(Number(entry))}>
          {t('copy')}
        </FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}
