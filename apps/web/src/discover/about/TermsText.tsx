import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { termsQuery } from './model/terms-query';
import { Failed } from '../../ui/feedback/Notice';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import styles from './about.module.css';
import { texts } from './texts';
import { contentsClient } from '../lists/model/contents-client';

const LINES = ['38%', '96%', '88%', '92%', '30%', '94%', '72%'];

const Skeleton = () => (
  <Loading>
    {LINES.map((width) => (
      <p key={width} className={styles.paragraph}>
        <SkeletonBlock width={width} height={16} />
      </p>
    ))}
  </Loading>
);

/** Terms of use and privacy notice. `onShown` is called once the text is rendered. */
export function TermsText({ onShown }: { readonly onShown?: () => void }) {
  const t = useTexts(texts);
  const language = useContentLanguage();
  const { data, isError, refetch } = useQuery(termsQuery, contentsClient);
  const isShown = data !== undefined;
  const tell = useEffectEvent(() => onShown?.());
  useEffect(() => {
    if (isShown) tell();
  }, [isShown]);
  if (!data) return isError ? <Failed title={t('termsFailed')} onRetry={() => void refetch()} /> : <Skeleton />;
  const { terms, privacy, updated } = data[language];
  const parts = [
    { title: t('termsOfUse'), sections: terms },
    { title: t('privacyNotice'), sections: privacy },
  ];
  return (
    <>
      {parts.map(({ title, sections }) => (
        <section key={title} className={styles.part}>
          <h2>{title}</h2>
          {sections.map(({ heading, paragraphs }) => (
            <section key={heading}>
              <h3 className={styles.heading}>{heading}</h3>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className={styles.paragraph}>
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </section>
      ))}
      <p className={styles.quiet}>{updated}</p>
    </>
  );
}
