import { type Content, ContentView } from '@earth/contracts';
import { hasPlace } from './contact-rows';

export type Tab = 'info' | 'map' | 'nearby' | 'places';

/** The tabs of a content by its view (D2.53, D3.7). Null: the view has no page. */
export function tabsOf(content: Content): readonly [Tab, ...Tab[]] | null {
  switch (content.ctnView) {
    // Business cards and companies have no requirements of their own: they are shown like an info content.
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
    case ContentView.markerless:
      return content.modelUrl === null ? null : ['info'];
    default:
      return null;
  }
}
