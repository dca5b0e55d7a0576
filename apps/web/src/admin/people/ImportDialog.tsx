import { IMPORT_CHARS_MAX, importPeople, type PeopleImport } from '@earth/contracts';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, sendCall } from '../../platform';
import { formatNumber } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useRequest } from '../../shared/use-request';
import { FilledButton, LineButton, QuietButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { FileInput } from '../../ui/controls/FileInput';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { csvTextOf } from './csv-text';
import styles from './people.module.css';
import { PEOPLE } from './queries';
import { texts } from './texts';

const TYPES = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain';
const CONFLICT = 409;

interface Chosen {
  readonly name: string;
  readonly csv: string;
  readonly found: PeopleImport;
}

/** A chosen file and what it would do; then done. */
function useImport(onDone: () => void) {
  const t = useTexts(texts);
  const language = useLanguage();
  const client = useQueryClient();
  const { ask, isBusy, problem } = useRequest();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refusal, setRefusal] = useState<'importTooLarge' | 'importNoText' | 'importOther' | null>(null);
  const choose = (file: File) =>
    ask(async () => {
      setChosen(null);
      setRefusal(null);
      if (file.size > IMPORT_CHARS_MAX) return setRefusal('importTooLarge');
      const csv = await csvTextOf(file);
      // No text has it; the files of spreadsheet programs do.
      if (csv.includes('\0')) return setRefusal('importNoText');
      setChosen({ name: file.name, csv, found: await sendCall(importPeople, { csv }) });
    });
  const run = ({ name, csv, found }: Chosen) =>
    ask(async () => {
      try {
        const { added, changed } = await sendCall(importPeople, { csv, plan: found.plan });
        await client.invalidateQueries({ queryKey: PEOPLE });
        const numbers = { added: formatNumber(added, language), changed: formatNumber(changed, language) };
        showToast(t('imported', numbers));
        onDone();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== CONFLICT) throw error;
        setChosen({ name, csv, found: await sendCall(importPeople, { csv }) });
        setRefusal('importOther');
      }
    });
  return { chosen, choose, run, isBusy, problem: refusal ? { words: t(refusal) } : problem };
}

function Row({ row }: { readonly row: PeopleImport['rows'][number] }) {
  const t = useTexts(texts);
  const { row: number, email, name, outcome, problem, changes } = row;
  const what =
    problem !== null
      ? t(`problem_${problem}`)
      : outcome === 'added'
        ? t('willAdd')
        : t('willChange', { what: changes.map((change) => t(`change_${change}`)).join(', ') });
  return (
    <li className={styles.importRow}>
      <span className={styles.number}>{t('row', { number })}</span>
      <span className={styles.words}>
        {name !== '' && <span dir="auto">{name}</span>}
        {email !== '' && <span>{email}</span>}
        <span className={problem === null ? styles.line : styles.disabled}>{what}</span>
      </span>
    </li>
  );
}

function Counts({ chosen: { name, found } }: { readonly chosen: Chosen }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { added, changed, unchanged, wrong } = found;
  const numbered = (count: number) => ({ count, number: formatNumber(count, language) });
  const counts = [
    wrong > 0 && t('countWrong', numbered(wrong)),
    t('countAdded', numbered(added)),
    t('countChanged', numbered(changed)),
    t('countUnchanged', numbered(unchanged)),
  ].filter((words) => words !== false);
  return (
    <p>
      <strong dir="auto">{name}</strong>: {counts.join(', ')}
    </p>
  );
}

function Preview({ found }: Pick<Chosen, 'found'>) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { added, changed, wrong, ignored, rows } = found;
  const all = added + changed + wrong;
  return (
    <>
      {wrong > 0 && <p className={styles.line}>{t('importWrong')}</p>}
      {ignored.length > 0 && <p className={styles.line}>{t('ignored', { columns: ignored.join(', ') })}</p>}
      {rows.length > 0 && (
        // It scrolls, so the keyboard must reach it.
        <ul aria-label={t('importRows')} className={styles.importRows} tabIndex={0}>
          {rows.map((row) => (
            <Row key={`${row.row} ${row.problem}`} row={row} />
          ))}
        </ul>
      )}
      {all > rows.length && (
        <p className={styles.line}>
          {t('importMore', { count: all - rows.length, number: formatNumber(all - rows.length, language) })}
        </p>
      )}
    </>
  );
}

/** Imports people from a CSV file: chosen, shown row by row, then done as a whole. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  const { chosen, choose, run, isBusy, problem } = useImport(onClose);
  const isReady = chosen !== null && chosen.found.wrong === 0 && chosen.found.added + chosen.found.changed > 0;
  return (
    <Dialog isOpen onClose={onClose} title={t('import')} width={560} closeOnClickOutside={false}>
      <div className={styles.form}>
        {!chosen && (
          <>
            <p>{t('importLine')}</p>
            <p className={styles.line}>{t('importColumns')}</p>
          </>
        )}
        {/* Announced when its content changes, so it must exist before. */}
        <div role="status">{chosen ? <Counts chosen={chosen} /> : isBusy && <p>{t('importReading')}</p>}</div>
        {chosen && <Preview found={chosen.found} />}
        <ProblemLine id="import-problem" problem={problem} say={t} />
      </div>
      <FileInput ref={input} type={TYPES} onFile={(file) => void choose(file)} />
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        <LineButton
          icon={<IconFileTypeCsv size={20} stroke={1.75} aria-hidden="true" />}
          aria-disabled={isBusy}
          onClick={() => input.current?.click()}
        >
          {t(chosen ? 'chooseOther' : 'chooseFile')}
        </LineButton>
        {chosen && (
          <FilledButton aria-disabled={!isReady || isBusy} onClick={() => isReady && void run(chosen)}>
            {t('importNow')}
          </FilledButton>
        )}
      </DialogAnswers>
    </Dialog>
  );
}
