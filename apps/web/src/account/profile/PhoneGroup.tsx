import { phone as phoneSchema } from '@earth/contracts';
import { IconPhone } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { api, session, useMe } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { FilledButton, QuietButton, TextButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { ListRow } from '../../ui/rows/ListRow';
import { texts as uiTexts } from '../../ui/texts';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';

/** An empty number removes it. */
const isNumber = (text: string) => text.trim() === '' || phoneSchema.safeParse(text).success;

function PhoneDialog({ first, onClose }: { readonly first: string; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const tUi = useTexts(uiTexts);
  const [typed, setTyped] = useState(first);
  const [isWrong, setWrong] = useState(false);
  const { isBusy, problem, ask } = useRequest();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    setWrong(!isNumber(typed));
    if (!isNumber(typed)) return;
    void ask(async () => {
      await api.setPhone({ phone: typed.trim() });
      await session.renewProfile();
      onClose();
    });
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('phone')}>
      <form onSubmit={submit} noValidate>
        <Field
          label={t('phone')}
          type="tel"
          autoComplete="tel"
          autoFocus
          value={typed}
          onChange={setTyped}
          problem={isWrong ? { text: 'phoneWrong' as const } : problem}
          say={t}
        />
        <DialogAnswers>
          <QuietButton onClick={onClose}>{tUi('cancel')}</QuietButton>
          <FilledButton type="submit" aria-disabled={isBusy}>
            {t('save')}
          </FilledButton>
        </DialogAnswers>
      </form>
    </Dialog>
  );
}

/** The user's telephone number, which colleagues and contacts see on the user's page. */
export function PhoneGroup() {
  const t = useTexts(texts);
  const { phone } = useMe();
  const [isChanging, setChanging] = useState(false);
  return (
    <Group title={t('phone')} line={t('phoneLine')}>
      <ul>
        <ListRow
          className={styles.device}
          lead={<IconPhone size={24} stroke={1.75} aria-hidden="true" />}
          title={phone ? <bdi>{phone}</bdi> : t('noPhone')}
          trail={
            <TextButton aria-label={t(phone ? 'changePhone' : 'addPhone')} onClick={() => setChanging(true)}>
              {t(phone ? 'change' : 'add')}
            </TextButton>
          }
        />
      </ul>
      {isChanging && <PhoneDialog first={phone ?? ''} onClose={() => setChanging(false)} />}
    </Group>
  );
}
