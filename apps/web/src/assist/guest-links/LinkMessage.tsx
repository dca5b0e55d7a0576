import { IconMail, IconMessage } from '@tabler/icons-react';
import { useId } from 'react';
import { useTexts } from '../../shared/i18n';
import { languageChoices } from '../../shared/language-choices';
import { ButtonAnchor } from '../../ui/controls/Button';
import { Labelled, TextArea } from '../../ui/controls/Field';
import { Select } from '../../ui/controls/Select';
import styles from './guest-links.module.css';
import { texts } from './texts';
import type { useLinkMessage } from './use-link-message';

/** An address without a recipient, whom the user chooses in the mail program (RFC 6068: lines end with CR LF). */
const mailTo = (subject: string, body: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`;

/** RFC 5724 has `?body=`, iOS had `&body=`: with both, each reads it. */
const smsTo = (body: string): string => `sms:?&body=${encodeURIComponent(body)}`;

const MOST = 500;
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface LinkMessageProps {
  readonly url: string;
  readonly message: ReturnType<typeof useLinkMessage>;
  readonly onToggle: (isOpen: boolean) => void;
}

/** The link in a message, which the user sends by e-mail or SMS. */
export function LinkMessage({ url, message, onToggle }: LinkMessageProps) {
  const t = useTexts(texts);
  const id = useId();
  const { language, setLanguage, subject, text, setText } = message;
  const body = [text.trim(), url].filter(Boolean).join('\n\n');
  return (
    <details className={styles.message} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary>{t('send')}</summary>
      <div className={styles.panel}>
        <Select label={t('messageLanguage')} value={language} options={languageChoices} onChange={setLanguage} />
        <Labelled id={id} label={t('messageLabel')}>
          <TextArea
            id={id}
            rows={4}
            className={styles.text}
            lang={language}
            maxLength={MOST}
            value={text}
            aria-describedby={`${id}-line`}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Labelled>
        <p id={`${id}-line`} className={styles.quiet}>
          {t('messageLine')}
        </p>
        <div className={styles.answers}>
          <ButtonAnchor kind="line" icon={<IconMail {...icon} />} href={mailTo(subject, body)}>
            {t('email')}
          </ButtonAnchor>
          <ButtonAnchor kind="line" icon={<IconMessage {...icon} />} href={smsTo(body)}>
            {t('sms')}
          </ButtonAnchor>
        </div>
      </div>
    </details>
  );
}
