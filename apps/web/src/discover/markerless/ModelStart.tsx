import { IconRotate3d } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton } from '../../ui/controls/Button';
import { lazyPart } from '../../ui/feedback/lazy-part';
import { texts } from './texts';

/** Loaded when it is opened: three.js is no part of a page. */
const ModelViewer = lazyPart(() => import('./viewer/ModelViewer'), 'ModelViewer');

interface ModelStartProps {
  /** A binary glTF file of this server. */
  readonly url: string;
  readonly title: string;
}

/** Opens the 3D model of a markerless content (view 8). */
export function ModelStart({ url, title }: ModelStartProps) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  async function open() {
    await ModelViewer.preload();
    if (ModelViewer.isHere()) setOpen(true);
    else showToast(t('cannotStart'));
  }
  return (
    <>
      <FilledButton
        isField
        icon={<IconRotate3d size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void open()}
      >
        {t('view3d')}
      </FilledButton>
      {isOpen && <ModelViewer url={url} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}
