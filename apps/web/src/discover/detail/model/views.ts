import { type Content, ContentView } from '@earth/contracts';
import { hasPlace } from './contact-rows';

export type Tab = 'info' | 'map' | 'nearby' | 'places';

/** What a content shows by its view (Discover 2 and 3). Null: it is of none that has a page. */
export function tabsOf(content: Content): readonly [Tab, ...Tab[]] | null {
  switch (content.ctnView) {
    // Of cards and companies the document says no more than that there are some: they tell what an info content does.
    case ContentView.info:
    case ContentView.place:
    case ContentView.businessCard:
    case ContentView.company:
      return hasPlace(content) ? ['info', 'map', 'nearby'] : ['info'];
    case ContentView.itinerary:
      return ['info', 'places', 'map'];
    case ContentView.model:
    case ContentView.keypoint:
    case ContentView.scene:
    case ContentView.recognition:
      return ['info'];
    default:
      return null;
  }
}
