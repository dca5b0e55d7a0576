import type { ModelView } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useScope } from '../../../platform/session/scope-context';
import { useTexts } from '../../../shared/i18n';
import { FilledButton, QuietButton } from '../../../ui/controls/Button';
import { Failed } from '../../../ui/feedback/Notice';
import { SkeletonRows } from '../../../ui/feedback/Skeleton';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import { LeaveQuestion } from '../../../ui/overlay/LeaveQuestion';
import { findDetails } from '../../vision';
import { texts } from '../texts';
import { Heat, Paint } from './Layers';
import { type Brush, widthOf } from './brush';
import { type OpenedMask, openMask } from './mask-draft';
import { MaskStage } from './MaskStage';
import { MaskTools } from './MaskTools';
import { type Mask, useMask } from './use-mask';

/** Somebody else has saved the mask meanwhile: nothing of it is lost by either answer. */
function ChangedDialog({ mask: { isOutdated, resolve } }: { readonly mask: Mask }) {
  const t = useTexts(texts);
  return (
    <Dialog
      title={t('maskChanged')}
      isOpen={isOutdated}
      closeOnClickOutside={false}
      // One of the two must be chosen: neither is given by Esc or a step back.
      onClose={() => undefined}
    >
      <p>{t('maskChangedLine')}</p>
      <DialogAnswers>
        <QuietButton onClick={() => resolve(false)}>{t('takeTheirMask')}</QuietButton>
        <FilledButton onClick={() => resolve(true)}>{t('addMyStrokes')}</FilledButton>
      </DialogAnswers>
    </Dialog>
  );
}

interface MaskEditorProps {
  readonly view: ModelView;
  readonly modelId: string;
}

const BRUSH = 15;

/** The tools, and the picture that is painted over. */
function Painting({ view, modelId, opened }: MaskEditorProps & { readonly opened: OpenedMask }) {
  const t = useTexts(texts);
  const mask = useMask({ view, modelId, opened });
  const [tool, setTool] = useState<Brush['tool']>('paint');
  const [size, setSize] = useState(BRUSH);
  const [isHeatShown, showHeat] = useState(false);
  const [used, setUsed] = useState<number | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const heat = useQuery({
    queryKey: ['view-details', view.uniqueId],
    queryFn: ({ signal }) => findDetails(view.imageUrl, signal),
    enabled: isHeatShown,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <>
      <MaskStage view={view} mask={mask} brush={{ tool, width: widthOf(size) }} state={t(mask.state)}>
        {(stage) => (
          <>
            <Paint mask={mask} stage={stage} canvas={canvas} />
            {isHeatShown && heat.data && (
              <Heat details={heat.data} mask={mask} stage={stage} canvas={canvas} onCount={setUsed} />
            )}
          </>
        )}
      </MaskStage>
      <MaskTools
        mask={mask}
        tool={tool}
        onTool={setTool}
        size={size}
        onSize={setSize}
        isHeatShown={isHeatShown}
        onHeat={showHeat}
        heat={{ total: heat.data?.x.length ?? null, used, hasFailed: heat.isError }}
      />
      <ChangedDialog mask={mask} />
      <LeaveQuestion isChanged={mask.isChanged} onLeave={mask.forget} />
    </>
  );
}

/** D4.27: what the camera ignores of a view is painted over. */
export function MaskEditor({ view, modelId }: MaskEditorProps) {
  const scope = useScope();
  const { data, error, refetch } = useQuery({
    queryKey: ['edited-mask', view.uniqueId],
    queryFn: () => openMask(scope, view),
    // What is being painted is not replaced.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  });
  if (data) return <Painting view={view} modelId={modelId} opened={data} />;
  return error ? (
    <Failed line={error.message} onRetry={() => void refetch()} />
  ) : (
    <SkeletonRows count={4} picture={64} />
  );
}
