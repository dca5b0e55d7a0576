import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { FiguresTable, partsOf } from '../../ui/charts/FiguresTable';
import { byLanguage, type DayFigures, type Statistics } from './figures';
import { useScreenName } from './screen-names';
import { texts } from './texts';

export function DaysTable({ days }: { readonly days: readonly DayFigures[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <FiguresTable
      name={t('byDay')}
      heads={[t('day'), t('contents'), t('screens'), t('favourites')]}
      rows={days.map(({ day, contents, screens, favourites }) => ({
        key: day,
        head: <time dateTime={day}>{formatDate(new Date(`${day}T12:00`), language)}</time>,
        figures: [contents, screens, favourites],
      }))}
    />
  );
}

export function LanguagesTable({ statistics }: { readonly statistics: Statistics }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const languages = byLanguage(statistics);
  return (
    <FiguresTable
      name={t('byLanguage')}
      heads={[t('language'), t('contents'), t('screens'), t('favourites')]}
      bars={partsOf(languages.map(({ contents, screens }) => contents + screens))}
      rows={languages.map(({ locale, contents, screens, favourites }) => ({
        key: locale,
        head: names.of(locale),
        figures: [contents, screens, favourites],
      }))}
    />
  );
}

export function ContentsTable({ contents }: Pick<Statistics, 'contents'>) {
  const t = useTexts(texts);
  return (
    <FiguresTable
      name={t('topContents')}
      heads={[t('content'), t('views'), t('favourites')]}
      bars={partsOf(contents.map(({ views }) => views))}
      rows={contents.map(({ contentId, contentName, views, favourites }) => ({
        key: String(contentId),
        head: contentName ?? t('deleted', { id: contentId }),
        figures: [views, favourites],
      }))}
    />
  );
}

export function ScreensTable({ screens }: Pick<Statistics, 'screens'>) {
  const t = useTexts(texts);
  const nameOf = useScreenName();
  return (
    <FiguresTable
      name={t('screens')}
      heads={[t('screen'), t('views')]}
      bars={partsOf(screens.map(({ views }) => views))}
      rows={screens.map(({ name, views }) => ({ key: name, head: nameOf(name), figures: [views] }))}
    />
  );
}
