/** Events for the analytics service of the brand, beside the server's own counts. Loaded only if the user has allowed it. */
import { type Content, ContentView, type ScreenName } from '@earth/contracts';
import { logEvent, logScreen } from '../platform/native/analytics';
import { notePluginError } from '../platform/native/shell';

export type ViewedContent = Pick<Content, 'id' | 'title' | 'ctnView' | 'visibility'>;
export type ServiceEvent =
  | { readonly screen: ScreenName }
  | { readonly content: ViewedContent; readonly as: 'content_view' | 'add_favourite' };

/** The longest value that the service takes. */
const VALUE_MAX = 100;

const paramsOf = ({ id, title, ctnView }: ViewedContent) => ({
  ContentName: title.slice(0, VALUE_MAX),
  ContentId: String(id),
  ContentType: Object.entries(ContentView).find(([, view]) => view === ctnView)?.[0] ?? String(ctnView),
});

/** Never rejects: a plugin that fails is logged, and the server has counted the event. What only some people may see is not told. */
export async function sendEvent(event: ServiceEvent): Promise<void> {
  try {
    if ('screen' in event) await logScreen(event.screen);
    else if (event.content.visibility === 'public') await logEvent(event.as, paramsOf(event.content));
  } catch (error) {
    notePluginError(error);
  }
}
