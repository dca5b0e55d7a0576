import { IconDownload } from '@tabler/icons-react';
import { csvOf } from '../../shared/csv';
import { useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { saveFile } from '../../shared/device/save-file';
import { texts } from '../texts';
import { LineButton } from './Button';
import styles from './CsvButton.module.css';

interface CsvButtonProps {
  /** Without its ending. */
  readonly fileName: string;
  /** The head, and then the rows. */
  readonly read: () => Promise<Parameters<typeof csvOf>[0]>;
}

/** Saves a table as a CSV file. */
export function CsvButton({ fileName, read }: CsvButtonProps) {
  const t = useTexts(texts);
  const { ask, isBusy, problem } = useRequest();
  const save = async () => {
    const table = csvOf(await read());
    saveFile(new Blob([table], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
  };
  return (
    <div className={styles.csv}>
      <LineButton
        aria-disabled={isBusy}
        icon={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void ask(save)}
      >
        {t(isBusy ? 'csvBusy' : 'csv')}
      </LineButton>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem.words}
        </p>
      )}
    </div>
  );
}
