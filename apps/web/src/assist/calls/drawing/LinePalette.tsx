/** The choice of colour and width for new lines: beside the tools, so that it never lies over the picture. */
import { type CSSProperties, type ReactNode, useId } from 'react';
import { useTexts } from '../../../shared/i18n';
import { IconButton } from '../../../ui/controls/IconButton';
import styles from './line-palette.module.css';
import { type Line, lineColors, lineWidths } from './line';
import { texts } from './texts';

/** The present line: a dot of its colour and width. */
const Dot = ({ line, color }: { readonly line: Line; readonly color: string }) => (
  <i
    className={styles.dot}
    data-width={line.width}
    style={{ '--line-color': line.color ?? color } as CSSProperties}
    aria-hidden="true"
  />
);

interface LineButtonProps {
  readonly layout: 'phone' | 'desk';
  readonly line: Line;
  /** The user's own colour. */
  readonly color: string;
  readonly isOpen: boolean;
  /** The id of the palette. */
  readonly controls: string;
  readonly className: string | undefined;
  readonly onPress: () => void;
}

/** Opens and closes the palette. */
export function LineButton({ layout, line, color, isOpen, controls, className, onPress }: LineButtonProps) {
  const say = useTexts(texts);
  const dot = <Dot line={line} color={color} />;
  const opener = {
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? controls : undefined,
    onClick: onPress,
    className,
  };
  if (layout === 'desk')
    return <IconButton label={say('line')} tipPosition="right" icon={dot} isOn={isOpen} {...opener} />;
  return (
    <button type="button" {...opener}>
      {dot}
      {say('lineShort')}
    </button>
  );
}

interface ChoiceProps {
  readonly group: string;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

const Choice = ({ group, name, isChosen, onChoose, children }: ChoiceProps) => (
  <label className={styles.choice}>
    <input type="radio" name={group} aria-label={name} checked={isChosen} onChange={onChoose} />
    {children}
  </label>
);

interface LinePaletteProps {
  readonly id: string;
  readonly line: Line;
  readonly color: string;
  readonly onLine: (line: Line) => void;
}

export function LinePalette({ id, line, color, onLine }: LinePaletteProps) {
  const say = useTexts(texts);
  const group = useId();
  return (
    <div id={id} className={styles.palette}>
      <fieldset className={styles.group}>
        <legend className="visually-hidden">{say('lineColor')}</legend>
        {[{ color: null, name: 'ownColor' } as const, ...lineColors].map((one) => (
          <Choice
            key={one.name}
            group={`${group}color`}
            name={say(one.name)}
            isChosen={line.color === one.color}
            onChoose={() => onLine({ ...line, color: one.color })}
          >
            <Dot line={{ color: one.color, width: 'thick' }} color={color} />
          </Choice>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className="visually-hidden">{say('lineWidth')}</legend>
        {lineWidths.map((width) => (
          <Choice
            key={width}
            group={`${group}width`}
            name={say(width)}
            isChosen={line.width === width}
            onChoose={() => onLine({ ...line, width })}
          >
            <i className={styles.sample} data-width={width} aria-hidden="true" />
          </Choice>
        ))}
      </fieldset>
    </div>
  );
}
