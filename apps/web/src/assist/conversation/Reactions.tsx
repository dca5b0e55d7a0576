/** The emoji with which people have answered a message, and the choice of one. */
import type { Reaction } from '@earth/messaging';
import { myId } from '../../platform';
import { formatList } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { Tip } from '../../ui/overlay/Tip';
import styles from './reactions.module.css';
import type { ShownMessage } from './source';
import { texts } from './texts';
import { useChange } from './use-change';

/** Agreement, thanks, done, joy, surprise, sorrow: what colleagues answer without words. */
const EMOJI = ['👍', '🙏', '✅', '😄', '😮', '😢'] as const;

/** With how many, and who: in the tip, and for the screen reader. */
function useReactionWords() {
  const t = useTexts(texts);
  const me = myId();
  const language = useLanguage();
  const isMine = ({ people }: Reaction) => people.some(({ uniqueId }) => uniqueId === me);
  const namesOf = ({ people }: Reaction) =>
    formatList(
      people.map(({ uniqueId, name }) => (uniqueId === me ? t('you') : name)),
      language,
    );
  return {
    isMine,
    wordsOf: (reaction: Reaction) => t('reactionOf', { emoji: reaction.emoji, names: namesOf(reaction) }),
  };
}

interface ReactionsProps {
  readonly message: ShownMessage;
  /** There are others who would see it. */
  readonly mayReact: boolean;
}

/** Pressing one answers with it too, or takes it back. */
export function Reactions({ message, mayReact }: ReactionsProps) {
  const change = useChange();
  const t = useTexts(texts);
  const { isMine, wordsOf } = useReactionWords();
  const { reactions = [] } = message;
  if (reactions.length === 0) return null;
  return (
    <ul className={styles.reactions} aria-label={t('reactions')}>
      {reactions.map((reaction) => {
        const { emoji, people } = reaction;
        const shown = (
          <>
            <span aria-hidden="true">{emoji}</span>
            {people.length > 1 && <span aria-hidden="true">{people.length}</span>}
          </>
        );
        return (
          <li key={emoji}>
            {change && mayReact ? (
              <Tip words={wordsOf(reaction)} position="top">
                <button
                  type="button"
                  className={styles.reaction}
                  aria-label={wordsOf(reaction)}
                  aria-pressed={isMine(reaction)}
                  onClick={() => change.react(message, isMine(reaction) ? '' : emoji)}
                >
                  {shown}
                </button>
              </Tip>
            ) : (
              <span className={styles.reaction} title={wordsOf(reaction)}>
                {shown}
                <span className="visually-hidden">{wordsOf(reaction)}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface EmojiChoiceProps {
  readonly message: ShownMessage;
  readonly onChosen: () => void;
}

export function EmojiChoice({ message, onChosen }: EmojiChoiceProps) {
  const t = useTexts(texts);
  const change = useChange();
  const { isMine } = useReactionWords();
  const chosen = message.reactions?.find(isMine)?.emoji;
  return (
    <div className={styles.choice} role="group" aria-label={t('react')}>
      {EMOJI.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={styles.emoji}
          aria-label={t('reactWith', { emoji })}
          aria-pressed={emoji === chosen}
          onClick={() => {
            onChosen();
            change?.react(message, emoji === chosen ? '' : emoji);
          }}
        >
          <span aria-hidden="true">{emoji}</span>
        </button>
      ))}
    </div>
  );
}
