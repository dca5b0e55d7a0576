import { type WebhookEvent, webhookEvents } from '@earth/contracts';
import { useState } from 'react';
import { ApiError } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { Switch } from '../../ui/controls/Switch';
import { DialogAnswers } from '../../ui/overlay/Dialog';
import { texts } from './texts';
import styles from './webhooks.module.css';
import { eventWords } from './words';

interface Typed {
  readonly url: string;
  readonly events: WebhookEvent[];
}

interface FormProps {
  readonly first: Typed;
  readonly answer: string;
  readonly onSend: (typed: Typed) => Promise<void>;
  readonly onClose: () => void;
}

/** Address and events of a webhook. */
export function WebhookForm({ first, answer, onSend, onClose }: FormProps) {
  const t = useTexts(texts);
  const [url, setUrl] = useState(first.url);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(first.events);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly words: string } | null>(null);
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onSend({ url: url.trim(), events: [...events] });
    } catch (error) {
      const refused = error instanceof ApiError ? error : null;
      const isAddress = refused?.error === 'invalidInput';
      setProblem({ words: isAddress ? t('badAddress') : (refused?.message ?? t('noReply')) });
      setBusy(false);
    }
  };
  const isHeld = isBusy || events.length === 0 || url.trim() === '';
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHeld) void send();
      }}
    >
      <Field
        label={t('address')}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
        value={url}
        problem={problem}
        say={t}
        onChange={setUrl}
      />
      <fieldset className={styles.events}>
        <legend>{t('events')}</legend>
        {webhookEvents.map((event) => (
          <Switch
            key={event}
            label={eventWords(event, t)}
            isOn={events.includes(event)}
            onChange={(isOn) => setEvents(isOn ? [...events, event] : events.filter((one) => one !== event))}
          />
        ))}
      </fieldset>
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton type="submit" aria-disabled={isHeld}>
          {answer}
        </FilledButton>
      </DialogAnswers>
    </form>
  );
}
