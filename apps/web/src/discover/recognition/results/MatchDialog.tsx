import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useContentLanguage, useTexts } from '../../../shared/i18n';
import { ButtonLink, QuietButton, TextButton } from '../../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import { Info, ResultFoot } from '../../detail';
import { contentQuery } from '../../lists/model/content-queries';
import { SaveButton } from '../../menu';
import type { Match } from '../model/match';
import type { Recognition } from '../model/recognition-session';
import { texts } from '../texts';
import { Compare } from './Compare';
import { NotIt } from './NotIt';
import styles from './recognition-results.module.css';
import { Similarity } from './Similarity';

interface OpenedProps {
  readonly match: Match;
  readonly recognition: Recognition;
  readonly onClose: () => void;
}

function Opened({ match, recognition, onClose }: OpenedProps) {
  const t = useTexts(texts);
  const [isWrong, setWrong] = useState(false);
  const language = useContentLanguage();
  const { contentId, title, line, locale, pictureUrl } = match;
  // Found on this device, which knows no more than title and picture: with a network the rest comes now.
  const { data: loaded } = useQuery({ ...contentQuery(language, contentId), enabled: match.item === null });
  const item = match.item ?? loaded;
  return (
    <div className={styles.opened}>
      <Compare photograph={recognition.photograph.url} pictureUrl={pictureUrl} title={title} locale={locale} isLarge />
      <div className={styles.column}>
        <Similarity match={match} />
      </div>
      {item ? <Info content={item.content} /> : <p lang={locale}>{line}</p>}
      {item && <ResultFoot item={item} />}
      <DialogAnswers>
        <span className={styles.start}>
          {item && <SaveButton item={item} />}
          <QuietButton onClick={() => setWrong(true)}>{t('notIt')}</QuietButton>
        </span>
        <TextButton onClick={onClose}>{t('close')}</TextButton>
        <ButtonLink to="/content-detail/$contentId" params={{ contentId: String(contentId) }} kind="filled">
          {t('toPage')}
        </ButtonLink>
      </DialogAnswers>
      <NotIt isOpen={isWrong} onClose={() => setWrong(false)} match={match} recognition={recognition} />
    </div>
  );
}

interface MatchDialogProps {
  readonly match: Match | null;
  readonly recognition: Recognition;
  readonly onClose: () => void;
}

/** An opened result: beside the photograph, with its details, and what can be done with it (D2.55). */
export const MatchDialog = ({ match, recognition, onClose }: MatchDialogProps) => (
  <Dialog isOpen={match !== null} onClose={onClose} title={match?.title ?? ''} kind="card" width={600}>
    {match && <Opened match={match} recognition={recognition} onClose={onClose} />}
  </Dialog>
);
