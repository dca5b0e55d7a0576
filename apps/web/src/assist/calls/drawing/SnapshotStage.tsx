import { lazy, Suspense } from 'react';
import { firstName } from '../../../shared/format';
import { useForegrounds } from '../ar/use-foregrounds';
import { ShownSnapshot } from '../parts/ShownSnapshot';
import type { InCallModel } from '../screens/use-in-call';
import type { SurfaceProps } from './Toolbar';

const Plain = ({ snapshot, onRetry }: SurfaceProps) => <ShownSnapshot snapshot={snapshot} onRetry={onRetry} />;

/** The canvas is loaded when a snapshot is first opened. If loading fails, the picture is still shown. */
const Surface = lazy(() =>
  import('./Surface').then(
    ({ Surface }) => ({ default: Surface }),
    () => ({ default: Plain }),
  ),
);

interface SnapshotStageProps {
  readonly model: InCallModel;
  readonly layout: 'phone' | 'desk';
}

/** The selected snapshot, for drawing and pointing. */
export function SnapshotStage({ model, layout }: SnapshotStageProps) {
  const foregrounds = useForegrounds(model);
  const { shown, view, actions } = model;
  if (!shown) return null;
  const { mayDraw, color } = view.me;
  const { drawing, retryPic: onRetry } = actions;
  const { line, setLine: onLine, goLive: onDone } = model;
  const nameOf = (contactId: string) => {
    const person = view.people.find(({ contact }) => contact.uniqueId === contactId);
    return person ? firstName(person.contact.name) : null;
  };
  const props = {
    snapshot: shown,
    onRetry,
    drawing,
    mayDraw,
    color,
    line,
    onLine,
    layout,
    foregrounds,
    nameOf,
    onDone,
  };
  if (!shown.url) return <Plain {...props} />;
  return (
    <Suspense fallback={<Plain {...props} />}>
      <Surface key={shown.pic.clientId ?? shown.pic.uniqueId} {...props} />
    </Suspense>
  );
}
