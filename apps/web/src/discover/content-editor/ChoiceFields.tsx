import { ContentType, ContentView, visibilities } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { Select } from '../../ui/controls/Select';
import { ProblemLine } from '../../ui/controls/Field';
import { type CategoryPath, categoryPaths } from '../lists/model/category-paths';
import { menuQuery } from '../lists/model/content-queries';
import type { FieldKey } from './model/fields';
import { type FieldValue, textIn } from './model/values';
import { ListedSelect } from './ListedSelect';
import { texts } from './texts';
import type { EditorFieldProps } from './use-editor';

const NO_CATEGORY = '';

/** The kinds that a form is enough for; scenes and catalogues have editors of their own. */
const kinds = [
  { view: ContentView.info, text: 'kindInfo' },
  { view: ContentView.place, text: 'kindPlace' },
  { view: ContentView.itinerary, text: 'kindItinerary' },
  { view: ContentView.model, text: 'kindModel' },
  { view: ContentView.markerless, text: 'kindMarkerless' },
  { view: ContentView.businessCard, text: 'kindCard' },
  { view: ContentView.company, text: 'kindCompany' },
] as const;

/** The kind of a new content. */
export function KindField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  return (
    <Select
      label={label}
      value={textIn(editor.values, of)}
      options={kinds.map(({ view, text }) => ({ value: String(view), label: t(text) }))}
      onChange={(view) => editor.setField(of, view)}
    />
  );
}

const EVENT = String(ContentType.event);
const dateMeans = (value: FieldValue) => (value === EVENT ? 'dateOfEvent' : 'dateOfUpdate');

/** What the date tells. */
export function DateMeaningField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  const [plain, value] = [String(ContentType.content), textIn(editor.values, of)];
  return (
    <Select
      label={label}
      value={value === EVENT ? EVENT : plain}
      options={[plain, EVENT].map((one) => ({ value: one, label: t(dateMeans(one)) }))}
      onChange={(chosen) => editor.setField(of, chosen)}
    />
  );
}

const forWhom = { public: 'forAll', company: 'forCompany', customer: 'forCustomer' } as const;

export function VisibilityField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  const value = textIn(editor.values, of);
  const options = [
    { value: 'public', label: t(forWhom.public) },
    { value: 'company', label: t(forWhom.company) },
    // Which customer is not said by a form: it stays what an import or a program has set.
    ...(value === 'customer' ? [{ value, label: t(forWhom.customer) }] : []),
  ];
  return <Select label={label} value={value} options={options} onChange={(chosen) => editor.setField(of, chosen)} />;
}

function useCategories(): readonly CategoryPath[] {
  const { data = [] } = useQuery(menuQuery(useContentLanguage()));
  return categoryPaths(data);
}

/** A value of these fields in words; null: of another field. */
export function useChoiceWords(field: FieldKey, value: FieldValue): string | null {
  const t = useTexts(texts);
  const categories = useCategories();
  if (field === 'visibility') {
    const visibility = visibilities.find((one) => one === value);
    return visibility ? t(forWhom[visibility]) : null;
  }
  if (field === 'ctnType') return t(dateMeans(value));
  if (field !== 'catId' || value === NO_CATEGORY) return null;
  return categories.find((one) => one.value === value)?.label ?? t('unlistedCategory');
}

/** In which entry of the menu it is listed. */
export function CategoryField({ of, label, editor }: EditorFieldProps) {
  const t = useTexts(texts);
  const id = `${of}-problem`;
  const categories = useCategories();
  const value = textIn(editor.values, of);
  return (
    <ListedSelect
      label={label}
      value={value}
      describedBy={id}
      none={{ value: NO_CATEGORY, label: t('noCategory') }}
      options={categories}
      unlisted={t('unlistedCategory')}
      onChange={(chosen) => editor.setField(of, chosen)}
      below={<ProblemLine id={id} problem={editor.problems[of] ?? null} say={t} />}
    />
  );
}
