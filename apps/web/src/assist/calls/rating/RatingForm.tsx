import { TEXT_MAX } from '@earth/contracts';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { type Ref, useId, useImperativeHandle, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { QuietButton } from '../../../ui/controls/Button';
import { Labelled, TextArea } from '../../../ui/controls/Field';
import { isTooLong, TooLong } from '../../../ui/controls/TooLong';
import styles from './rating.module.css';
import { texts } from './texts';
import { type SendRating, useRating } from './use-rating';

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

export interface Rating {
  /**
   * Sends the comment that is typed and not sent yet.
   * @returns false: it was not sent, and the form says why. Asked again for the same comment it gives up, so that nobody is kept here.
   */
  readonly finish: () => Promise<boolean>;
}

interface RatingFormProps {
  readonly ref?: Ref<Rating> | undefined;

  /** Replaces what was sent before. Rejects if the server refuses. `comment` is empty if none was written. */
  readonly onSend: SendRating;
  /** Whether a comment can be sealed for the operators. */
  readonly hasComment?: boolean;
}

/** Asks for a rating after a call: nothing has to be answered. The stars are sent when they are chosen, a comment with its button. */
export function RatingForm({ ref, onSend, hasComment = false }: RatingFormProps) {
  const t = useTexts(texts);
  const id = useId();
  const { state, send } = useRating(onSend);
  const [stars, setStars] = useState(0);
  const [comment, setComment] = useState('');
  const choose = (count: number) => {
    setStars(count);
    void send(count, '');
  };
  const { step } = state;
  const isDone = step === 'sent' && state.hasComment;
  const typed = comment.trim();
  const hasGivenUp = step === 'failed' && state.comment === typed;
  useImperativeHandle(ref, () => ({
    finish: async () => {
      if (isDone || typed === '' || hasGivenUp) return true;
      return !isTooLong(comment, TEXT_MAX) && send(stars, typed);
    },
  }));
  return (
    <div className={styles.rating}>
      {!isDone && <Stars value={stars} onChange={choose} />}
      <p role="status" className={styles.thanks}>
        {step === 'sent' && t(isDone ? 'thanksForComment' : 'thanks')}
      </p>
      {!isDone && stars > 0 && (hasComment || step === 'failed') && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isTooLong(comment, TEXT_MAX)) void send(stars, typed);
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
          {step === 'failed' && (
            <p role="alert" className={styles.failed}>
              {state.words}
            </p>
          )}
          {(typed !== '' || step === 'failed') && (
            <QuietButton type="submit" className={styles.send} aria-disabled={step === 'sending'}>
              {t('send')}
            </QuietButton>
          )}
        </form>
      )}
    </div>
  );
}
