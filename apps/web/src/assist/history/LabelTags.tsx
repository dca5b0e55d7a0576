import { IconTag } from '@tabler/icons-react';
import { useTexts } from '../../shared/i18n';
import styles from './LabelTags.module.css';
import type { Labels } from './model/labels';
import { texts } from './texts';

/** The customer's reference, and the tags. */
export function LabelTags({ labels: { reference, tags } }: { readonly labels: Labels }) {
  const t = useTexts(texts);
  if (reference === '' && tags.length === 0) return null;
  return (
    <span className={styles.labels}>
      {reference !== '' && (
        <span className={styles.reference} dir="auto" title={`${t('reference')}: ${reference}`}>
          <span className="visually-hidden">{`${t('reference')}: `}</span>
          {reference}
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag} className={styles.tag} dir="auto">
          <IconTag size={14} stroke={1.75} aria-hidden="true" />
          {tag}
        </span>
      ))}
    </span>
  );
}
