import { type CallDetails, isController, isGenuine } from '@earth/contracts';
import { IconTag } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useMe } from '../../platform';
import { formatDate, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { LineButton } from '../../ui/controls/Button';
import { Unprotected } from '../../ui/feedback/Unprotected';
import { LabelTags, type OpenedLabels, readable } from '../history';
import styles from './call-page.module.css';
import { LabelsForm } from './LabelsForm';
import { Opened } from './Opened';
import { texts } from './texts';

interface LabelsProps {
  readonly item: CallDetails;
  readonly labels: OpenedLabels;
}

function AsTheyStand({ item, labels }: LabelsProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const there = item.labels;
  const { reference, tags } = readable(labels);
  const date = there && new Date(there.date);
  if (!labels || !isGenuine(labels))
    return (
      <p className={styles.text}>
        <Opened text={labels} />
      </p>
    );
  if (reference === '' && tags.length === 0) return <p className={styles.none}>{t('noLabels')}</p>;
  return (
    <>
      {there && <Unprotected scheme={there.cryptoSchema} />}
      <LabelTags labels={labels} />
      {there && date && (
        <p className={`${styles.meta} ${styles.signed}`}>
          {`${there.author.name}, ${formatDate(date, language)}, ${formatTime(date, language)}`}
        </p>
      )}
    </>
  );
}

/** The customer's reference and the tags. Controllers write them after the call; everybody in it may read them. */
export function Labels({ item, labels }: LabelsProps) {
  const t = useTexts(texts);
  const me = useMe();
  const [isEdited, setEdited] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const mayWrite = isController(me.role.code) && item.state === 'closed';
  if (!mayWrite && !item.labels) return null;
  const close = () => {
    setEdited(false);
    heading.current?.focus();
  };
  const isEmpty = readable(labels).reference === '' && readable(labels).tags.length === 0;
  return (
    <section className={styles.section} aria-labelledby="call-labels">
      <h2 id="call-labels" ref={heading} tabIndex={-1}>
        {t('labels')}
      </h2>
      {isEdited ? (
        <LabelsForm item={item} labels={labels} onClose={close} />
      ) : (
        <>
          <AsTheyStand item={item} labels={labels} />
          {mayWrite && labels !== undefined && (
            <div>
              <LineButton
                className={styles.edit}
                icon={<IconTag size={20} stroke={1.75} aria-hidden="true" />}
                onClick={() => setEdited(true)}
              >
                {t(isEmpty ? 'writeLabels' : 'editLabels')}
              </LineButton>
            </div>
          )}
        </>
      )}
    </section>
  );
}
