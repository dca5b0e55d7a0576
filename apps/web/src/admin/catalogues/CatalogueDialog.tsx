import type { OwnCatalogue } from '@earth/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { categoryPaths } from '../../discover/lists/model/category-paths';
import { menuQuery } from '../../discover/lists/model/content-queries';
import { api } from '../../platform';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useRequest } from '../../shared/use-request';
import { FilledButton, QuietButton, TextButton } from '../../ui/controls/Button';
import { Field, ProblemLine } from '../../ui/controls/Field';
import { Select } from '../../ui/controls/Select';
import { Switch } from '../../ui/controls/Switch';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import styles from './catalogues.module.css';
import { CATALOGUES } from './queries';
import { texts } from './texts';

const CODE = /^[\w.-]{1,100}$/;

interface DialogProps {
  /** Null: a new one. */
  readonly catalogue: OwnCatalogue | null;
  /** The menu entries that are no catalogues. */
  readonly entryIds: readonly number[];
  readonly onClose: () => void;
}

/** Sends a change, says that it is done, and closes. */
function useChange(onClose: () => void) {
  const client = useQueryClient();
  const request = useRequest();
  const send = (run: () => Promise<unknown>, done: string) =>
    request.ask(async () => {
      await run();
      await Promise.all([
        client.invalidateQueries({ queryKey: CATALOGUES }),
        client.invalidateQueries({ queryKey: ['menu'] }),
      ]);
      showToast(done);
      onClose();
    });
  return { ...request, send };
}

/** Ending a catalogue, and deleting what it has kept. */
function Danger({ catalogue, onClose }: { readonly catalogue: OwnCatalogue; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const { categoryId, photographsCount, title } = catalogue;
  const { send, problem } = useChange(onClose);
  const [isAsked, ask] = useState(false);
  if (isAsked)
    return (
      <div className={styles.danger}>
        <p>{t('endLine')}</p>
        <ProblemLine id="end-problem" problem={problem} say={t} />
        <FilledButton isDanger onClick={() => void send(() => api.endCatalogue({ categoryId }), t('ended', { title }))}>
          {t('endNow')}
        </FilledButton>
      </div>
    );
  return (
    <div className={styles.danger}>
      {photographsCount > 0 && (
        <TextButton
          isDanger
          onClick={() =>
            void send(() => api.forgetPhotographs({ categoryId }), t('forgotten', { count: photographsCount }))
          }
        >
          {t('forget', { count: photographsCount })}
        </TextButton>
      )}
      <ProblemLine id="forget-problem" problem={problem} say={t} />
      <TextButton isDanger onClick={() => ask(true)}>
        {t('end')}
      </TextButton>
    </div>
  );
}

/** Makes a menu entry a catalogue, or changes one. */
export function CatalogueDialog({ catalogue, entryIds, onClose }: DialogProps) {
  const t = useTexts(texts);
  const { data: menu = [] } = useQuery(menuQuery(useContentLanguage()));
  const entries = categoryPaths(menu).filter(({ value }) => entryIds.includes(Number(value)));
  const [chosen, setEntry] = useState('');
  const entry = chosen || (entries.at(0)?.value ?? '');
  const [code, setCode] = useState(catalogue?.modelCode ?? '');
  const [learns, setLearns] = useState(catalogue?.learnsFromPhotographs ?? false);
  const [isWrong, setWrong] = useState(false);
  const { send, problem, isBusy } = useChange(onClose);
  const categoryId = catalogue?.categoryId ?? Number(entry);
  const save = () => {
    if (!CODE.test(code)) return setWrong(true);
    const written = { categoryId, modelCode: code, learnsFromPhotographs: learns };
    void send(() => api.saveCatalogue(written), t('saved'));
  };
  const canSave = catalogue !== null || entries.length > 0;
  return (
    <Dialog isOpen onClose={onClose} title={catalogue?.title ?? t('new')} width={480}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {catalogue === null &&
          (canSave ? (
            <Select label={t('entry')} value={entry} options={entries} onChange={setEntry} />
          ) : (
            <p>
              {t('noEntry')} <Link to="/admin/menu">{t('toMenu')}</Link>
            </p>
          ))}
        <Field
          label={t('code')}
          value={code}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          problem={isWrong ? { text: 'wrongCode' } : null}
          say={t}
          onChange={(next) => {
            setWrong(false);
            setCode(next.trim());
          }}
        />
        <p className={styles.line}>{t('codeLine')}</p>
        <Switch label={t('learns')} isOn={learns} onChange={setLearns} />
        <p className={styles.line}>{t('learnsLine')}</p>
        <ProblemLine id="catalogue-problem" problem={problem} say={t} />
        <DialogAnswers>
          <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
          <FilledButton type="submit" disabled={!canSave} aria-disabled={isBusy}>
            {t('save')}
          </FilledButton>
        </DialogAnswers>
      </form>
      {catalogue && <Danger catalogue={catalogue} onClose={onClose} />}
    </Dialog>
  );
}
