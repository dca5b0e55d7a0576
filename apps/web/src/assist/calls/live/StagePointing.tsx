import { firstName } from '../../../shared/format';
import { canTake } from '../model/main-picture';
import type { InCallModel } from '../screens/use-in-call';
import { PointLayer, type Pointing } from './PointLayer';

interface StagePointingProps {
  readonly model: InCallModel;
  readonly fit: 'cover' | 'contain';
}

/** The laser layer over the main picture, as its sibling in the same box. */
export function StagePointing({ model, fit }: StagePointingProps) {
  const { view, actions, me, pictures, points, isPointing } = model;
  const { main } = pictures;
  if (!main || !canTake(main, view.local)) return null;
  const people: Pointing[] = view.people.map(({ contact, color }) => ({
    id: contact.uniqueId,
    name: firstName(contact.name),
    color: color || 'var(--brand)',
  }));
  return (
    <PointLayer
      points={points}
      onPoint={actions.point}
      of={main.of === 'me' ? me.uniqueId : main.person.contact.uniqueId}
      fit={fit}
      isMirrored={main.of === 'me' && view.local.facing === 'user' && !view.local.isScreen}
      people={[...people, { id: me.uniqueId, name: null, color: view.me.color || 'var(--brand)' }]}
      isDrawing={view.me.mayDraw}
      isHovering={isPointing}
    />
  );
}
