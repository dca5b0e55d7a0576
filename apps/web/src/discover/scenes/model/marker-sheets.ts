import type { ContentItem } from '@earth/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform';
import type { ContentLanguage } from '../../lists/model/content-queries';

const PAGE_SIZE = 100;

/** The titles of all scenes that the viewer may see, by their ids. */
async function loadTitles(l: ContentLanguage): Promise<ReadonlyMap<number, string>> {
  const scenes: ContentItem[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.listScenes({ l, page, pageSize: PAGE_SIZE, ac: 3 });
    scenes.push(...items);
    if (items.length === 0 || scenes.length >= total) break;
  }
  return new Map(scenes.map(({ content }) => [content.id, content.title]));
}

/** The markers to print, each with the title of its scene. */
export const markerSheetsQuery = (l: ContentLanguage) =>
  queryOptions({
    queryKey: ['marker sheets', l],
    queryFn: async () => {
      const [markers, titles] = await Promise.all([api.listMarkers({}), loadTitles(l)]);
      return markers.map((marker) => ({ ...marker, title: titles.get(marker.sceneId) ?? '' }));
    },
  });
