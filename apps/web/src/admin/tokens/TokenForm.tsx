import { TOKEN_NAME_MAX, type TokenDays, tokenDays, type TokenScope } from '@earth/contracts';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { Select } from '../../ui/controls/Select';
import { Switch } from '../../ui/controls/Switch';
import { DialogAnswers } from '../../ui/overlay/Dialog';
import { texts } from './texts';
import styles from './tokens.module.css';

interface WantedToken {
  readonly name: string;
  readonly scopes: TokenScope[];
  readonly days: TokenDays;
}

interface FormProps {
  readonly onMake: (wanted: WantedToken) => Promise<void>;
  readonly onClose: () => void;
}

/** Name, scopes and end of a new token. */
export function TokenForm({ onMake, onClose }: FormProps) {
  const t = useTexts(texts);
  const [name, setName] = useState('');
  const [contents, setContents] = useState<'none' | 'read' | 'write'>('read');
  const [hasLeads, setHasLeads] = useState(false);
  const [hasPeople, setHasPeople] = useState(false);
  const [days, setDays] = useState<TokenDays>(90);
  const { ask, isBusy, problem } = useRequest();
  const scopes: TokenScope[] = [
    ...(contents === 'none' ? [] : [contents]),
    ...(hasLeads ? (['leads'] as const) : []),
    ...(hasPeople ? (['people'] as const) : []),
  ];
  const isHeld = isBusy || name.trim() === '' || scopes.length === 0;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isHeld) void ask(() => onMake({ name: name.trim(), scopes, days }));
      }}
    >
      <Field
        label={t('name')}
        placeholder={t('nameHint')}
        maxLength={TOKEN_NAME_MAX}
        autoComplete="off"
        value={name}
        problem={problem}
        say={t}
        onChange={setName}
      />
      <Select
        label={t('contents')}
        value={contents}
        options={[
          { value: 'none', label: t('noContents') },
          { value: 'read', label: t('read') },
          { value: 'write', label: t('write') },
        ]}
        onChange={setContents}
      />
      <Switch label={t('leads')} isOn={hasLeads} onChange={setHasLeads} />
      <Switch label={t('people')} isOn={hasPeople} onChange={setHasPeople} />
      <Select
        label={t('days')}
        value={String(days)}
        options={tokenDays.map((value) => ({ value: String(value), label: t(`days${value}`) }))}
        onChange={(chosen) => setDays(tokenDays.find((value) => String(value) === chosen) ?? days)}
      />
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <FilledButton type="submit" aria-disabled={isHeld}>
          {t('make')}
        </FilledButton>
      </DialogAnswers>
    </form>
  );
}
