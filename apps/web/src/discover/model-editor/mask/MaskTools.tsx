import { IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../../shared/i18n';
import { FilledButton } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { Segmented } from '../../../ui/controls/Segmented';
import { Switch } from '../../../ui/controls/Switch';
import { Restored } from '../../../ui/feedback/EditNotices';
import { hasOpenDialog, layerElement } from '../../../ui/overlay/layers';
import { canRedo, canUndo, clear, redo, seenOf, undo } from '../model/mask-log';
import { texts } from '../texts';
import styles from './mask.module.css';
import { type Tool, widthOf } from './brush';
import type { Mask } from './use-mask';

interface HeatState {
  /** Null: not known yet. */
  readonly total: number | null;
  readonly used: number | null;
  readonly hasFailed: boolean;
}

interface ToolsProps {
  readonly mask: Mask;
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly size: number;
  readonly onSize: (size: number) => void;
  readonly isHeatShown: boolean;
  readonly onHeat: (isShown: boolean) => void;
  readonly heat: HeatState;
}

/** D5.21 */
const SIZE_MIN = 1;
const SIZE_MAX = 50;
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const toolNames = ['paint', 'erase', 'move'] as const;

/** Ctrl or Cmd with Z undoes, with Shift too or with Y redoes; not under a dialog, a ring or a call. */
function useUndoKeys({ change }: Mask) {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
    if (hasOpenDialog() || layerElement('dialogs').inert) return;
    event.preventDefault();
    change(key === 'y' || event.shiftKey ? redo : undo);
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function Steps({ mask }: { readonly mask: Mask }) {
  const t = useTexts(texts);
  const { log, stored, change } = mask;
  const { hasStored, strokes } = seenOf(log.steps);
  const isBare = strokes.length === 0 && !(hasStored && stored);
  // D4.27: only while nothing is being drawn. Undo stays: it drops the stroke.
  const isDrawing = log.begun !== null;
  return (
    <div className={styles.steps}>
      <IconButton
        label={t('undo')}
        icon={<IconArrowBackUp {...icon} />}
        disabled={!canUndo(log)}
        onClick={() => change(undo)}
      />
      <IconButton
        label={t('redo')}
        icon={<IconArrowForwardUp {...icon} />}
        disabled={!canRedo(log)}
        onClick={() => change(redo)}
      />
      {!isDrawing && (
        <>
          <IconButton
            label={t('clearMask')}
            icon={<IconTrash {...icon} />}
            disabled={isBare}
            onClick={() => change(clear)}
          />
          <FilledButton
            icon={<IconDeviceFloppy {...icon} />}
            disabled={!mask.isChanged || mask.isSaving}
            onClick={() => void mask.save()}
          >
            {t('saveMask')}
          </FilledButton>
        </>
      )}
    </div>
  );
}

function HeatLegend({ heat: { total, used, hasFailed } }: Pick<ToolsProps, 'heat'>) {
  const t = useTexts(texts);
  const words = hasFailed
    ? t('detailsFailed')
    : total === null
      ? t('findingDetails')
      : t('detailsUsed', { used: used ?? total, total });
  return (
    <>
      <p role="status">{words}</p>
      {total !== null && (
        <ul className={styles.legend}>
          <li>
            <span className={styles.used} aria-hidden="true" />
            {t('legendUsed')}
          </li>
          <li>
            <span className={styles.unused} aria-hidden="true" />
            {t('legendUnused')}
          </li>
        </ul>
      )}
    </>
  );
}

/** The tools of the mask, and what the camera uses of the picture. */
export function MaskTools({ mask, tool, onTool, size, onSize, isHeatShown, onHeat, heat }: ToolsProps) {
  const t = useTexts(texts);
  useUndoKeys(mask);
  return (
    <section aria-label={t('tabMask')} className={styles.panel}>
      {mask.isRestored && <Restored onDiscard={() => mask.resolve(false)} />}
      <p className={styles.quiet}>{t('maskLine')}</p>
      <Segmented
        label={t('tool')}
        value={tool}
        options={toolNames.map((value) => ({ value, label: t(value) }))}
        onChange={onTool}
      />
      <label className={styles.size}>
        <span>{t('brushSize', { size })}</span>
        <input
          type="range"
          min={SIZE_MIN}
          max={SIZE_MAX}
          step={1}
          value={size}
          onChange={({ currentTarget }) => onSize(currentTarget.valueAsNumber)}
        />
        <span className={styles.preview} aria-hidden="true">
          <span style={{ width: widthOf(size), height: widthOf(size) }} />
        </span>
      </label>
      <Steps mask={mask} />
      <Switch label={t('showDetails')} isOn={isHeatShown} onChange={onHeat} />
      {isHeatShown && <HeatLegend heat={heat} />}
    </section>
  );
}
