import { type Content, ContentView } from '@earth/contracts';
import { hasPlace } from './contact-rows';

export type Tab = 'info' | 'map' | 'nearby' | 'places';

/** What a content shows by its view (Discover 2 and 3). Null: it is of none that has a page. */
export function tabsOf(content: Content): readonly [Tab, ...Tab[]] | null {
  switch (content.ctnView) {
    case ContentView.info:
    case ContentView.place:
      return hasPlace(content) ? ['info', 'map', 'nearby'] : ['info'];
    case ContentView.itinerary:
      return ['info', 'places', 'map'];
    case ContentView.businessCard:
    case ContentView.company:
      return hasPlace(content) ? ['info', 'map'] : ['info'];
    case ContentView.model:
    case ContentView.keypoint:
    case ContentView.scene:
    case ContentView.recognition:
      return ['info'];
    default:
      return null;
  }
}
