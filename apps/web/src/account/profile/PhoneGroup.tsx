import { phone as phoneSchema } from '@earth/contracts';
import { IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { api, session, useMe } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { TextButton } from '../../ui/controls/Button';
import { FieldDialog } from '../../ui/overlay/FieldDialog';
import { ListRow } from '../../ui/rows/ListRow';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';

/** An empty number removes it. */
const isNumber = (value: string) => value === '' || phoneSchema.safeParse(value).success;

async function save(phone: string) {
  await api.setPhone({ phone });
  await session.renewProfile();
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
      {isChanging && (
        <FieldDialog
          title={t('phone')}
          label={t('phone')}
          type="tel"
          autoComplete="tel"
          first={phone ?? ''}
          check={(value) => (isNumber(value) ? null : 'phoneWrong')}
          say={t}
          onSave={save}
          onClose={() => setChanging(false)}
        />
      )}
    </Group>
  );
}
