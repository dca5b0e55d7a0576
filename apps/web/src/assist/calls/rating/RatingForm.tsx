import { TEXT_MAX } from '@earth/contracts';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useRequest } from '../../../shared/use-request';
import { FilledButton } from '../../../ui/controls/Button';
import { Labelled, TextArea } from '../../../ui/controls/Field';
import { isTooLong, TooLong } from '../../../ui/controls/TooLong';
import styles from './rating.module.css';
import { texts } from './texts';

interface StarsProps {
  readonly value: number;
  readonly onChange: (stars: number) => void;
}

/** Five stars as radio buttons: arrow keys move between them. */
function Stars({ value, onChange }: StarsProps) {
  const t = useTexts(texts);
  const name = useId();
  return (
    <fieldset className={styles.stars}>
      <legend className={styles.question}>{t('question')}</legend>
      {[1, 2, 3, 4, 5].map((count) => (
        <label key={count} className={styles.star}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={count === value}
            onChange={() => onChange(count)}
          />
          {count <= value ? (
            <IconStarFilled size={32} aria-hidden="true" />
          ) : (
            <IconStar size={32} stroke={1.5} aria-hidden="true" />
          )}
          <span className="visually-hidden">{t('stars', { count })}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface RatingFormProps {
  /** Rejects if the server refuses. `comment` is empty if none was written. */
  readonly onSend: (stars: number, comment: string) => Promise<unknown>;
  /** Whether a comment can be sealed for the operators. */
  readonly hasComment?: boolean;
}

/** Asks for a rating after a call: nothing has to be answered. */
export function RatingForm({ onSend, hasComment = false }: RatingFormProps) {
  const t = useTexts(texts);
  const id = useId();
  const { ask, isBusy, problem } = useRequest();
  const [stars, setStars] = useState(0);
  const [comment, setComment] = useState('');
  const [isSent, setSent] = useState(false);
  const send = () =>
    ask(async () => {
      await onSend(stars, comment.trim());
      setSent(true);
    });
  return (
    <div className={styles.rating}>
      <p role="status" className={styles.thanks}>
        {isSent && t('thanks')}
      </p>
      {!isSent && <Stars value={stars} onChange={setStars} />}
      {!isSent && stars > 0 && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isTooLong(comment, TEXT_MAX)) void send();
          }}
        >
          {hasComment && (
            <Labelled id={id} label={t('comment')}>
              <TextArea
                id={id}
                rows={3}
                className={styles.comment}
                aria-describedby={`${id}-for`}
                value={comment}
                onChange={(event) => setComment(event.currentTarget.value)}
              />
              <TooLong text={comment} most={TEXT_MAX} />
              <p id={`${id}-for`} className={styles.quiet}>
                {t('commentFor')}
              </p>
            </Labelled>
          )}
          {problem && (
            <p role="alert" className={styles.failed}>
              {problem.words}
            </p>
          )}
          <FilledButton type="submit" isField aria-disabled={isBusy}>
            {t('send')}
          </FilledButton>
        </form>
      )}
    </div>
  );
}
