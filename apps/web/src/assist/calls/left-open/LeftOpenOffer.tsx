import type { CallActions } from '@earth/calls';
import type { Call } from '@earth/contracts';
import { IconVideoFilled } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useMe } from '../../../platform';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { useRequest } from '../../../shared/use-request';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { namesOf } from '../model/words';
import styles from './left-open.module.css';
import { texts } from './texts';

interface LeftOpenOfferProps {
  readonly call: Call;
  readonly actions: Pick<CallActions, 'rejoin' | 'endLeftOpen'>;
  /** Called when the user's part in the call is ended. */
  readonly onEnded?: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The user's own call that a lost page or device left open: back into it, or end it. */
export function LeftOpenOffer({ call, actions, onEnded, children }: LeftOpenOfferProps) {
  const say = useTexts(texts);
  const language = useLanguage();
  const me = useMe();
  const id = useId();
  const { isBusy, problem, ask } = useRequest();
  const others = call.targets.filter(({ contact }) => contact.uniqueId !== me.uniqueId);
  const inside = others.filter(({ state }) => state === 'joined');
  const people = (inside.length > 0 ? inside : others).map(({ contact }) => contact);
  const end = () =>
    ask(async () => {
      await actions.endLeftOpen();
      onEnded?.();
    });
  return (
    <section aria-labelledby={id}>
      <div role="alert">
        <h2 id={id} className={styles.title}>
          {say('title', { name: namesOf(people, language) })}
        </h2>
      </div>
      <p className={styles.line}>{say('line')}</p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem.words}
        </p>
      )}
      <div className={styles.buttons}>
        <FilledButton
          className={styles.rejoin}
          icon={<IconVideoFilled size={22} aria-hidden="true" />}
          onClick={() => void actions.rejoin()}
        >
          {say('rejoin')}
        </FilledButton>
        <QuietButton isDanger aria-busy={isBusy} onClick={() => void end()}>
          {say('end')}
        </QuietButton>
        {children}
      </div>
    </section>
  );
}
