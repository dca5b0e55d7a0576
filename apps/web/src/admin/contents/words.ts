/** Words for what the table shows. */
import { type ContentTableRow, ContentView, type PublishState } from '@earth/contracts';
import { formatDay, formatTime } from '../../shared/format';
import type { ContentsText, SayOfContents } from './texts';

const views: Readonly<Record<ContentTableRow['ctnView'], ContentsText>> = {
  [ContentView.info]: 'viewInfo',
  [ContentView.place]: 'viewPlace',
  [ContentView.businessCard]: 'viewCard',
  [ContentView.company]: 'viewCompany',
  [ContentView.model]: 'viewModel',
  [ContentView.markerless]: 'viewMarkerless',
  [ContentView.keypoint]: 'viewKeypoint',
  [ContentView.itinerary]: 'viewItinerary',
  [ContentView.scene]: 'viewScene',
  [ContentView.recognition]: 'viewRecognition',
};

export const viewChoices = Object.values(ContentView);
export const viewWords = (view: ContentTableRow['ctnView'], t: SayOfContents) => t(views[view]);

const states: Readonly<Record<PublishState, ContentsText>> = {
  live: 'live',
  draft: 'draft',
  planned: 'planned',
  ended: 'ended',
  deleted: 'deleted',
};
export const stateWords = (state: PublishState, t: SayOfContents) => t(states[state]);

/** `Today, 10:31` */
export const momentWords = (moment: string, language: string) => {
  const date = new Date(moment);
  return `${formatDay(date, new Date(), language)}, ${formatTime(date, language)}`;
};

const fields: Readonly<Record<string, ContentsText>> = {
  'en.title': 'titleEn',
  'it.title': 'titleIt',
  'en.descr': 'descrEn',
  'it.descr': 'descrIt',
  image: 'picture',
  gallery: 'gallery',
  video: 'video',
  audio: 'audio',
  attchm: 'attachment',
  model: 'model3d',
  lat: 'placeOnMap',
  long: 'placeOnMap',
  catId: 'category',
  related: 'related',
  visibility: 'visibility',
  date: 'date',
  price: 'price',
  email: 'email',
  phone: 'phoneNumber',
  webUrl: 'website',
};

/** What changed, each thing once. */
export function changedWords(names: readonly string[], t: SayOfContents, language: string): string {
  const words = names.map((name) => t(fields[name] ?? 'details'));
  return new Intl.ListFormat(language, { type: 'conjunction' }).format([...new Set(words)]);
}
