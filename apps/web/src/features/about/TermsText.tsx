import { useLanguage, useTexts } from '../../app/i18n';
import styles from './about.module.css';
import { termsText } from './terms-text';
import { texts } from './texts';

/** Terms of use and privacy notice, to be read. */
export function TermsText() {
  const t = useTexts(texts);
  const { terms, privacy, updated } = termsText[useLanguage()];
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
