import { isGenuine } from '@earth/contracts';
import { useScope } from '../../../platform/session/scope-context';
import { useSubjectWords } from '../../../shared/call-subject';
import { formatFileDate, formatTime } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { createQueryClient } from '../../../shared/query-client';
import { texts as appTexts } from '../../../shared/texts';
import { texts as historyTexts } from '../texts';
import { toRecord } from '../call-record';
import { historyIn, productsQuery } from '../../../shared/queries';
import { type Subject, subjectQuery, wordsOf } from '../use-history';
import { useMe } from '../../../platform';
import { tagWords } from '../model/labels';
import { labelsQuery, type OpenedLabels, readable } from '../use-labels';
import { useRecordWords } from '../words';
import { type CallSearch, isMatch, isOfKind, partOf } from './filter';
import { texts } from './texts';

/** Reads all calls that match, as rows of a table. It is made here, because the server cannot read subjects. */
export function useCsv(search: CallSearch) {
  const scope = useScope();
  const me = useMe();
  const language = useLanguage();
  const t = useTexts(texts);
  const tHistory = useTexts(historyTexts);
  const tApp = useTexts(appTexts);
  const words = useRecordWords();
  const subjectOf = useSubjectWords();

  async function read() {
    const client = scope.get(createQueryClient);
    const part = partOf(search) ?? {};
    // Afresh and whole, beside the pages that are shown: those would all be loaded again at each push.
    const data = await client.infiniteQuery({
      ...historyIn(part),
      queryKey: ['history as CSV', part],
      pages: Number.POSITIVE_INFINITY,
      staleTime: 0,
      gcTime: 0,
    });
    const records = data.pages
      .flatMap(({ items }) => items)
      .map((item) => toRecord(item, me.uniqueId))
      .filter((record) => isOfKind(record, search.kind));
    const isAboutProducts = records.some(({ item }) => item.call.productCode !== null);
    const products = isAboutProducts ? await client.query(productsQuery).catch(() => undefined) : undefined;
    const opened = await Promise.all(
      records.map(async (record) => {
        const subject: Subject = await client.query(subjectQuery(scope, record)).catch(() => null);
        const labels: OpenedLabels = await client.query(labelsQuery(scope, record.item)).catch(() => null);
        return { record, subject: subjectOf(record.item.call, subject, products), labels };
      }),
    );
    return opened.filter(({ record, subject, labels }) => isMatch(search, words.names(record), subject, labels));
  }

  return async () => {
    const rows = (await read()).map(({ record, subject, labels }) => {
      const { item, start } = record;
      return [
        formatFileDate(start),
        formatTime(start, language),
        words.names(record),
        tHistory(record.isOutgoing ? 'outgoing' : 'incoming'),
        words.outcome(record),
        Math.round(item.durationSeconds),
        isGenuine(subject) ? (wordsOf(subject) ?? '') : tApp('notGenuineShort'),
        readable(labels).reference,
        tagWords(readable(labels).tags),
        item.picsCount,
        item.messagesCount,
        item.call.uniqueId,
      ];
    });
    const head = [
      t('date'),
      tHistory('time'),
      tHistory('person'),
      t('direction'),
      tHistory('outcome'),
      t('seconds'),
      tHistory('subject'),
      tHistory('reference'),
      t('tags'),
      tHistory('snapshots'),
      t('messages'),
      t('id'),
    ];
    return [head, ...rows];
  };
}
